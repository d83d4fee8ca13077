import { type ErrorCode, errorDefinitions } from "../errors/errors";
import { acceptsIdempotencyKey, type Operation, requiresLockVersion } from "./operation";

/** Every code an operation may answer: its own and those that its shape implies. */
export function errorCodesOfOperation(operation: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(operation.errors);
  for (const [implied, applies] of impliedErrors(operation)) if (applies) for (const code of implied) codes.add(code);
  return [...codes].sort((a, b) => errorDefinitions[a].status - errorDefinitions[b].status || (a < b ? -1 : 1));
}

function impliedErrors(operation: Operation): readonly (readonly [readonly ErrorCode[], boolean])[] {
  const { auth, body, bodyType, path, query, method } = operation;
  const json = body !== undefined && bodyType !== "multipart";
  return [
    [
      [
        "RATE_LIMIT_EXCEEDED",
        "INTERNAL_ERROR",
        "SERVICE_UNAVAILABLE",
        "NOT_ACCEPTABLE",
        "REQUEST_PARAMETER_INVALID",
        "URI_TOO_LONG",
      ],
      true,
    ],
    [["AUTH_TOKEN_MISSING", "AUTH_TOKEN_INVALID", "AUTH_TOKEN_EXPIRED", "AUTH_TOKEN_REVOKED"], auth === "bearer"],
    [["AUTH_TENANT_MISMATCH", "AUTH_TOKEN_KIND_NOT_ALLOWED"], auth === "bearer"],
    [["AUTH_USER_BLOCKED", "AUTH_DEVICE_DISABLED"], auth === "bearer"],
    [["AUTH_GRANT_MISSING"], auth === "bearer" && operation.grant !== null],
    [["AUTH_REAUTHENTICATION_REQUIRED"], operation.sensitive === true],
    [["TENANT_KEY_MISSING", "TENANT_KEY_INVALID"], auth === "tenant_key"],
    [["REQUEST_PARAMETER_MISSING"], (query?.required?.length ?? 0) > 0],
    [["RESOURCE_NOT_FOUND"], path.includes("{")],
    [["SORT_FIELD_UNKNOWN"], query?.properties?.["sort"] !== undefined],
    [["REQUEST_BODY_REQUIRED"], body !== undefined && !operation.bodyOptional],
    [["REQUEST_MALFORMED_JSON"], json],
    [["REQUEST_UNKNOWN_FIELD", "VALIDATION_FAILED", "PAYLOAD_TOO_LARGE", "MEDIA_TYPE_UNSUPPORTED"], body !== undefined],
    [["LOCK_VERSION_CONFLICT"], requiresLockVersion(operation)],
    [["ACTION_NOT_AVAILABLE"], operation.tenantTypes !== undefined],
    [["BRANCH_ACCESS_DENIED"], operation.changes === "TENANT"],
    [
      ["IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_REQUEST_IN_PROGRESS"],
      acceptsIdempotencyKey(operation) && method !== "GET",
    ],
  ];
}
