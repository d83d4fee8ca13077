import { SampleVariable } from "../../samples/reference/values";
import type { ExampleRequest, ExampleRequestFile } from "../operation-request";
import { sampleCredentials } from "./credential";
import { type UrlExpressionSyntax, writeUrlExpression, writeLiteral, type LiteralSyntax } from "./literal";

const pythonText = (value: string) => JSON.stringify(value);
const pythonEnvironmentRead = (name: string) => `os.environ[${pythonText(name)}]`;

const pythonSyntax: LiteralSyntax = {
  list: ["[", "]"],
  fields: ["{", "}"],
  key: (name) => `${pythonText(name)}: `,
  text: pythonText,
  words: { null: "None", true: "True", false: "False" },
  variable: ({ name, type }) =>
    type === "number" ? `int(${pythonEnvironmentRead(name)})` : pythonEnvironmentRead(name),
  indent: "    ",
};

const pythonAddressSyntax: UrlExpressionSyntax = { text: pythonText, read: pythonEnvironmentRead, plus: " + " };

export function buildPythonSample(request: ExampleRequest): string {
  const { method, path, body, file, saves, variables } = request;
  const who = sampleCredentials[request.auth];
  const type = body === undefined ? [] : ['        "Content-Type": "application/json",'];
  const headers = [
    ...(who
      ? [
          `        ${pythonText(who.header)}: ${who.prefix && `${pythonText(who.prefix)} + `}${pythonEnvironmentRead(who.variable)},`,
        ]
      : []),
    ...(file ? ['        "Content-Type": "multipart/form-data; boundary=" + BOUNDARY,'] : type),
  ];
  return [
    ...(body === undefined ? [] : ["import json"]),
    ...(who || variables.length > 0 ? ["import os"] : []),
    "import urllib.request",
    "",
    ...(file ? pythonMultipart(request, file) : []),
    "request = urllib.request.Request(",
    `    ${writeUrlExpression(path, pythonAddressSyntax)},`,
    `    method=${pythonText(method)},`,
    ...(headers.length > 0 ? ["    headers={", ...headers, "    },"] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${writeLiteral(body, pythonSyntax, 1)}).encode(),`]),
    ...(file ? ["    data=body,"] : []),
    ")",
    "with urllib.request.urlopen(request) as answer:",
    ...(saves === undefined
      ? ["    print(answer.status, answer.read().decode())"]
      : [`    open(${pythonText(saves)}, "wb").write(answer.read())`, "    print(answer.status)"]),
  ].join("\n");
}

/** Body of a multipart form, which the language has no function for. */
function pythonMultipart({ form = [] }: ExampleRequest, { name, type }: ExampleRequestFile): readonly string[] {
  const fields = form.map(([field, value]) => {
    const head = `--{BOUNDARY}\\r\\nContent-Disposition: form-data; name="${field}"\\r\\n\\r\\n`;
    const given = value instanceof SampleVariable ? `{os.environ['${value.name}']}` : value;
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
    `with open(${pythonText(name)}, "rb") as file:`,
    '    body = head.encode() + file.read() + f"\\r\\n--{BOUNDARY}--\\r\\n".encode()',
    "",
  ];
}
