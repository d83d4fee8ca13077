import { errorRegistry } from "@leitstand/contract/errors/errors";
import { emitOpenApi } from "@leitstand/contract/openapi/openapi";
import { answerExampleOf } from "@leitstand/contract/openapi/openapi-example";
import { tagDescriptions } from "@leitstand/contract/openapi/openapi-tags";
import { acceptsIdempotencyKey, type Operation, takesLockVersion } from "@leitstand/contract/operation/operation";
import { errorsOf } from "@leitstand/contract/operation/operation-errors";
import { operations as operationsByName } from "@leitstand/contract/operations";
import { type Described, type ExampleRequest, exampleRequest } from "./operation-request";
import { highlight } from "./highlight";
import { type Sample, samplesOf } from "./operation-samples";

export const operations: readonly Operation[] = Object.values(operationsByName as Record<string, Operation>);
const document = emitOpenApi(operationsByName as Record<string, Operation>);
const paths = document["paths"] as unknown as Readonly<Record<string, Readonly<Record<string, Described>>>>;

const describedOf = ({ path, method }: Operation): Described => {
  const found = paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return found;
};

export const requestOf = (operation: Operation): ExampleRequest => exampleRequest(operation, describedOf(operation));

/** All operations by tag, as the static list of the reference shows them. */
export function listOperations() {
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort();
  return tags.map((tag) => ({
    tag,
    description: tagDescriptions[tag],
    operations: operations
      .filter((operation) => operation.tag === tag)
      .map((operation) => ({
        id: operation.id,
        method: operation.method,
        path: operation.path,
        summary: operation.summary,
        description: operation.description ?? "",
        facts: factsOf(operation),
      })),
  }));
}

/** What a caller needs to be allowed in, in words. */
function factsOf(operation: Operation): readonly string[] {
  const { auth, grant, kinds, tenantTypes, limit } = operation;
  const grants = typeof grant === "string" ? [grant] : (grant ?? []);
  const who = { public: "No token", tenant_key: "`X-Tenant-Key`", bearer: `Token: ${kinds.join(", ")}` }[auth];
  return [
    who,
    ...(grants.length > 0 ? [`Grant: ${grants.map((name) => `\`${name}\``).join(" or ")}`] : []),
    ...(tenantTypes === undefined ? [] : [`Tenants: ${tenantTypes.join(", ")}`]),
    `Rate class: \`${limit}\``,
    ...(takesLockVersion(operation) ? ["Takes `lock_version`"] : []),
    ...(acceptsIdempotencyKey(operation) ? ["Accepts `Idempotency-Key`"] : []),
  ];
}

/** What the list shows of an operation when it is opened. */
export function detailsOf(operation: Operation) {
  const answer = answerExampleOf(operation);
  return {
    samples: samplesOf(operation, requestOf(operation)).map(colouredSample),
    status: operation.success,
    answer_html: answer === undefined ? null : highlight(JSON.stringify(answer, null, 2), "json"),
    errors: errorsOf(operation).map((code) => {
      const { status, title } = errorRegistry[code];
      return { code, status, title: String(title) };
    }),
  };
}

/** Its place for the address has to stay whole, so that the page can put the address in. */
function colouredSample({ label, language, code }: Sample) {
  const html = highlight(code, language);
  const placesIn = (text: string) => text.split(/\{api_(?:url|origin)\}/).length;
  if (placesIn(html) !== placesIn(code)) throw new Error(`Colours tear the address in the ${label} sample:\n${code}`);
  return { label, language, html };
}

/** The contract's document with our samples, for the interactive reference. */
export function documentWithSamples() {
  const withSamples = structuredClone(paths) as Record<string, Record<string, object>>;
  for (const operation of operations) {
    const item = withSamples[operation.path] as Record<string, object>;
    const method = operation.method.toLowerCase();
    const samples = samplesOf(operation, requestOf(operation));
    item[method] = {
      ...item[method],
      "x-codeSamples": samples.map(({ label, language, code }) => ({ lang: language, label, source: code })),
    };
  }
  return { ...document, paths: withSamples };
}
