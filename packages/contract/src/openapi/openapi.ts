import { OpenApiErrorAnswerCollector } from "./openapi-answers";
import { requestBodyExampleOf, exampleOfSchema } from "./openapi-example";
import type { JsonObject } from "./openapi-json";
import { OpenApiSchemaCollector } from "./openapi-schema";
import { operationTagDescriptions } from "./openapi-tags";
import { acceptsIdempotencyKey, type Operation, requiresLockVersion, type OperationTag } from "../operation/operation";
import { rateLimits } from "../operation/rate-limits";
import { isCommaSeparatedListSchema } from "../core/comma-list";

/** Parts collected while the operations are written. */
interface DocumentDraft {
  readonly components: OpenApiSchemaCollector;
  readonly answers: OpenApiErrorAnswerCollector;
}

/** The whole contract as an OpenAPI 3.0.3 document. */
export function generateOpenApiDocument(operations: Readonly<Record<string, Operation>>): JsonObject {
  const components = new OpenApiSchemaCollector();
  const draft: DocumentDraft = { components, answers: new OpenApiErrorAnswerCollector(components) };
  const paths: Record<string, JsonObject> = {};
  for (const operation of Object.values(operations)) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = emitOperation(draft, operation);
  }
  const tags = [...new Set(Object.values(operations).map(({ tag }) => tag))].sort();
  return {
    openapi: "3.0.3",
    info: {
      title: "Leitstand API",
      version: "v1",
      description:
        "Dispatch and fleet operations for funeral transport and roadside assistance. Times are RFC 3339 in UTC, distances are metres, durations are seconds, coordinates are WGS 84 degrees.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: "/api/v1" }],
    tags: tags.map((tag: OperationTag) => ({ name: tag, description: operationTagDescriptions[tag] })),
    paths,
    components: {
      securitySchemes: usedSecuritySchemes(Object.values(operations)),
      parameters: usedParameters(Object.values(operations)),
      ...draft.answers.toJson(),
      schemas: components.toJson(),
    },
  };
}

function emitOperation(draft: DocumentDraft, operation: Operation): JsonObject {
  const { id, tag, summary, description, auth, grant, kinds, tenantTypes, changes, limit } = operation;
  const body = emitRequestBody(draft, operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: auth === "public" ? [] : [{ [auth]: [] }],
    ...(grant === null ? {} : { "x-grant": grant }),
    ...(auth === "bearer" ? { "x-token-kinds": kinds } : {}),
    ...(tenantTypes === undefined ? {} : { "x-tenant-types": tenantTypes }),
    ...(changes === undefined ? {} : { "x-changes": changes }),
    "x-rate-limit": { class: limit, ...(rateLimits[limit] as unknown as JsonObject) },
    parameters: emitParameters(draft, operation),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: draft.answers.emit(operation),
  };
}

/**
 * Writes the path parameters in the order of the path, then the query's, then the headers that the operation's shape
 * implies.
 */
function emitParameters({ components }: DocumentDraft, operation: Operation): JsonObject[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const schema = operation.params?.properties[name as string];
    if (!schema) throw new Error(`${operation.id}: the path names {${name}}, params does not`);
    return emitParameter(components, schema, { name: name as string, in: "path", required: true });
  });
  const required: readonly string[] = operation.query?.required ?? [];
  const inQuery = Object.entries(operation.query?.properties ?? {}).map(([name, schema]) =>
    emitParameter(components, schema, { name, in: "query", required: required.includes(name) }),
  );
  const references = headersOfOperation(operation).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return [...inPath, ...inQuery, ...references];
}

function emitParameter(
  components: OpenApiSchemaCollector,
  schema: object,
  place: JsonObject & { name: string },
): JsonObject {
  const converted = components.convert(schema);
  const { description, example: _, ...rest } = converted;
  const commas = isCommaSeparatedListSchema(schema);
  return {
    ...place,
    ...(description === undefined ? {} : { description }),
    ...(rest["type"] === "array" ? { style: "form", explode: !commas } : {}),
    schema: rest,
    example: exampleOfSchema(schema, place.name),
  };
}

const headerParameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    description:
      "Any text of up to 255 characters, new for each intent. Repeating it within 24 hours replays the stored answer.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "3f1c2a7e-8d0b-4f39-9f62-5a1e7f0c4b21",
  },
  IfMatch: {
    name: "If-Match",
    description: "May repeat the body's `lock_version`, in quotation marks.",
    schema: { type: "string" },
    example: '"3"',
  },
  LastEventId: {
    name: "Last-Event-ID",
    description: "The id of the last event that was received; the stream goes on after it.",
    schema: { type: "string" },
    example: "1042-1c0a80115",
  },
  AcceptLanguage: {
    name: "Accept-Language",
    description: "The language of error messages, and of the names of public holidays: `en` or `de`.",
    schema: { type: "string" },
    example: "de",
  },
} as const;
type HeaderName = keyof typeof headerParameters;

function headersOfOperation(operation: Operation): readonly HeaderName[] {
  const names: HeaderName[] = [];
  if (acceptsIdempotencyKey(operation)) names.push("IdempotencyKey");
  if (requiresLockVersion(operation)) names.push("IfMatch");
  if (operation.answerType === "event_stream") names.push("LastEventId");
  return [...names, "AcceptLanguage"];
}

function usedParameters(operations: readonly Operation[]): JsonObject {
  const used = new Set(operations.flatMap(headersOfOperation));
  const all = Object.entries(headerParameters) as [HeaderName, JsonObject][];
  return Object.fromEntries(
    all
      .filter(([name]) => used.has(name))
      .map(([name, header]) => [name, { ...header, in: "header", required: false }]),
  );
}

function emitRequestBody({ components }: DocumentDraft, operation: Operation): JsonObject | undefined {
  const { body, bodyType, bodyOptional } = operation;
  if (bodyType === "multipart")
    return { required: true, content: { "multipart/form-data": emitForm(components, body) } };
  if (body === undefined) return undefined;
  const json = components.content(body, requestBodyExampleOf(operation));
  const content = { "application/json": json };
  return { required: !bodyOptional, content };
}

/** Writes a form: exactly one part named `file`, and the text fields beside it. */
function emitForm(components: OpenApiSchemaCollector, body: object | undefined): JsonObject {
  const { properties = {}, required = [] } = (body ?? {}) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  const fields = Object.entries(properties).map(([name, schema]) => [name, components.convert(schema)] as const);
  const file = { type: "string", format: "binary" };
  return {
    schema: { type: "object", required: ["file", ...required], properties: { file, ...Object.fromEntries(fields) } },
  };
}

const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The token of a person (USER), of a verified phone (DEVICE) or of an integration (SERVICE).",
  },
  tenant_key: {
    type: "apiKey",
    in: "header",
    name: "X-Tenant-Key",
    description: "Names the tenant before anyone is signed in. Public; see `/tenants/config/{short_code}/key`.",
  },
} as const;

function usedSecuritySchemes(operations: readonly Operation[]): JsonObject {
  const used = new Set(operations.map(({ auth }) => auth));
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name as Operation["auth"])));
}
