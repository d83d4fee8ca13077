import { Variable, variablesIn, type Value } from "../../samples/reference/values";
import type { ExampleRequest, RequestFile } from "../operation-request";
import { API_URL, credentials } from "./credential";
import { json, literal } from "./literal";

const text = (value: string) => JSON.stringify(value);
const read = (name: string) => `System.getenv(${text(name)})`;

export function java(request: ExampleRequest): string {
  const { method, path, body, file, saves } = request;
  const who = credentials[request.auth];
  const type = body === undefined ? [] : ['            .header("Content-Type", "application/json")'];
  const handler = saves === undefined ? "ofString()" : `ofFile(Path.of(${text(saves)}))`;
  const answer = saves === undefined ? "String" : "Path";
  return [
    "import java.net.URI;",
    "import java.net.http.HttpClient;",
    "import java.net.http.HttpRequest;",
    "import java.net.http.HttpResponse;",
    ...(file || saves !== undefined ? ["import java.nio.file.Path;"] : []),
    "",
    "public class Sample {",
    "    public static void main(String[] arguments) throws Exception {",
    ...(file ? multipart(request, file) : []),
    `        HttpRequest request = HttpRequest.newBuilder(URI.create(${address(path)}))`,
    ...(who
      ? [`            .header(${text(who.header)}, ${who.prefix && `${text(who.prefix)} + `}${read(who.variable)})`]
      : []),
    ...(file ? ['            .header("Content-Type", "multipart/form-data; boundary=" + boundary)'] : type),
    `            .method(${text(method)}, ${file ? "body" : publisher(body)})`,
    "            .build();",
    `        HttpResponse<${answer}> answer = HttpClient.newHttpClient()`,
    `            .send(request, HttpResponse.BodyHandlers.${handler});`,
    '        System.out.println(answer.statusCode() + " " + answer.body());',
    "    }",
    "}",
  ].join("\n");
}

const address = (path: ExampleRequest["path"]) =>
  path
    .map((piece, index) => (piece instanceof Variable ? read(piece.name) : text((index === 0 ? API_URL : "") + piece)))
    .join(" + ");

function publisher(body: Value | undefined): string {
  if (body === undefined) return "HttpRequest.BodyPublishers.noBody()";
  const used = listed(body);
  const block = (value: string) => JSON.stringify(value).replaceAll("\\", "\\\\");
  const formatted = (value: string) => block(value).replaceAll("%", "%%");
  const place = ({ type }: Variable) => (type === "number" ? "%s" : '"%s"');
  const lines = literal(body, json(place, used.length > 0 ? formatted : block)).replaceAll(/^/gm, " ".repeat(16));
  const given = used.length > 0 ? `.formatted(${used.map(({ name }) => read(name)).join(", ")})` : "";
  return `HttpRequest.BodyPublishers.ofString("""\n${lines}\n                """${given})`;
}

/**
 * Variables in the order of a format string: each placeholder takes one value, so one that occurs twice is listed
 * twice.
 */
function listed(value: Value): readonly Variable[] {
  if (value instanceof Variable) return [value];
  if (typeof value !== "object" || value === null) return [];
  const items = (Array.isArray(value) ? value : Object.values(value)) as readonly Value[];
  return variablesIn(value).length === 0 ? [] : items.flatMap(listed);
}

/** Body of a multipart form, which the language has no function for. */
function multipart({ form = [] }: ExampleRequest, { name, type }: RequestFile): readonly string[] {
  const part = (disposition: string) =>
    `"--" + boundary + "\\r\\nContent-Disposition: form-data; ${disposition.replaceAll('"', '\\"')}\\r\\n`;
  const fields = form.map(([field, value]) => {
    const given = value instanceof Variable ? `" + ${read(value.name)} + "` : value;
    return `${part(`name="${field}"`)}\\r\\n${given}\\r\\n"`;
  });
  const file = `${part(`name="file"; filename="${name}"`)}Content-Type: ${type}\\r\\n\\r\\n"`;
  return [
    '        String boundary = "a-line-that-is-not-in-the-file";',
    `        String head = ${[...fields, file].join("\n            + ")};`,
    "        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.concat(",
    "            HttpRequest.BodyPublishers.ofString(head),",
    `            HttpRequest.BodyPublishers.ofFile(Path.of(${text(name)})),`,
    '            HttpRequest.BodyPublishers.ofString("\\r\\n--" + boundary + "--\\r\\n"));',
  ];
}
