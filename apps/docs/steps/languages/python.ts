import { Variable } from "../../samples/reference/values";
import type { ExampleRequest, RequestFile } from "../operation-request";
import { API_URL, credentials } from "./credential";
import { literal, type Writing } from "./literal";

const text = (value: string) => JSON.stringify(value);
const read = (name: string) => `os.environ[${text(name)}]`;

const writing: Writing = {
  list: ["[", "]"],
  fields: ["{", "}"],
  key: (name) => `${text(name)}: `,
  text,
  words: { null: "None", true: "True", false: "False" },
  variable: ({ name, type }) => (type === "number" ? `int(${read(name)})` : read(name)),
  indent: "    ",
};

export function python(request: ExampleRequest): string {
  const { method, path, body, file, saves, variables } = request;
  const who = credentials[request.auth];
  const type = body === undefined ? [] : ['        "Content-Type": "application/json",'];
  const headers = [
    ...(who ? [`        ${text(who.header)}: ${who.prefix && `${text(who.prefix)} + `}${read(who.variable)},`] : []),
    ...(file ? ['        "Content-Type": "multipart/form-data; boundary=" + BOUNDARY,'] : type),
  ];
  return [
    ...(body === undefined ? [] : ["import json"]),
    ...(who || variables.length > 0 ? ["import os"] : []),
    "import urllib.request",
    "",
    ...(file ? multipart(request, file) : []),
    "request = urllib.request.Request(",
    `    ${address(path)},`,
    `    method=${text(method)},`,
    ...(headers.length > 0 ? ["    headers={", ...headers, "    },"] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, writing, 1)}).encode(),`]),
    ...(file ? ["    data=body,"] : []),
    ")",
    "with urllib.request.urlopen(request) as answer:",
    ...(saves === undefined
      ? ["    print(answer.status, answer.read().decode())"]
      : [`    open(${text(saves)}, "wb").write(answer.read())`, "    print(answer.status)"]),
  ].join("\n");
}

const address = (path: ExampleRequest["path"]) =>
  path
    .map((piece, index) => (piece instanceof Variable ? read(piece.name) : text((index === 0 ? API_URL : "") + piece)))
    .join(" + ");

/** Body of a multipart form, which the language has no function for. */
function multipart({ form = [] }: ExampleRequest, { name, type }: RequestFile): readonly string[] {
  const fields = form.map(([field, value]) => {
    const head = `--{BOUNDARY}\\r\\nContent-Disposition: form-data; name="${field}"\\r\\n\\r\\n`;
    const given = value instanceof Variable ? `{os.environ['${value.name}']}` : value;
    return `    f'''${head}${given}\\r\\n'''`;
  });
  const file = `--{BOUNDARY}\\r\\nContent-Disposition: form-data; name="file"; filename="${name}"\\r\\n`;
  return [
    'BOUNDARY = "a-line-that-is-not-in-the-file"',
    "head = (",
    ...fields,
    `    f'''${file}'''`,
    `    f'''Content-Type: ${type}\\r\\n\\r\\n'''`,
    ")",
    `with open(${text(name)}, "rb") as file:`,
    '    body = head.encode() + file.read() + f"\\r\\n--{BOUNDARY}--\\r\\n".encode()',
    "",
  ];
}
