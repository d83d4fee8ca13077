import type { Clock } from "../clock";
import type { Database, QueryRunner } from "../database/database";
import type { Principal, RoleHolder } from "./principal";
import { problem } from "../problem";
import { type Sql, sql } from "../database/sql";
import { countryOfTenant, type TenantCountryFacts } from "./tenant-country";
import { hashToken, isWellFormedToken } from "./tokens";

interface FoundPrincipal extends Principal, TenantCountryFacts {
  readonly idle_expires_at: string | null;
  readonly revoked: boolean;
  readonly user_blocked: boolean;
  readonly device_disabled: boolean;
  readonly tenant_active: boolean;
}
interface CachedPrincipal {
  readonly found: FoundPrincipal;
  readonly loadedAt: number;
}

const PRINCIPAL_CACHE_MS = 30_000;
const CACHE_ENTRIES_MAX = 50_000;

/** Bearers by token, cached for 30 s; a durable event drops them at once when a right, a role or a token changes. */
export class PrincipalCache {
  private readonly entries = new Map<string, CachedPrincipal>();
  /**
   * Callers by token, since their use was last recorded; kept apart from the cache, because a forgotten caller has used
   * the token anyway.
   */
  private readonly used = new Map<string, Principal>();
  /** Counts calls of `forget`, so that a load begun before one is not kept after it. */
  private generation = 0;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Authenticates the bearer of a token. Throws the fitting 401 or 403. */
  async authenticate(token: string): Promise<Principal> {
    if (!isWellFormedToken(token)) throw problem("AUTH_TOKEN_INVALID");
    const now = this.clock.now().getTime();
    const hash = hashToken(token);
    const key = hash.toString("base64");
    const entry = this.entries.get(key);
    const known = entry && now - entry.loadedAt < PRINCIPAL_CACHE_MS ? entry : await this.load(key, hash, now);
    const principal = requireActiveTenant(known.found, now);
    // A refused call is no use of the token: it must not revive a session that has been idle for too long.
    this.used.set(principal.token_id, principal);
    return principal;
  }

  /** Reads the same bearer again, for long-lived calls: being idle on an open stream does not end a token. */
  async reload({ tenant_id, token_id }: Pick<Principal, "tenant_id" | "token_id">): Promise<Principal> {
    const found = await this.db.system.maybe<FoundPrincipal>(
      selectPrincipal(sql`token.tenant_id = ${tenant_id} and token.id = ${token_id}`),
    );
    if (!found) throw problem("AUTH_TOKEN_INVALID");
    return requireActiveTenant({ ...found, idle_expires_at: null }, this.clock.now().getTime());
  }

  /** Drops the cached principals of a tenant, or all of them, after a change of rights or accounts. */
  forget(tenantId?: string) {
    this.generation++;
    if (tenantId === undefined) return this.entries.clear();
    for (const [key, { found }] of this.entries) if (found.tenant_id === tenantId) this.entries.delete(key);
  }

  /**
   * Records in one statement which tokens were in use, or keeps them for the next call; the platform calls it every few
   * seconds.
   */
  async recordUse(listening: readonly Principal[] = []) {
    const callers = [...this.used.values()];
    const used = [...listening, ...callers];
    this.used.clear();
    if (used.length === 0) return;
    try {
      await this.db.system.run(updateLastUseOfTokens(used, this.clock.now()));
    } catch (error) {
      for (const caller of callers) if (!this.used.has(caller.token_id)) this.used.set(caller.token_id, caller);
      throw error;
    }
  }

  private async load(key: string, hash: Buffer, now: number): Promise<CachedPrincipal> {
    const generation = this.generation;
    const found = await this.db.system.maybe<FoundPrincipal>(selectPrincipal(sql`token.token_hash = ${hash}`));
    if (!found) throw problem("AUTH_TOKEN_INVALID");
    const entry = { found, loadedAt: now };
    if (this.entries.size >= CACHE_ENTRIES_MAX) this.entries.clear();
    if (generation === this.generation) this.entries.set(key, entry);
    return entry;
  }
}

/** Locks the tokens in the order of their keys first, so that nodes which record the same ones wait for each other. */
const updateLastUseOfTokens = (used: readonly Principal[], now: Date) => sql`
  with seen as (
    select token.tenant_id, token.id
    from unnest(${used.map(({ tenant_id }) => tenant_id)}::uuid[], ${used.map(({ token_id }) => token_id)}::uuid[]) as given (tenant_id, id)
    join tokens token on token.tenant_id = given.tenant_id and token.id = given.id
    order by token.tenant_id, token.id for no key update of token)
  update tokens set last_used_at = greatest(last_used_at, ${now})
  from seen where tokens.tenant_id = seen.tenant_id and tokens.id = seen.id`;

