import { SampleVariable, variablesInValue, type SampleValue } from "../../samples/reference/values";
import type { ExampleRequest, ExampleRequestFile } from "../operation-request";
import { sampleCredentials } from "./credential";
import { type UrlExpressionSyntax, createJsonLiteralSyntax, writeUrlExpression, writeLiteral } from "./literal";

const javaText = (value: string) => JSON.stringify(value);
const javaEnvironmentRead = (name: string) => `System.getenv(${javaText(name)})`;
const javaAddressSyntax: UrlExpressionSyntax = { text: javaText, read: javaEnvironmentRead, plus: " + " };

export function buildJavaSample(request: ExampleRequest): string {
  const { method, path, body, file, saves } = request;
  const who = sampleCredentials[request.auth];
  const type = body === undefined ? [] : ['            .header("Content-Type", "application/json")'];
  const handler = saves === undefined ? "ofString()" : `ofFile(Path.of(${javaText(saves)}))`;
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
    ...(file ? javaMultipart(request, file) : []),
    `        HttpRequest request = HttpRequest.newBuilder(URI.create(${writeUrlExpression(path, javaAddressSyntax)}))`,
    ...(who
      ? [
          `            .header(${javaText(who.header)}, ${who.prefix && `${javaText(who.prefix)} + `}${javaEnvironmentRead(who.variable)})`,
        ]
      : []),
    ...(file ? ['            .header("Content-Type", "multipart/form-data; boundary=" + boundary)'] : type),
    `            .method(${javaText(method)}, ${file ? "body" : javaBodyPublisher(body)})`,
    "            .build();",
    `        HttpResponse<${answer}> answer = HttpClient.newHttpClient()`,
    `            .send(request, HttpResponse.BodyHandlers.${handler});`,
    '        System.out.println(answer.statusCode() + " " + answer.body());',
    "    }",
    "}",
  ].join("\n");
}

function javaBodyPublisher(body: SampleValue | undefined): string {
  if (body === undefined) return "HttpRequest.BodyPublishers.noBody()";
  const used = variablesOfJavaBody(body);
  const block = (value: string) => JSON.stringify(value).replaceAll("\\", "\\\\");
  const formatted = (value: string) => block(value).replaceAll("%", "%%");
  const place = ({ type }: SampleVariable) => (type === "number" ? "%s" : '"%s"');
  const lines = writeLiteral(body, createJsonLiteralSyntax(place, used.length > 0 ? formatted : block)).replaceAll(
    /^/gm,
    " ".repeat(16),
  );
  const given = used.length > 0 ? `.formatted(${used.map(({ name }) => javaEnvironmentRead(name)).join(", ")})` : "";
  return `HttpRequest.BodyPublishers.ofString("""\n${lines}\n                """${given})`;
}

/**
 * Variables in the order of a format string: each placeholder takes one value, so one that occurs twice is listed
 * twice.
 */
function variablesOfJavaBody(value: SampleValue): readonly SampleVariable[] {
  if (value instanceof SampleVariable) return [value];
  if (typeof value !== "object" || value === null) return [];
  const items = (Array.isArray(value) ? value : Object.values(value)) as readonly SampleValue[];
  return variablesInValue(value).length === 0 ? [] : items.flatMap(variablesOfJavaBody);
}

/** Body of a multipart form, which the language has no function for. */
function javaMultipart({ form = [] }: ExampleRequest, { name, type }: ExampleRequestFile): readonly string[] {
  const part = (disposition: string) =>
    `"--" + boundary + "\\r\\nContent-Disposition: form-data; ${disposition.replaceAll('"', '\\"')}\\r\\n`;
  const fields = form.map(([field, value]) => {
    const given = value instanceof SampleVariable ? `" + ${javaEnvironmentRead(value.name)} + "` : value;
    return `${part(`name="${field}"`)}\\r\\n${given}\\r\\n"`;
  });
  const file = `${part(`name="file"; filename="${name}"`)}Content-Type: ${type}\\r\\n\\r\\n"`;
  return [
    '        String boundary = "a-line-that-is-not-in-the-file";',
    `        String head = ${[...fields, file].join("\n            + ")};`,
    "        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.concat(",
    "            HttpRequest.BodyPublishers.ofString(head),",
    `            HttpRequest.BodyPublishers.ofFile(Path.of(${javaText(name)})),`,
    '            HttpRequest.BodyPublishers.ofString("\\r\\n--" + boundary + "--\\r\\n"));',
  ];
}
