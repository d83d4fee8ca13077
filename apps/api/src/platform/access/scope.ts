/** Conditions that limit things of branches to a scope; cases and tours have theirs in `modules/visibility`. */
import type { Scope } from "./principal";
import { type Sql, sql } from "../database/sql";

/**
 * Condition on the branch column of a thing. Things without a branch belong to the whole tenant, and all its users may
 * see them.
 */
export function branchScopeCondition(scope: Scope, branchColumn: Sql): Sql {
  if (scope.all || scope.driver?.all) return sql`true`;
  const ids = [...scope.branch_ids, ...(scope.driver?.branch_ids ?? [])];
  return sql`(${branchColumn} is null or ${branchColumn} = any(${ids}::uuid[]))`;
}

/**
 * Condition on things of branches that the caller may change: things without a branch belong to the company, and
 * callers bound to branches only see them.
 */
export function changeableBranchCondition(scope: Scope, branchColumn: Sql): Sql {
  return scopeReachesTenant(scope)
    ? sql`true`
    : sql`(${branchColumn} is not null and ${branchScopeCondition(scope, branchColumn)})`;
}

/** Row that was found by one of its keys, wherever it belongs; `reachable` means that the scope holds for it. */
export type RowFoundByKey<Fields extends object> = Fields & {
  readonly id: string;
  readonly lock_version: number;
  readonly reachable: boolean;
};

/** Whether a branch (null: none) may be named in something the caller creates or moves. */
export function scopeReachesBranch(scope: Scope, branchId: string | null): boolean {
  if (scope.all) return true;
  return branchId !== null && scope.branch_ids.includes(branchId);
}

/** Whether things of the company as a whole may be changed: not by roles that are bound to branches. */
export const scopeReachesTenant = ({ all, driver }: Scope): boolean => all || (driver?.all ?? false);