function requireActiveTenant(found: FoundPrincipal, now: number): Principal {
  // A disabled device is checked first, because its tokens are revoked with it: a lost phone has to be told to forget
  // its data.
  if (found.device_disabled) throw problem("AUTH_DEVICE_DISABLED");
  if (found.revoked) throw problem("AUTH_TOKEN_REVOKED");
  for (const end of [found.expires_at, found.idle_expires_at]) {
    if (end !== null && Date.parse(end) <= now) throw problem("AUTH_TOKEN_EXPIRED", { expired_at: end });
  }
  if (!found.tenant_active) throw problem("AUTH_TOKEN_REVOKED");
  if (found.user_blocked) throw problem("AUTH_USER_BLOCKED");
  return { ...found, tenant_country: countryOfTenant(found) };
}

// A device token alone holds the tenant's DRIVER roles, in the branches where the device is active. A role in a branch
// group where its holder is not active at present gives nothing.
const heldRolesJson = sql`coalesce((
      select json_agg(json_build_object('id', held.id, 'role_type', held.role_type, 'grants', held.grants, 'branch_ids', held.branch_ids))
      from (
        select role.id, role.role_type, role.grants, case when role.branch_access = 'ALL' then null else array(
            select member.branch_id from branch_group_branches member
            where member.tenant_id = role.tenant_id and member.branch_group_id = association.branch_group_id) end as branch_ids
        from role_associations association
        join roles role on role.tenant_id = association.tenant_id and role.id = association.role_id
        where association.tenant_id = token.tenant_id and association.user_id = token.user_id
          and not exists (select 1 from user_active_states state where state.tenant_id = association.tenant_id
            and state.user_id = association.user_id and state.branch_group_id = association.branch_group_id and not state.active)
        union all
        select role.id, role.role_type, role.grants, array(
            select state.branch_id from device_active_states state
            where state.tenant_id = token.tenant_id and state.device_id = token.device_id and state.active)
        from roles role
        where token.user_id is null and role.tenant_id = token.tenant_id and role.role_type = 'DRIVER'
      ) held), '[]') as roles`;

const selectPrincipal = (condition: Sql) => sql`
  select token.id as token_id, token.kind, token.tenant_id, tenant.type as tenant_type, tenant.short_code as tenant_short_code, tenant.tenant_key,
    tenant.geocoding -> 'countries' ->> 0 as first_country, tenant.timezone,
    tenant.rate_limit_factor, token.user_id, token.device_id, coalesce(token.user_id, token.device_id) as subject_id,
    coalesce(nullif(trim(person.firstname || ' ' || person.lastname), ''), device.name, device.natural_id, 'service') as display_name,
    token.expires_at, coalesce(token.reauthenticated_at, token.created_at) as authenticated_at, token.last_used_at + make_interval(secs => token.idle_seconds) as idle_expires_at,
    (token.blacklisted or token.revoked_at is not null) as revoked, coalesce(person.blocked, false) as user_blocked,
    coalesce(device.disabled, false) as device_disabled, tenant.active as tenant_active,
    ${heldRolesJson}
  from tokens token
  join tenants tenant on tenant.id = token.tenant_id
  left join users person on person.tenant_id = token.tenant_id and person.id = token.user_id
  left join devices device on device.tenant_id = token.tenant_id and device.id = token.device_id
  where ${condition}`;

/** Roles of users by themselves, whatever tokens they have; blocked and deleted ones are left out. */
export const selectUserRoles = (
  rows: QueryRunner,
  tenantId: string,
  { ids, kinds = ["PERSON", "SERVICE_ACCOUNT"] }: { ids: readonly string[]; kinds?: readonly string[] },
) =>
  rows.many<RoleHolder>(sql`
    select token.tenant_id, token.user_id, token.device_id, ${heldRolesJson}
    from (select tenant_id, id as user_id, null::uuid as device_id from users
      where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and kind = any(${kinds}) and not blocked) token
    join tenants tenant on tenant.id = token.tenant_id and tenant.active`);

/** Roles of service accounts, like `selectUserRoles`. */
export const selectServiceAccountRoles = (rows: QueryRunner, tenantId: string, ids: readonly string[]) =>
  selectUserRoles(rows, tenantId, { ids, kinds: ["SERVICE_ACCOUNT"] });
