import type { ResponsibilityClaim } from "@leitstand/contract/company/responsibility-claims";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { branchScopeCondition } from "#platform/access/scope";
import { sql } from "#platform/database/sql";

type ClaimRow = Static<typeof ResponsibilityClaim>;
export interface ResponsibilityClaimDraft {
  readonly user_id: string;
  readonly area_id: string;
  readonly service_key: string;
}

const claimColumns = sql`claim.id, claim.user_id, claim.area_id, claim.service_key, claim.ended_at, claim.created_at, claim.updated_at`;
const areaVisibleCondition = (scope: Scope) => branchScopeCondition(scope, sql`area.branch_id`);

/** Valid claims; not paged, because each service of each area has at most one. */
export const selectResponsibilityClaims = (tx: Tx, scope: Scope, userId: string | undefined) =>
  tx.many<ClaimRow>(sql`
    select ${claimColumns} from responsibility_claims claim
    join areas area on area.tenant_id = claim.tenant_id and area.id = claim.area_id
    where claim.tenant_id = ${tx.tenantId} and claim.ended_at is null and ${areaVisibleCondition(scope)}
      ${userId === undefined ? sql`` : sql`and claim.user_id = ${userId}`}
    order by claim.created_at desc, claim.id`);

/** Locks the area, so that of concurrent claims exactly one is valid. */
export const lockAreaForClaim = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select area.id from areas area
    where area.tenant_id = ${tx.tenantId} and area.id = ${id} and ${areaVisibleCondition(scope)} for no key update`);

/** Ends claims at `clock_timestamp()`, because the transaction may have begun before the claim that it ends. */
export const endResponsibilityClaims = (tx: Tx, { area_id, service_key }: ResponsibilityClaimDraft) =>
  tx.run(sql`
    update responsibility_claims set ended_at = clock_timestamp(), updated_at = clock_timestamp()
    where tenant_id = ${tx.tenantId} and area_id = ${area_id} and service_key = ${service_key} and ended_at is null`);

export const insertResponsibilityClaim = (tx: Tx, draft: ResponsibilityClaimDraft) =>
  tx.one<ClaimRow>(sql`
    insert into responsibility_claims as claim (tenant_id, user_id, area_id, service_key, created_at, updated_at)
    values (${tx.tenantId}, ${draft.user_id}, ${draft.area_id}, ${draft.service_key}, clock_timestamp(), clock_timestamp())
    returning ${claimColumns}`);
