import type { BranchCreateRequest } from "@leitstand/contract/company/branches";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import type { RowFoundByKey } from "#platform/access/scope";
import { sql } from "#platform/database/sql";
import { branchVisibleCondition } from "./branches.sql";

type BranchFoundByKey = RowFoundByKey<Required<Static<typeof BranchCreateRequest>>>;

/**
 * Branches of the tenant with one of these keys, as a request spells them; `reachable` means that the caller may change
 * them.
 */
export const selectBranchesByKeys = (
  tx: Tx,
  scope: Scope,
  keys: { external_id: readonly string[]; name: readonly string[] },
) =>
  tx.many<BranchFoundByKey>(sql`
    select branch.id, branch.lock_version, ${branchVisibleCondition(scope)} as reachable, branch.name, branch.type, branch.external_id, branch.address,
      branch.phone_number, branch.internal_dispatching_enabled, branch.location_report_required, branch.active
    from branches branch
    where branch.tenant_id = ${tx.tenantId} and (
      branch.external_id in (select unnest(${keys.external_id}::text[])) or branch.name in (select unnest(${keys.name}::text[])))`);

/** Names of all branch groups. */
export const listBranchGroupNames = (tx: Tx) =>
  tx.many<{ id: string; name: string }>(sql`select id, name from branch_groups where tenant_id = ${tx.tenantId}`);
