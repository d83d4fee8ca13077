interface RoleReach {
  readonly grants: readonly string[];
  /** Branches that the role reaches; null for all branches of the tenant. */
  readonly branch_ids: readonly string[] | null;
}

/** Grants that reach every one of the branches; several roles may reach them together. */
export function listGrantsReachingAllBranches(roles: readonly RoleReach[], branchIds: readonly string[]): string[] {
  const reachOf = new Map<string, Set<string> | null>();
  for (const { grants, branch_ids } of roles)
    for (const grant of grants) reachOf.set(grant, widenReach(reachOf.get(grant), branch_ids));
  return [...reachOf]
    .filter(([, reach]) => reach === null || branchIds.every((id) => reach.has(id)))
    .map(([grant]) => grant)
    .sort();
}

function widenReach(known: Set<string> | null | undefined, branchIds: readonly string[] | null): Set<string> | null {
  if (known === null || branchIds === null) return null;
  return new Set([...(known ?? []), ...branchIds]);
}

/** Whether the number of branches fits the type: a SINGLE group is one branch, a COLLECTION at least one. */
export const fitsBranchGroupType = (type: "COLLECTION" | "SINGLE", branchIds: readonly string[]) =>
  type === "SINGLE" ? branchIds.length === 1 : branchIds.length >= 1;
