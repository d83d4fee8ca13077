import { type Value, Variable, variablesIn } from "../../samples/reference/values";
import type { ExampleRequest } from "../operation-request";
import { API_URL, credentials } from "./credential";
import { json, literal } from "./literal";

export function shell(request: ExampleRequest): string {
  const { method, body, form, file, saves } = request;
  const who = credentials[request.auth];
  const path = request.path.map((piece) => (piece instanceof Variable ? `$${piece.name}` : piece)).join("");
  const lines = [
    `curl${method === "GET" || file ? "" : ` -X ${method}`} "${API_URL}${path}"`,
    ...(file && method !== "POST" ? [`-X ${method}`] : []),
    ...(who ? [`-H "${who.header}: ${who.prefix}$${who.variable}"`] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', data(body)]),
    ...(form ?? []).map(([name, value]) => `-F "${name}=${value instanceof Variable ? `$${value.name}` : value}"`),
    ...(file ? [`-F "file=@${file.name};type=${file.type}"`] : []),
    ...(saves === undefined ? [] : [`-o ${saves}`]),
  ];
  return withBody(lines, request);
}

/**
 * Body of a request. With variables it is a here-document, which the shell expands; else a quoted text, which it leaves
 * alone.
 */
const data = (body: Value) =>
  variablesIn(body).length > 0 ? "-d @- <<JSON" : `-d '${literal(body, json(named)).replaceAll("'", "'\\''")}'`;

function withBody(lines: readonly string[], { body }: ExampleRequest): string {
  // A here-document begins on the next line, so the command ends with it.
  const command = [...lines.filter((line) => !line.includes("<<")), ...lines.filter((line) => line.includes("<<"))];
  const joined = command.join(" \\\n  ");
  if (body === undefined || variablesIn(body).length === 0) return joined;
  return `${joined}\n${literal(body, json(named, inHereDocument))}\nJSON`;
}

const named = ({ name, type }: Variable) => (type === "number" ? `$${name}` : `"$${name}"`);
const inHereDocument = (value: string) => JSON.stringify(value).replaceAll(/[\\$`]/g, "\\$&");
