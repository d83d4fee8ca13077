import { type SampleValue, SampleVariable, variablesInValue } from "../../samples/reference/values";
import type { ExampleRequest } from "../operation-request";
import { API_URL_PLACEHOLDER, sampleCredentials } from "./credential";
import { createJsonLiteralSyntax, writeLiteral } from "./literal";

export function buildShellSample(request: ExampleRequest): string {
  const { method, body, form, file, saves } = request;
  const who = sampleCredentials[request.auth];
  const path = request.path.map((piece) => (piece instanceof SampleVariable ? `$${piece.name}` : piece)).join("");
  const lines = [
    `curl${method === "GET" || file ? "" : ` -X ${method}`} "${API_URL_PLACEHOLDER}${path}"`,
    ...(file && method !== "POST" ? [`-X ${method}`] : []),
    ...(who ? [`-H "${who.header}: ${who.prefix}$${who.variable}"`] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', bodyArgument(body)]),
    ...(form ?? []).map(
      ([name, value]) => `-F "${name}=${value instanceof SampleVariable ? `$${value.name}` : value}"`,
    ),
    ...(file ? [`-F "file=@${file.name};type=${file.type}"`] : []),
    ...(saves === undefined ? [] : [`-o ${saves}`]),
  ];
  return commandWithBody(lines, request);
}

/**
 * Body of a request. With variables it is a here-document, which the shell expands; else a quoted text, which it leaves
 * alone.
 */
const bodyArgument = (body: SampleValue) =>
  variablesInValue(body).length > 0
    ? "-d @- <<JSON"
    : `-d '${writeLiteral(body, createJsonLiteralSyntax(namedArgument)).replaceAll("'", "'\\''")}'`;

function commandWithBody(lines: readonly string[], { body }: ExampleRequest): string {
  // A here-document begins on the next line, so the command ends with it.
  const command = [...lines.filter((line) => !line.includes("<<")), ...lines.filter((line) => line.includes("<<"))];
  const joined = command.join(" \\\n  ");
  if (body === undefined || variablesInValue(body).length === 0) return joined;
  return `${joined}\n${writeLiteral(body, createJsonLiteralSyntax(namedArgument, escapeForHereDocument))}\nJSON`;
}

const namedArgument = ({ name, type }: SampleVariable) => (type === "number" ? `$${name}` : `"$${name}"`);
const escapeForHereDocument = (value: string) => JSON.stringify(value).replaceAll(/[\\$`]/g, "\\$&");
