import type { ReferencingResourceName } from "@leitstand/contract/errors/error-sentences";
import { REQUEST_BODY_BYTES_MAX } from "@leitstand/contract/operation/limits";
import type { FastifyError } from "fastify";
import { Problem, problem } from "../problem";

/** Error code of PostgreSQL for a full disk. */
const DISK_FULL_SQLSTATE = "53100";
const DISK_FULL_SYSTEM_CODES = ["ENOSPC", "EDQUOT"];
/** Seconds after which a client may try again on a full disk: an operator has to make room first. */
const DISK_FULL_RETRY_SECONDS = 30;
const diskFullProblem = () => problem("SERVICE_UNAVAILABLE", { retry_after: DISK_FULL_RETRY_SECONDS });

type DatabaseError = Error & { code?: string; constraint?: string; detail?: string; table?: string };

/**
 * Turns everything thrown into a problem of the catalogue; an unforeseen error is a 500 that tells the caller nothing.
 */
export function problemOfError(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code = "" } = error as { code?: string };
  return (
    problemOfFastifyError(error as FastifyError) ??
    (DISK_FULL_SYSTEM_CODES.includes(code) ? diskFullProblem() : undefined) ??
    (/^[0-9A-Z]{5}$/.test(code) ? problemOfPostgresError(error as DatabaseError) : undefined) ??
    (isDatabaseUnreachable(error as Error & { code?: string })
      ? problem("SERVICE_UNAVAILABLE", { retry_after: 1 })
      : undefined) ??
    problem("INTERNAL_ERROR")
  );
}

function problemOfFastifyError({ code, message }: FastifyError): Problem | undefined {
  // Node reports so that the sender hung up in the middle of the request: no fault of the server, and the answer is not
  // read.
  if (code === "ECONNRESET" && message === "aborted") return problem("REQUEST_MALFORMED_JSON");
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return problem("PAYLOAD_TOO_LARGE", { limit: REQUEST_BODY_BYTES_MAX });
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return problem("MEDIA_TYPE_UNSUPPORTED", { supported: "application/json" });
    case "FST_ERR_MAX_PARAM_LENGTH":
      return problem("REQUEST_PARAMETER_INVALID", { parameter: "path", rule: "maxLength" });
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
    case "FST_ERR_CTP_INVALID_JSON_BODY":
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
      return problem("REQUEST_MALFORMED_JSON");
    default:
      return undefined;
  }
}

/** Error codes of numbers, times and characters that no column takes. */
const UNSTORABLE_VALUE_SQLSTATES = ["22003", "22007", "22008", "22009", "22021", "22P05"];
/**
 * Deadlocks, a server that takes no writes because another one does, sessions that it has ended, too many connections,
 * a server that stops or starts: the same request may succeed in a moment.
 */
const TRANSIENT_SQLSTATES = [
  "25006",
  "25P03",
  "25P04",
  "40001",
  "40P01",
  "53200",
  "53300",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
];
/** Class of all faults of the connection itself. */
const CONNECTION_SQLSTATE_CLASS = "08";

function problemOfPostgresError(error: DatabaseError): Problem | undefined {
  const { code = "" } = error;
  if (UNSTORABLE_VALUE_SQLSTATES.includes(code))
    return new Problem("VALIDATION_FAILED", [{ field: "", rule: "storable" }]);
  if (TRANSIENT_SQLSTATES.includes(code) || code.startsWith(CONNECTION_SQLSTATE_CLASS))
    return problem("SERVICE_UNAVAILABLE", { retry_after: 1 });
  return code === DISK_FULL_SQLSTATE ? diskFullProblem() : problemOfConstraint(error);
}

/**
 * Users of an object, in the words of the API, by the table whose foreign key refers to it. Tables whose rows cannot
 * remain are not here.
 */
export const referencingResourceByTable: Readonly<Record<string, ReferencingResourceName>> = {
  areas: "area",
  branch_group_branches: "branch_group",
  calendar_events: "calendar_event",
  calendar_feeds: "calendar_feed",
  calendars: "calendar",
  case_links: "case",
  cases: "case",
  critical_messages: "critical_message",
  device_active_states: "device",
  partner_cases: "case",
  role_associations: "role_associations",
  stored_addresses: "stored_address",
  tour_users: "tour",
  tour_vehicles: "tour",
  tours: "tour",
  user_invites: "user_invite",
  user_skills: "user",
  vehicle_skills: "vehicle",
  vehicles: "vehicle",
  webhooks: "webhook",
};

/**
 * Problem of a violated constraint. Constraints are named `<table>_by_<fields>` or as PostgreSQL names them, so that a
 * clash can name its field; a field that rows of some kind must have is named by `<table>_require_<field>`.
 */
function problemOfConstraint({ code, constraint = "", detail = "" }: DatabaseError): Problem | undefined {
  switch (code) {
    case "23505":
      return constraint.startsWith("idempotency_records")
        ? problem("IDEMPOTENCY_REQUEST_IN_PROGRESS")
        : problem("RESOURCE_ALREADY_EXISTS", { field: fieldsOfConstraint(constraint, detail) });
    case "23503": {
      const still = /is still referenced from table "(\w+)"/.exec(detail)?.[1];
      return still
        ? problem("RESOURCE_IN_USE", { by: referencingResourceByTable[still] ?? "other", count: 1 })
        : problem("REFERENCE_NOT_FOUND", {
            field: fieldsOfConstraint(constraint, detail),
            id: /\)=\([^,]+, ([^)]+)\)/.exec(detail)?.[1],
          });
    }
    case "23514": {
      const field = /_require_(\w+)$/.exec(constraint)?.[1];
      return field ? new Problem("VALIDATION_FAILED", [{ field, rule: "required" }]) : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Fields of a violated constraint. Row level security hides the detail from most; the names of constraints, ours and
 * PostgreSQL's own, tell the field too.
 */
function fieldsOfConstraint(constraint: string, detail: string): string {
  const columns =
    /^Key \((.+?)\)=/.exec(detail)?.[1] ??
    constraint.replace(/^.*_by_/, "").replace(/^.*_tenant_id_(.+?)_f?key$/, "$1");
  return columns
    .split(/,\s*/)
    .map((column) => /\(?(\w+)(?:::\w+)?\)?$/.exec(column)?.[1] ?? column)
    .filter((column) => column !== "tenant_id")
    .join(",");
}

/** Error codes of the system when a server, the way to it, or the server that knows its name is gone for a while. */
const UNREACHABLE_SYSTEM_CODES = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
];
/** Messages of the database client that have no code. */
const UNREACHABLE_MESSAGE_PATTERN =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|Client was closed|connection timeout/i;

/** Whether PostgreSQL is restarting or gone: the caller may try again. */
const isDatabaseUnreachable = ({ code = "", message }: Error & { code?: string }): boolean =>
  UNREACHABLE_SYSTEM_CODES.includes(code) || UNREACHABLE_MESSAGE_PATTERN.test(message);
