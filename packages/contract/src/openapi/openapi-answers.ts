import { type ErrorCode, ErrorAnswer, errorDefinitions, ProblemAnswer } from "../errors/errors";
import { listErrorSentences } from "../errors/error-sentences";
import { answerExampleOf } from "./openapi-example";
import type { JsonObject } from "./openapi-json";
import type { OpenApiSchemaCollector } from "./openapi-schema";
import type { Operation } from "../operation/operation";
import { errorCodesOfOperation } from "../operation/operation-errors";

/** Collects the refusals that operations share, each written once, and an example of each code. */
export class OpenApiErrorAnswerCollector {
  readonly #components: OpenApiSchemaCollector;
  readonly #codes = new Set<ErrorCode>();
  readonly #refusals = new Map<string, JsonObject>();

  constructor(components: OpenApiSchemaCollector) {
    this.#components = components;
    this.#refusals.set("Error", this.#refusal("Refused or failed; `code` says why.", []));
  }

  /** Answers of one operation, by status. */
  emit(operation: Operation): JsonObject {
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of errorCodesOfOperation(operation)) {
      const { status } = errorDefinitions[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    return {
      [String(operation.success)]: this.#success(operation),
      ...Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), this.#shared(status, codes)])),
      default: { $ref: "#/components/responses/Error" },
    };
  }

  toJson(): { readonly responses: JsonObject; readonly examples: JsonObject } {
    return {
      responses: Object.fromEntries([...this.#refusals].sort(([a], [b]) => (a < b ? -1 : 1))),
      examples: Object.fromEntries([...this.#codes].sort().map((code) => [code, emitErrorExample(code)])),
    };
  }

  #success(operation: Operation): JsonObject {
    const { answer, answerType, success } = operation;
    const description = successDescriptions[success] ?? "Done.";
    if (answerType === "binary")
      return { description, content: { "*/*": { schema: { type: "string", format: "binary" } } } };
    if (answer === undefined) return { description };
    const json = this.#components.content(answer, answerExampleOf(operation));
    const stream = { schema: { type: "string", description: "Server-sent events." } };
    const streams = answerType === "event_stream" ? { "text/event-stream": stream } : {};
    return { description, content: { "application/json": json, ...streams } };
  }

  /** Shared component of refusals: the same codes are the same component, whichever operation answers them. */
  #shared(status: number, codes: readonly ErrorCode[]): JsonObject {
    const name = codes.length === 1 ? (codes[0] as string) : `Refused${status}_${textHash(codes.join())}`;
    const titles = codes.map((code) => `${errorDefinitions[code].title} (\`${code}\`)`);
    const description = `${titles.join(", ")}.`;
    const known = this.#refusals.get(name);
    if (known && known["description"] !== description) throw new Error(`two different refusals are named ${name}`);
    if (!known) this.#refusals.set(name, this.#refusal(description, codes));
    return { $ref: `#/components/responses/${name}` };
  }

  #refusal(description: string, codes: readonly ErrorCode[]): JsonObject {
    for (const code of codes) this.#codes.add(code);
    const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
    const waits = codes.some((code) => "retry_after" in errorDefinitions[code].args);
    const retry = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } };
    return {
      description,
      ...(waits ? { headers: retry } : {}),
      content: {
        "application/json": {
          schema: this.#components.convert(ErrorAnswer),
          ...(codes.length === 0 ? {} : { examples }),
        },
        "application/problem+json": { schema: this.#components.convert(ProblemAnswer) },
      },
    };
  }
}

const successDescriptions: Readonly<Record<number, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted.",
  204: "Done; no body.",
};

const argExamples = {
  string: "name",
  int: "1",
  uuid: "0b8f4a52-6c1d-4e0a-9b57-3d2c8f1e7a60",
  datetime: "2026-03-14T09:26:53+00:00",
  enum: "VALUE",
} as const;

function emitErrorExample(code: ErrorCode): JsonObject {
  const { title, message, args } = errorDefinitions[code];
  const [chosen] = listErrorSentences(code);
  return {
    summary: title,
    value: {
      time: "2026-03-14T09:26:53.589+00:00",
      code,
      title,
      message: (chosen?.sentence ?? message).en,
      args: Object.entries(args).map(([key, type]) => ({
        key,
        value: key === chosen?.arg ? chosen.value : argExamples[type as keyof typeof argExamples],
        type,
      })),
      trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
    },
  };
}

/** Hash by FNV-1a: short, the same on every machine, and two texts of one name are refused above. */
function textHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
