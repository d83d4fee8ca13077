import type { TenantType, TokenKind } from "@leitstand/contract/operation/operation";
import {
  type CallerKind,
  callerKinds,
  isUnadmittedCaller,
  tokenKindOfCaller,
  type UnadmittedCallerKind,
} from "./callers";
import { type ScopeReachRule, scopeReachRules } from "./reaches";

/** One row of the reviewed table; its first lines explain the columns. */
export interface ReviewedAccessRow {
  readonly operation: string;
  readonly openedBy: "anyone" | "token" | "grant";
  readonly kinds: readonly TokenKind[];
  readonly tenantTypes: readonly TenantType[];
  readonly reach: ScopeReachRule;
  readonly special: Readonly<Record<string, string>>;
}
export type ExpectedOutcomesByCaller = ReadonlyMap<CallerKind, string>;

const TABLE_HEADER = "operation,opened_by,kinds,tenant_types,reach,special";
const OPENED_BY_VALUES = ["anyone", "token", "grant"] as const;
export const TOKEN_KINDS = ["USER", "DEVICE", "SERVICE"] as const;
export const TENANT_TYPES = ["FUNERAL", "ROADSIDE_ASSISTANCE", "PLATFORM"] as const;

/** Reads the reviewed table; an unknown word is a fault of the table. */
export function parseReviewedAccessTable(text: string): readonly ReviewedAccessRow[] {
  const [head = "", ...lines] = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  if (head !== TABLE_HEADER) throw new Error(`the table begins with ${head}, not with ${TABLE_HEADER}`);
  return lines.map(parseReviewedRow);
}

function parseReviewedRow(line: string): ReviewedAccessRow {
  const [operation = "", opener, kinds = "", types = "", reach = "", special = "", ...more] = line.split(",");
  if (more.length > 0) throw new Error(`${operation}: too many columns`);
  if (!Object.hasOwn(scopeReachRules, reach)) throw new Error(`${operation}: no reach is called ${reach}`);
  return {
    operation,
    openedBy: requireKnownWord(operation, OPENED_BY_VALUES, opener),
    kinds: kinds === "-" ? [] : kinds.split("+").map((kind) => requireKnownWord(operation, TOKEN_KINDS, kind)),
    tenantTypes:
      types === "all" ? TENANT_TYPES : types.split("+").map((type) => requireKnownWord(operation, TENANT_TYPES, type)),
    reach: scopeReachRules[reach as keyof typeof scopeReachRules],
    special: parseSpecialColumn(operation, special),
  };
}

function requireKnownWord<T extends string>(operation: string, words: readonly T[], word: string | undefined): T {
  const found = words.find((one) => one === word);
  if (found === undefined) throw new Error(`${operation}: ${word} is none of ${words.join(", ")}`);
  return found;
}

const specialColumns: readonly string[] = ["everywhere", "elsewhere", ...callerKinds];

function parseSpecialColumn(operation: string, text: string): ReviewedAccessRow["special"] {
  const pairs = text === "" ? [] : text.split("; ").map((pair) => pair.split("=") as [string, string]);
  for (const [column] of pairs) requireKnownWord(operation, specialColumns, column);
  return Object.fromEntries(pairs);
}

const outcomesOfBadTokens: Readonly<Record<UnadmittedCallerKind, string>> = {
  no_token: "401 AUTH_TOKEN_MISSING",
  malformed_token: "401 AUTH_TOKEN_INVALID",
  truncated_token: "401 AUTH_TOKEN_INVALID",
  expired_token: "401 AUTH_TOKEN_EXPIRED",
  blacklisted_service: "401 AUTH_TOKEN_REVOKED",
  revoked_user: "401 AUTH_TOKEN_REVOKED",
  blocked_user: "403 AUTH_USER_BLOCKED",
  disabled_device: "403 AUTH_DEVICE_DISABLED",
  tenant_header_mismatch: "403 AUTH_TENANT_MISMATCH",
};
const KIND_REFUSED = "403 AUTH_TOKEN_KIND_NOT_ALLOWED";
const GRANT_MISSING = "403 AUTH_GRANT_MISSING";
const TYPE_REFUSED = "422 ACTION_NOT_AVAILABLE";

const specialColumnByCaller: Readonly<Partial<Record<CallerKind, "everywhere" | "elsewhere">>> = {
  user_with: "everywhere",
  service_with: "everywhere",
  other_branch: "elsewhere",
  other_collection: "elsewhere",
  branch_moved: "elsewhere",
};

/** Expands a row to the outcome for every kind of caller; `success` is the code of the contract. */
export function expandRowToExpectedOutcomes(row: ReviewedAccessRow, success: number): ExpectedOutcomesByCaller {
  return new Map(callerKinds.map((caller) => [caller, row.special[caller] ?? outcomeFor(row, caller, success)]));
}

/** Outcome by the checks of a request in their order: token, kind of token, grant, type of tenant, reach. */
function outcomeFor(row: ReviewedAccessRow, caller: CallerKind, success: number): string {
  const { openedBy, kinds, tenantTypes } = row;
  if (openedBy === "anyone") return outcomeByReach(row, isUnadmittedCaller(caller) ? "user_with" : caller, success);
  if (isUnadmittedCaller(caller)) return outcomesOfBadTokens[caller];
  if (!kinds.includes(tokenKindOfCaller(caller))) return KIND_REFUSED;
  if (isCallerWithoutGrant(caller))
    return openedBy === "grant" ? GRANT_MISSING : outcomeByReach(row, "user_with", success);
  if (caller === "other_tenant_type" && tenantTypes.length < TENANT_TYPES.length) return TYPE_REFUSED;
  return outcomeByReach(row, caller, success);
}

const isCallerWithoutGrant = (caller: CallerKind) => caller.endsWith("_without") || caller === "role_changed";

function outcomeByReach(row: ReviewedAccessRow, caller: CallerKind, success: number): string {
  if (isCallerWithoutGrant(caller)) return outcomeByReach(row, "user_with", success);
  const place = caller === "device_with" ? "driver_on_tour" : (specialColumnByCaller[caller] ?? caller);
  const told = row.special[place] ?? row.reach[place as keyof ScopeReachRule];
  if (/^\d{3}/.test(told)) return told;
  return told === "ok" ? String(success) : `${success} ${told}`;
}
