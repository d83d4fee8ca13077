import type { Operation } from "@leitstand/contract/operation/operation";
import { SampleVariable } from "../../samples/reference/values";
import type { ExampleRequest, ExampleRequestFile } from "../operation-request";
import { API_ORIGIN_PLACEHOLDER, API_URL_PLACEHOLDER, sampleCredentials } from "./credential";
import { writeLiteral, type LiteralSyntax } from "./literal";

const scriptText = (value: string) => JSON.stringify(value);

const javascriptSyntax: LiteralSyntax = {
  list: ["[", "]"],
  fields: ["{", "}"],
  key: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : scriptText(name)}: `,
  text: scriptText,
  words: { null: "null", true: "true", false: "false" },
  variable: ({ name, type }) => (type === "number" ? `Number(process.env.${name})` : `process.env.${name}`),
  indent: "  ",
};
/** Variables need an assertion in TypeScript: the type of an environment variable includes undefined. */
const typescriptSyntax: LiteralSyntax = {
  ...javascriptSyntax,
  variable: ({ name, type }) => (type === "number" ? `Number(process.env.${name})` : `process.env.${name}!`),
};

export function buildTypescriptClientSample(
  operation: Operation,
  { auth, input, file, saves }: ExampleRequest,
): string {
  const who = sampleCredentials[auth];
  const given = Object.keys(input).length > 0 ? writeLiteral(input, typescriptSyntax) : "";
  const part =
    file &&
    `new File([await readFile(${scriptText(file.name)})], ${scriptText(file.name)}, { type: ${scriptText(file.type)} })`;
  const argument =
    part === undefined ? given : (given || "{}").replace(/\n?}$/, `${given && ","}\n  file: ${part},\n}`);
  const call = `await api.${operation.id}(${argument})`;
  const uses = [...(file ? ["readFile"] : []), ...(saves === undefined ? [] : ["writeFile"])];
  return [
    ...(uses.length > 0 ? [`import { ${uses.join(", ")} } from "node:fs/promises";`] : []),
    'import { createClient } from "@leitstand/client/client";',
    "",
    `const api = createClient({ baseUrl: ${scriptText(API_ORIGIN_PLACEHOLDER)}${who ? `, ${who.option}` : ""} });`,
    ...(saves === undefined
      ? [operation.answer === undefined ? `${call};` : `console.log(${call});`]
      : [
          `const answer = ${call};`,
          `await writeFile(${scriptText(saves)}, new Uint8Array(await answer.arrayBuffer()));`,
        ]),
  ].join("\n");
}

export function buildJavascriptSample(request: ExampleRequest): string {
  const { method, body, file, saves } = request;
  const who = sampleCredentials[request.auth];
  const headers = [
    ...(who ? [`    ${objectKey(who.header)}: \`${who.prefix}\${process.env.${who.variable}}\`,`] : []),
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
  ];
  return [
    ...importLines(request),
    ...formLines(request),
    `const answer = await fetch(${addressExpression(request.path)}, {`,
    `  method: ${scriptText(method)},`,
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${writeLiteral(body, javascriptSyntax, 1)}),`]),
    ...(file ? ["  body: form,"] : []),
    "});",
    ...(saves === undefined
      ? ["console.log(answer.status, await answer.text());"]
      : [
          "if (!answer.ok) throw new Error(await answer.text());",
          `await writeFile(${scriptText(saves)}, Buffer.from(await answer.arrayBuffer()));`,
          "console.log(answer.status);",
        ]),
  ].join("\n");
}

const objectKey = (name: string) => (/^\w+$/.test(name) ? name : scriptText(name));

function importLines({ file, saves }: ExampleRequest): readonly string[] {
  const uses = [...(file ? ["readFile"] : []), ...(saves === undefined ? [] : ["writeFile"])];
  return uses.length > 0 ? [`import { ${uses.join(", ")} } from "node:fs/promises";`, ""] : [];
}

function formLines({ form = [], file }: ExampleRequest): readonly string[] {
  if (file === undefined) return [];
  return [
    "const form = new FormData();",
    ...form.map(([name, value]) => `form.append(${scriptText(name)}, ${writeLiteral(value, javascriptSyntax)});`),
    `form.append("file", ${blobExpression(file)}, ${scriptText(file.name)});`,
    "",
  ];
}

const blobExpression = ({ name, type }: ExampleRequestFile) =>
  `new Blob([await readFile(${scriptText(name)})], { type: ${scriptText(type)} })`;

function addressExpression(path: readonly (string | SampleVariable)[]): string {
  if (path.every((piece) => typeof piece === "string")) return scriptText(API_URL_PLACEHOLDER + path.join(""));
  const pieces = path.map((piece) => (piece instanceof SampleVariable ? `\${process.env.${piece.name}}` : piece));
  return `\`${API_URL_PLACEHOLDER}${pieces.join("")}\``;
}
