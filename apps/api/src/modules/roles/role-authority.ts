/** Role that a user holds; `branch_ids` is null for the whole tenant. */
export interface HeldRoleGrants {
  readonly role_type: string;
  readonly grants: readonly string[];
  readonly branch_ids: readonly string[] | null;
}

/** Branches in which a role is to be held: those of a group, or null for the whole tenant. */
export type RoleBranches = readonly string[] | null;

/** Branches in which the caller may use the operation. */
export interface CallerBranchReach {
  readonly all: boolean;
  readonly branch_ids: readonly string[];
}

/** Reason why a caller may not give grants. A branch is named where one is known. */
export type GrantShortfall =
  | { readonly lacks: "GRANT"; readonly grant: string }
  | { readonly lacks: "BRANCH"; readonly branch_id: string | undefined };

/**
 * Finds a grant that the caller may not give, because the caller does not hold it at that place. Roles of drivers reach
 * only their own tours, so they do not count here.
 */
export function findGrantShortfall(
  holdings: readonly HeldRoleGrants[],
  grants: readonly string[],
  place: RoleBranches,
): GrantShortfall | undefined {
  const office = holdings.filter(({ role_type }) => role_type !== "DRIVER");
  const lacking = grants.find((grant) => !office.some((holding) => holding.grants.includes(grant)));
  if (lacking !== undefined) return { lacks: "GRANT", grant: lacking };
  for (const grant of grants) {
    const shortfall = findUnreachedBranch(
      reachOfHoldings(office.filter((holding) => holding.grants.includes(grant))),
      place,
    );
    if (shortfall) return shortfall;
  }
  return undefined;
}

/**
 * Finds a branch beyond the caller's reach. A group without branches is reached only by callers who reach everything,
 * because branches may be added to it.
 */
export function findUnreachedBranch(
  { all, branch_ids }: CallerBranchReach,
  place: RoleBranches,
): GrantShortfall | undefined {
  if (all) return undefined;
  if (place === null || place.length === 0) return { lacks: "BRANCH", branch_id: undefined };
  const beyond = place.find((branch) => !branch_ids.includes(branch));
  return beyond === undefined ? undefined : { lacks: "BRANCH", branch_id: beyond };
}

/**
 * Entries that only one of two lists has. A change of the grants of a role, or of the branches of a group, requires the
 * right to give each of them.
 */
export function listChangedEntries(before: readonly string[], after: readonly string[]): readonly string[] {
  return [...before.filter((entry) => !after.includes(entry)), ...after.filter((entry) => !before.includes(entry))];
}

/**
 * Whether a role fits a group: one for the whole tenant is held without a group, every other one in a group of its own
 * type.
 */
export function roleFitsBranchGroup(branchAccess: string, groupType: string | null): boolean {
  return branchAccess === "ALL" ? groupType === null : branchAccess === `BRANCH_${groupType}`;
}

const reachOfHoldings = (holdings: readonly HeldRoleGrants[]): CallerBranchReach => ({
  all: holdings.some(({ branch_ids }) => branch_ids === null),
  branch_ids: holdings.flatMap(({ branch_ids }) => branch_ids ?? []),
});
