import type { ErrorDefinition } from "./error-kind";

/** Errors of the server, or of servers behind it. */
export const serverErrorDefinitions = {
  INTERNAL_ERROR: {
    status: 500,
    title: "Unexpected error",
    args: { trace_id: "string" },
    message: { en: "Something went wrong on our side.", de: "Bei uns ist etwas schiefgegangen." },
    fix: "Repeat later; quote the trace id to support.",
  },
  UPSTREAM_FAILED: {
    status: 502,
    title: "External service failed",
    args: { provider: "enum" },
    message: { en: "An external service failed.", de: "Ein externer Dienst ist ausgefallen." },
    fix: "Repeat later.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    title: "Temporarily unavailable",
    args: { retry_after: "int" },
    message: { en: "The service is briefly not available.", de: "Der Dienst ist kurz nicht verfügbar." },
    fix: "Wait as many seconds as Retry-After says, then repeat with the same Idempotency-Key: it may have been done.",
  },
  UPSTREAM_TIMEOUT: {
    status: 504,
    title: "External service too slow",
    args: { provider: "enum" },
    message: { en: "An external service took too long.", de: "Ein externer Dienst hat zu lange gebraucht." },
    fix: "Repeat later.",
  },
} as const satisfies Record<string, ErrorDefinition>;
