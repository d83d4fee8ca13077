import type { TenantType, TokenKind } from "@leitstand/contract/operation/operation";

export type RoleType = "ADMINISTRATOR" | "DISPATCHER" | "DRIVER" | "INTEGRATION" | "READER";

/** Role as a user or device holds it; `branch_ids` null: everywhere in the tenant. */
export interface HeldRole {
  readonly id: string;
  readonly role_type: RoleType;
  readonly grants: readonly string[];
  readonly branch_ids: readonly string[] | null;
}

/** User or device that holds roles, with or without a token. */
export type RoleHolder = Pick<Principal, "tenant_id" | "user_id" | "device_id" | "roles">;

/** Caller of a request: one token, the tenant it belongs to, and what its roles allow. */
export interface Principal {
  readonly token_id: string;
  readonly kind: TokenKind;
  readonly tenant_id: string;
  readonly tenant_type: TenantType;
  readonly tenant_short_code: string;
  readonly tenant_key: string;
  /** Country whose numbers the tenant's people dial without a country code; null: not known. */
  readonly tenant_country: string | null;
  readonly rate_limit_factor: number;
  readonly user_id: string | null;
  readonly device_id: string | null;
  /** Id of the user, or of the device when the token belongs to a device alone. */
  readonly subject_id: string;
  readonly display_name: string;
  readonly roles: readonly HeldRole[];
  readonly expires_at: string;
  /** Time when the user last proved their identity: at the sign-in, or since. */
  readonly authenticated_at: string;
}

/**
 * Reach of a grant. Office roles reach branches (or all of the tenant); driver roles reach the driver's own tours, and
 * for things that belong to branches the branches the driver works for.
 */
export interface Scope {
  readonly all: boolean;
  readonly branch_ids: readonly string[];
  readonly driver: {
    readonly user_id: string | null;
    readonly device_id: string | null;
    readonly all: boolean;
    readonly branch_ids: readonly string[];
  } | null;
  /** Moment to judge at when a past day is replayed; left out: now. */
  readonly at?: Date;
}

/** The reach of a grant, or undefined when no role holds it. */
export function scopeOfGrant(principal: RoleHolder, grant: string): Scope | undefined {
  const holding = principal.roles.filter((role) => role.grants.includes(grant));
  if (holding.length === 0) return undefined;
  const office = holding.filter((role) => role.role_type !== "DRIVER");
  const driving = holding.filter((role) => role.role_type === "DRIVER");
  const { user_id, device_id } = principal;
  return {
    ...branchReachOfRoles(office),
    driver: driving.length > 0 ? { user_id, device_id, ...branchReachOfRoles(driving) } : null,
  };
}

function branchReachOfRoles(roles: readonly HeldRole[]) {
  return {
    all: roles.some((role) => role.branch_ids === null),
    branch_ids: [...new Set(roles.flatMap((role) => role.branch_ids ?? []))],
  };
}

/** Every grant that the caller holds in any scope. */
export const allGrantsOf = (principal: Principal): ReadonlySet<string> =>
  new Set(principal.roles.flatMap((role) => role.grants));

/**
 * Whether the caller acts as an office: D dispatches, V drives, S is a program. Decides which actor the transition
 * table sees for a case in reach of the given scope.
 */
export function isOfficeActor(principal: Principal, grant: string): boolean {
  return (
    principal.kind === "USER" &&
    principal.roles.some(
      (role) => (role.role_type === "DISPATCHER" || role.role_type === "ADMINISTRATOR") && role.grants.includes(grant),
    )
  );
}
