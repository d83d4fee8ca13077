import { acceptsIdempotencyKey, type Operation, requiresLockVersion } from "@leitstand/contract/operation/operation";
import { rateLimits } from "@leitstand/contract/operation/rate-limits";
import { rateLimitText } from "../../src/contract/contract-rates";
import {
  openApiOperationOf,
  referencedSchemaName,
  parametersOf,
  resolveSchemaReference,
  type OpenApiSchema,
} from "./api-document";
import { ErrorsSection } from "./errors-section";
import { referenceFieldsOfBody, parameterToReferenceField } from "./fields";
import { FieldsSection } from "./fields-section";
import { ProseText } from "./prose";
import { SamplesColumn } from "./samples-column";

/** All facts about one operation, as HTML that needs no script. */
export function OperationFragment({ operation }: { operation: Operation }) {
  const { description = "" } = operation;
  const body = bodyOfRequest(operation);
  const answer = answerOfOperation(operation);
  return (
    <>
      <article className="ref-article">
        <OperationHead operation={operation} hasBody={body !== undefined} />
        <ProseText text={description} />
        <OperationFacts operation={operation} />
        <OperationParameters operation={operation} />
        {body && (
          <FieldsSection
            id="body"
            title="Body"
            mark="required"
            note={body.note}
            fields={referenceFieldsOfBody(body.schema, "body")}
          >
            {body.isOptional && <p>May be left out.</p>}
          </FieldsSection>
        )}
        <FieldsSection
          id="answer"
          title={`Answer ${operation.success}`}
          mark="always"
          note={answer.note}
          fields={answer.schema ? referenceFieldsOfBody(answer.schema, "answer") : []}
        >
          {answer.words !== undefined && <p>{answer.words}</p>}
        </FieldsSection>
        <ErrorsSection operation={operation} />
      </article>
      <SamplesColumn operation={operation} />
    </>
  );
}

function OperationHead({ operation, hasBody }: { operation: Operation; hasBody: boolean }) {
  const { id, tag, method, path, summary } = operation;
  return (
    <>
      <nav className="ref-crumbs" aria-label="Breadcrumbs">
        <a href="/openapi/">API reference</a> <span aria-hidden="true">›</span>{" "}
        <a href={`/openapi/#tag-${tag}`}>{tag}</a>
      </nav>
      <header className="ref-title">
        <h1>{summary}</h1>
        <button type="button" className="ref-markdown" data-markdown={`/openapi/${id}.md`} hidden>
          Copy as Markdown
        </button>
      </header>
      <div className="ref-bar" data-section-bar hidden>
        <strong>{summary}</strong>
        <nav aria-label="Sections">
          <a href="#parameters">Path and headers</a>
          {hasBody && <a href="#body">Body</a>}
          <a href="#answer">Answer</a>
          <a href="#errors">Errors</a>
        </nav>
      </div>
      <p className="ref-address">
        <span className={`ref-method ref-method-${method.toLowerCase()}`}>{method}</span>{" "}
        <code>
          /api/v1
          {path.split(/(\{\w+\})/).map((part, at) => (at % 2 === 1 ? <b key={part}>{part}</b> : part))}
        </code>{" "}
        <code className="ref-id">{id}</code>
      </p>
    </>
  );
}

function OperationFacts({ operation }: { operation: Operation }) {
  const { auth, grant, kinds, tenantTypes, limit, description = "" } = operation;
  const grants = typeof grant === "string" ? [grant] : (grant ?? []);
  const who = { public: "none", tenant_key: "X-Tenant-Key", bearer: kinds.join(", ") }[auth];
  const emits = [...description.matchAll(/\bEmits ([^.]*)\./g)]
    .flatMap(([, names = ""]) => [...names.matchAll(/`([^`]+)`/g)])
    .map(([, name]) => name);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Token", who],
    ["Grant", grants.length > 0 ? grants.join(" or ") : undefined],
    ["Tenants", tenantTypes?.join(", ")],
    ["Rate", `${rateLimitText(rateLimits[limit].token)} (${limit})`],
    ["Emits", emits.length > 0 ? [...new Set(emits)].join(", ") : undefined],
    ["Repeating", acceptsIdempotencyKey(operation) ? "Idempotency-Key" : undefined],
    ["Changes on", requiresLockVersion(operation) ? "lock_version" : undefined],
  ];
  return (
    <dl className="ref-facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function OperationParameters({ operation }: { operation: Operation }) {
  const parameters = parametersOf(operation);
  if (parameters.length === 0) return null;
  const fieldsIn = (...places: string[]) =>
    parameters.filter((parameter) => places.includes(parameter.in)).map(parameterToReferenceField);
  const headers = fieldsIn("header");
  return (
    <FieldsSection
      id="parameters"
      title={parameters.some(({ in: place }) => place === "query") ? "Path, query and headers" : "Path and headers"}
      mark="required"
      fields={fieldsIn("path", "query")}
      seldom={{
        title: `${headers.length} optional ${headers.length === 1 ? "header" : "headers"}: ${headers.map(({ name }) => name).join(", ")}`,
        fields: headers,
      }}
    />
  );
}

interface BodySection {
  readonly schema: OpenApiSchema;
  readonly note: string;
  readonly isOptional: boolean;
}

function bodyOfRequest(operation: Operation): BodySection | undefined {
  const { requestBody } = openApiOperationOf(operation);
  const [[mediaType, content] = []] = Object.entries(requestBody?.content ?? {});
  if (mediaType === undefined || content === undefined) return undefined;
  return {
    schema: content.schema,
    note: mediaTypeNote(mediaType, content.schema),
    isOptional: requestBody?.required !== true,
  };
}

function answerOfOperation(operation: Operation): { schema?: OpenApiSchema; note?: string; words?: string } {
  const response = openApiOperationOf(operation).responses[String(operation.success)];
  const [[mediaType, content] = []] = Object.entries(response?.content ?? {});
  if (mediaType === undefined || content === undefined) return { words: "No body." };
  if (mediaType === "*/*") return { note: "the media type of the file", words: "The bytes of the file." };
  const { type, description } = resolveSchemaReference(content.schema);
  const words = mediaType === "text/event-stream" ? "Events, as long as the connection is open." : description;
  return {
    schema: content.schema,
    note: mediaTypeNote(mediaType, content.schema),
    ...(words === undefined ? {} : { words: type === "array" ? `An array. ${words}` : words }),
  };
}

function mediaTypeNote(mediaType: string, schema: OpenApiSchema): string {
  const resolved = resolveSchemaReference(schema);
  const shape = referencedSchemaName(schema) ?? referencedSchemaName(resolved.items ?? {});
  const list = resolved.type === "array" ? "array of " : "";
  return shape === undefined ? mediaType : `${mediaType} · ${list}${shape}`;
}
