import { operationTagDescriptions } from "@leitstand/contract/openapi/openapi-tags";
import type { Operation } from "@leitstand/contract/operation/operation";
import { SampleVariable } from "../samples/reference/values";
import { createJsonLiteralSyntax, writeLiteral } from "./languages/literal";
import { operations, exampleRequestOfOperation } from "./reference";

const COLLECTION_SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** The contract as a Postman collection: a folder for each tag, a request for each operation, with its example. */
export function buildPostmanCollection() {
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort();
  return {
    info: { name: "Leitstand API v1", schema: COLLECTION_SCHEMA },
    variable: [
      { key: "baseUrl", value: "http://localhost:8080/api/v1" },
      { key: "token", value: "" },
      { key: "tenantKey", value: "" },
    ],
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    item: tags.map((tag) => ({
      name: tag,
      description: operationTagDescriptions[tag],
      item: operations.filter((operation) => operation.tag === tag).map(postmanRequestItem),
    })),
  };
}

const postmanVariable = ({ name }: SampleVariable) => `{{${name}}}`;
const toPostmanText = (variable: SampleVariable) =>
  variable.type === "number" ? postmanVariable(variable) : `"${postmanVariable(variable)}"`;

function postmanRequestItem(operation: Operation) {
  const { method, path, body, form, auth } = exampleRequestOfOperation(operation);
  const raw = path.map((piece) => (piece instanceof SampleVariable ? postmanVariable(piece) : piece)).join("");
  const [pathname = "", query] = raw.split("?");
  const fields = form?.map(([key, value]) => ({
    key,
    value: value instanceof SampleVariable ? postmanVariable(value) : value,
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
        : {
            body: {
              mode: "raw",
              raw: writeLiteral(body, createJsonLiteralSyntax(toPostmanText)),
              options: { raw: { language: "json" } },
            },
          }),
      ...(fields === undefined
        ? {}
        : { body: { mode: "formdata", formdata: [{ key: "file", type: "file" }, ...fields] } }),
    },
  };
}
