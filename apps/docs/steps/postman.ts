import { tagDescriptions } from "@leitstand/contract/openapi/openapi-tags";
import type { Operation } from "@leitstand/contract/operation/operation";
import { Variable } from "../samples/reference/values";
import { json, literal } from "./languages/literal";
import { operations, requestOf } from "./reference";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** The contract as a Postman collection: a folder for each tag, a request for each operation, with its example. */
export function postmanCollection() {
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort();
  return {
    info: { name: "Leitstand API v1", schema: SCHEMA },
    variable: [
      { key: "baseUrl", value: "http://localhost:8080/api/v1" },
      { key: "token", value: "" },
      { key: "tenantKey", value: "" },
    ],
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    item: tags.map((tag) => ({
      name: tag,
      description: tagDescriptions[tag],
      item: operations.filter((operation) => operation.tag === tag).map(requestItem),
    })),
  };
}

const inBraces = ({ name }: Variable) => `{{${name}}}`;
const asPostman = (variable: Variable) => (variable.type === "number" ? inBraces(variable) : `"${inBraces(variable)}"`);

function requestItem(operation: Operation) {
  const { method, path, body, form, auth } = requestOf(operation);
  const raw = path.map((piece) => (piece instanceof Variable ? inBraces(piece) : piece)).join("");
  const [pathname = "", query] = raw.split("?");
  const fields = form?.map(([key, value]) => ({
    key,
    value: value instanceof Variable ? inBraces(value) : value,
    type: "text",
  }));
  return {
    name: operation.id,
    request: {
      description: [operation.summary, operation.description].filter(Boolean).join("\n\n"),
      method,
      auth: auth === "bearer" ? undefined : { type: "noauth" },
      header: auth === "tenant_key" ? [{ key: "X-Tenant-Key", value: "{{tenantKey}}" }] : [],
      url: {
        raw: `{{baseUrl}}${raw}`,
        host: ["{{baseUrl}}"],
        path: pathname.slice(1).split("/"),
        ...(query === undefined
          ? {}
          : { query: [...new URLSearchParams(query)].map(([key, value]) => ({ key, value })) }),
      },
      ...(body === undefined
        ? {}
        : { body: { mode: "raw", raw: literal(body, json(asPostman)), options: { raw: { language: "json" } } } }),
      ...(fields === undefined
        ? {}
        : { body: { mode: "formdata", formdata: [{ key: "file", type: "file" }, ...fields] } }),
    },
  };
}
