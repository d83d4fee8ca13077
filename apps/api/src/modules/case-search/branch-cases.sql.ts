import type { Case } from "@leitstand/contract/cases/case";
import { COUNTED_TOTAL_MAX } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { branchScopeCondition } from "#platform/access/scope";
import { manyCasesInScopeCondition } from "#modules/visibility/index";
import { type Sql, sql } from "#platform/database/sql";

export interface BranchCasesRequest {
  readonly branch_ids: readonly string[];
  readonly finalized: boolean;
  readonly size: number;
  readonly answers: (wanted: Sql) => Sql;
}
interface BranchCaseTotal {
  readonly branch_id: string;
  readonly total_elements: number;
  readonly total_is_exact: boolean;
}
export interface BranchCasesResult {
  readonly totals: readonly BranchCaseTotal[];
  readonly cases: Case[];
}

export function selectBranchCases(tx: Tx, scope: Scope, { branch_ids, finalized, size, answers }: BranchCasesRequest) {
  // The condition is a literal, because a partial index cannot be matched with a parameter.
  const done = finalized ? sql`c.finalized` : sql`not c.finalized`;
  const ofBranch = sql`c.tenant_id = ${tx.tenantId} and c.branch_id = branch.id and ${done} and ${manyCasesInScopeCondition(scope, sql`c`, "redacted")}`;
  return tx.one<BranchCasesResult>(sql`
    with branch as materialized (
      select b.id from branches b
      where b.tenant_id = ${tx.tenantId} and b.id = any(${branch_ids}::uuid[]) and ${branchScopeCondition(scope, sql`b.id`)}),
    page as materialized (
      select newest.id, row_number() over (order by branch.id, newest.created_at desc, newest.id) as place from branch cross join lateral (
        select c.id, c.created_at from cases c where ${ofBranch} order by c.created_at desc, c.id limit ${size}) newest)
    select coalesce((
        select json_agg(json_build_object('branch_id', branch.id, 'total_elements', least(known.counted, ${COUNTED_TOTAL_MAX}::int),
          'total_is_exact', known.counted <= ${COUNTED_TOTAL_MAX}::int) order by branch.id)
        from branch cross join lateral (
          select count(*) as counted from (select 1 from cases c where ${ofBranch} limit ${COUNTED_TOTAL_MAX + 1}::int) so_far) known), '[]') as totals,
      ${answers(sql`page`)} as cases`);
}
