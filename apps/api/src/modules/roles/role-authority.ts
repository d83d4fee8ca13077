/** A role as somebody holds it; `branch_ids` null: in the whole tenant. */
export interface Holding {
  readonly role_type: string;
  readonly grants: readonly string[];
  readonly branch_ids: readonly string[] | null;
}

/** Where a role is to hold: the branches of a group, or null: the whole tenant. */
export type Place = readonly string[] | null;

/** Where the operation itself may be used by the caller. */
export interface Reach {
  readonly all: boolean;
  readonly branch_ids: readonly string[];
}

/** Why somebody may not give grants. A branch is named where one is known. */
export type Shortfall =
  | { readonly lacks: "GRANT"; readonly grant: string }
  | { readonly lacks: "BRANCH"; readonly branch_id: string | undefined };

/**
 * Nobody gives what it does not hold itself, where it does not hold it. What a driver holds reaches its own tours
 * only, so it counts for nothing here.
 */
export function findShortfall(
  holdings: readonly Holding[],
  grants: readonly string[],
  place: Place,
): Shortfall | undefined {
  const office = holdings.filter(({ role_type }) => role_type !== "DRIVER");
  const lacking = grants.find((grant) => !office.some((holding) => holding.grants.includes(grant)));
  if (lacking !== undefined) return { lacks: "GRANT", grant: lacking };
  for (const grant of grants) {
    const shortfall = findBranchBeyond(reachOf(office.filter((holding) => holding.grants.includes(grant))), place);
    if (shortfall) return shortfall;
  }
  return undefined;
}

/** A group without branches is reached by nobody but who reaches everything: its branches may still come. */
export function findBranchBeyond({ all, branch_ids }: Reach, place: Place): Shortfall | undefined {
  if (all) return undefined;
  if (place === null || place.length === 0) return { lacks: "BRANCH", branch_id: undefined };
  const beyond = place.find((branch) => !branch_ids.includes(branch));
  return beyond === undefined ? undefined : { lacks: "BRANCH", branch_id: beyond };
}

/** Grants that one has and the other has not: whoever changes a role answers for each of them. */
export function changedGrants(before: readonly string[], after: readonly string[]): readonly string[] {
  return [...before.filter((grant) => !after.includes(grant)), ...after.filter((grant) => !before.includes(grant))];
}

/** A role for the whole tenant is held without a group, every other one in a group of its own type. */
export function fitsBranchAccess(branchAccess: string, groupType: string | null): boolean {
  return branchAccess === "ALL" ? groupType === null : branchAccess === `BRANCH_${groupType}`;
}

const reachOf = (holdings: readonly Holding[]): Reach => ({
  all: holdings.some(({ branch_ids }) => branch_ids === null),
  branch_ids: holdings.flatMap(({ branch_ids }) => branch_ids ?? []),
});
