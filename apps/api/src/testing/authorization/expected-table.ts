import type { TenantType, TokenKind } from "@leitstand/contract/operation/operation";
import { type CallerKind, callerKinds, isStranger, type Stranger } from "./callers";
import { type Reach, reaches } from "./reaches";

/** One row of the reviewed table; its first lines explain the columns. */
export interface Row {
  readonly operation: string;
  readonly openedBy: "anyone" | "token" | "grant";
  readonly kinds: readonly TokenKind[];
  readonly tenantTypes: readonly TenantType[];
  readonly reach: Reach;
  readonly special: Readonly<Record<string, string>>;
}
export type Cells = ReadonlyMap<CallerKind, string>;

const HEAD = "operation,opened_by,kinds,tenant_types,reach,special";
const OPENERS = ["anyone", "token", "grant"] as const;
export const TOKEN_KINDS = ["USER", "DEVICE", "SERVICE"] as const;
export const TENANT_TYPES = ["FUNERAL", "ROADSIDE_ASSISTANCE", "PLATFORM"] as const;

/** Reads the reviewed table; an unknown word is a fault of the table. */
export function readTable(text: string): readonly Row[] {
  const [head = "", ...lines] = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  if (head !== HEAD) throw new Error(`the table begins with ${head}, not with ${HEAD}`);
  return lines.map(readRow);
}

function readRow(line: string): Row {
  const [operation = "", opener, kinds = "", types = "", reach = "", special = "", ...more] = line.split(",");
  if (more.length > 0) throw new Error(`${operation}: too many columns`);
  if (!Object.hasOwn(reaches, reach)) throw new Error(`${operation}: no reach is called ${reach}`);
  return {
    operation,
    openedBy: known(operation, OPENERS, opener),
    kinds: kinds === "-" ? [] : kinds.split("+").map((kind) => known(operation, TOKEN_KINDS, kind)),
    tenantTypes: types === "all" ? TENANT_TYPES : types.split("+").map((type) => known(operation, TENANT_TYPES, type)),
    reach: reaches[reach as keyof typeof reaches],
    special: readSpecial(operation, special),
  };
}

function known<T extends string>(operation: string, words: readonly T[], word: string | undefined): T {
  const found = words.find((one) => one === word);
  if (found === undefined) throw new Error(`${operation}: ${word} is none of ${words.join(", ")}`);
  return found;
}

const specialColumns: readonly string[] = ["everywhere", "elsewhere", ...callerKinds];

function readSpecial(operation: string, text: string): Row["special"] {
  const pairs = text === "" ? [] : text.split("; ").map((pair) => pair.split("=") as [string, string]);
  for (const [column] of pairs) known(operation, specialColumns, column);
  return Object.fromEntries(pairs);
}

const refusedTokens: Readonly<Record<Stranger, string>> = {
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

const groups: Readonly<Partial<Record<CallerKind, "everywhere" | "elsewhere">>> = {
  user_with: "everywhere",
  service_with: "everywhere",
  other_branch: "elsewhere",
  other_collection: "elsewhere",
  branch_moved: "elsewhere",
};

/** Expands a row to the outcome for every kind of caller; `success` is the code of the contract. */
export function expandRow(row: Row, success: number): Cells {
  return new Map(callerKinds.map((caller) => [caller, row.special[caller] ?? outcomeFor(row, caller, success)]));
}

/** Outcome by the checks of a request in their order: token, kind of token, grant, type of tenant, reach. */
function outcomeFor(row: Row, caller: CallerKind, success: number): string {
  const { openedBy, kinds, tenantTypes } = row;
  if (openedBy === "anyone") return reached(row, isStranger(caller) ? "user_with" : caller, success);
  if (isStranger(caller)) return refusedTokens[caller];
  if (!kinds.includes(tokenOf(caller))) return KIND_REFUSED;
  if (isWithoutGrant(caller)) return openedBy === "grant" ? GRANT_MISSING : reached(row, "user_with", success);
  if (caller === "other_tenant_type" && tenantTypes.length < TENANT_TYPES.length) return TYPE_REFUSED;
  return reached(row, caller, success);
}

const isWithoutGrant = (caller: CallerKind) => caller.endsWith("_without") || caller === "role_changed";
const tokenOf = (caller: CallerKind): TokenKind =>
  caller.startsWith("device_") ? "DEVICE" : caller.startsWith("service_") ? "SERVICE" : "USER";

function reached(row: Row, caller: CallerKind, success: number): string {
  if (isWithoutGrant(caller)) return reached(row, "user_with", success);
  const place = caller === "device_with" ? "driver_on_tour" : (groups[caller] ?? caller);
  const told = row.special[place] ?? row.reach[place as keyof Reach];
  if (/^\d{3}/.test(told)) return told;
  return told === "ok" ? String(success) : `${success} ${told}`;
}
