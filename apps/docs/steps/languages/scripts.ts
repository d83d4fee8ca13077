import type { Operation } from "@leitstand/contract/operation/operation";
import { Variable } from "../../samples/reference/values";
import type { ExampleRequest, RequestFile } from "../operation-request";
import { API_ORIGIN, API_URL, credentials } from "./credential";
import { literal, type Writing } from "./literal";

const text = (value: string) => JSON.stringify(value);

const javascriptWriting: Writing = {
  list: ["[", "]"],
  fields: ["{", "}"],
  key: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : text(name)}: `,
  text,
  words: { null: "null", true: "true", false: "false" },
  variable: ({ name, type }) => (type === "number" ? `Number(process.env.${name})` : `process.env.${name}`),
  indent: "  ",
};
/** Variables need an assertion in TypeScript: the type of an environment variable includes undefined. */
const typescriptWriting: Writing = {
  ...javascriptWriting,
  variable: ({ name, type }) => (type === "number" ? `Number(process.env.${name})` : `process.env.${name}!`),
};

export function client(operation: Operation, { auth, input, file, saves }: ExampleRequest): string {
  const who = credentials[auth];
  const given = Object.keys(input).length > 0 ? literal(input, typescriptWriting) : "";
  const part =
    file && `new File([await readFile(${text(file.name)})], ${text(file.name)}, { type: ${text(file.type)} })`;
  const argument =
    part === undefined ? given : (given || "{}").replace(/\n?}$/, `${given && ","}\n  file: ${part},\n}`);
  const call = `await api.${operation.id}(${argument})`;
  const uses = [...(file ? ["readFile"] : []), ...(saves === undefined ? [] : ["writeFile"])];
  return [
    ...(uses.length > 0 ? [`import { ${uses.join(", ")} } from "node:fs/promises";`] : []),
    'import { createClient } from "@leitstand/client/client";',
    "",
    `const api = createClient({ baseUrl: ${text(API_ORIGIN)}${who ? `, ${who.option}` : ""} });`,
    ...(saves === undefined
      ? [operation.answer === undefined ? `${call};` : `console.log(${call});`]
      : [`const answer = ${call};`, `await writeFile(${text(saves)}, new Uint8Array(await answer.arrayBuffer()));`]),
  ].join("\n");
}

export function javascript(request: ExampleRequest): string {
  const { method, body, file, saves } = request;
  const who = credentials[request.auth];
  const headers = [
    ...(who ? [`    ${key(who.header)}: \`${who.prefix}\${process.env.${who.variable}}\`,`] : []),
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
  ];
  return [
    ...imports(request),
    ...formLines(request),
    `const answer = await fetch(${address(request.path)}, {`,
    `  method: ${text(method)},`,
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, javascriptWriting, 1)}),`]),
    ...(file ? ["  body: form,"] : []),
    "});",
    ...(saves === undefined
      ? ["console.log(answer.status, await answer.text());"]
      : [
          "if (!answer.ok) throw new Error(await answer.text());",
          `await writeFile(${text(saves)}, Buffer.from(await answer.arrayBuffer()));`,
          "console.log(answer.status);",
        ]),
  ].join("\n");
}

const key = (name: string) => (/^\w+$/.test(name) ? name : text(name));

function imports({ file, saves }: ExampleRequest): readonly string[] {
  const uses = [...(file ? ["readFile"] : []), ...(saves === undefined ? [] : ["writeFile"])];
  return uses.length > 0 ? [`import { ${uses.join(", ")} } from "node:fs/promises";`, ""] : [];
}

function formLines({ form = [], file }: ExampleRequest): readonly string[] {
  if (file === undefined) return [];
  return [
    "const form = new FormData();",
    ...form.map(([name, value]) => `form.append(${text(name)}, ${literal(value, javascriptWriting)});`),
    `form.append("file", ${blobOf(file)}, ${text(file.name)});`,
    "",
  ];
}

const blobOf = ({ name, type }: RequestFile) => `new Blob([await readFile(${text(name)})], { type: ${text(type)} })`;

function address(path: readonly (string | Variable)[]): string {
  if (path.every((piece) => typeof piece === "string")) return text(API_URL + path.join(""));
  const pieces = path.map((piece) => (piece instanceof Variable ? `\${process.env.${piece.name}}` : piece));
  return `\`${API_URL}${pieces.join("")}\``;
}
