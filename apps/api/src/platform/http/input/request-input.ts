import { type Operation, requiresLockVersion } from "@leitstand/contract/operation/operation";
import type { FastifyRequest } from "fastify";
import type { PhoneCountry } from "../../phone-number";
import { problem } from "../../problem";
import { parseAcceptedMediaRanges } from "../accept";
import { parseQueryString } from "./parameters";
import { refuseUndialableNumbers, type UndialableNumber } from "../../undialable";
import { checkRequestParameters, normalizeRequestBody } from "./validation";

/** Input of a request, checked against the contract. */
export interface RequestInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Telephone numbers that an update may only send back as they are stored. */
  readonly undialable: readonly UndialableNumber[];
}

const EMPTY_QUERY_SCHEMA = { type: "object", properties: {}, additionalProperties: false } as unknown as NonNullable<
  Operation["query"]
>;

export function readRequestInput(operation: Operation, request: FastifyRequest, country: PhoneCountry): RequestInput {
  const { params: paramsSchema, query: querySchema = EMPTY_QUERY_SCHEMA } = operation;
  const params = request.params as Record<string, string>;
  if (paramsSchema) checkRequestParameters(paramsSchema, params);
  const [, search = ""] = (request.raw.url ?? "").split(/\?(.*)/s);
  const query = parseQueryString(search, querySchema);
  checkRequestParameters(querySchema, query);
  return { params, query, ...readJsonBody(operation, request, country) };
}

function readJsonBody(
  operation: Operation,
  { body, headers }: FastifyRequest,
  country: PhoneCountry,
): Pick<RequestInput, "body" | "undialable"> {
  if (!operation.body || operation.bodyType === "multipart") return { body: undefined, undialable: [] };
  if (body === undefined || body === null) {
    if (operation.bodyOptional) return { body: {}, undialable: [] };
    throw problem("REQUEST_BODY_REQUIRED");
  }
  const undialable = normalizeRequestBody(operation.body, body, country);
  if (!operation.keepsStoredNumbers) refuseUndialableNumbers(undialable, country);
  if (requiresLockVersion(operation))
    checkIfMatch(headers["if-match"], (body as { lock_version?: number }).lock_version);
  return { body, undialable };
}

/** Checks that If-Match, which may repeat the lock_version of the body, does not differ from it. */
function checkIfMatch(header: string | undefined, lockVersion: number | undefined) {
  if (header === undefined || header === "*") return;
  if (header !== `"${lockVersion}"`)
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "If-Match", rule: "lock_version" });
}

/** Throws NOT_ACCEPTABLE when the caller takes none of the formats that the operation answers in. */
export function checkAcceptHeader({ answerType }: Operation, accept: string | undefined) {
  if (accept === undefined || accept === "" || answerType === "binary") return;
  const streams = answerType === "event_stream" ? ["text/event-stream"] : [];
  const offered = ["application/json", "application/problem+json", ...streams];
  const wanted = parseAcceptedMediaRanges(accept);
  const takes = (type: string) =>
    wanted.some(
      (range) => range === "*/*" || range === type || (range.endsWith("/*") && type.startsWith(range.slice(0, -1))),
    );
  if (!offered.some(takes)) throw problem("NOT_ACCEPTABLE", { accepted: offered.join(", ") });
}
