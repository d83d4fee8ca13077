import { grantNames } from "@leitstand/contract/operation/grants";
import { allOperations } from "@leitstand/contract/operations";
import { type RecommendedRole, recommendedRoles } from "@leitstand/contract/people/recommended-roles";
import { highlightCode } from "../../steps/highlight";

/** Every grant, and the operations that it opens; a grant without any is for future operations. */
export function listGrants() {
  return grantNames.map((grant) => ({
    grant,
    operations: allOperations
      .filter((operation) => [operation.grant].flat().includes(grant))
      .map(({ id, kinds, tenantTypes }) => ({ id, kinds, tenant_types: tenantTypes ?? null })),
  }));
}

/** Recommended roles with the body of the request that creates each. */
export const listRecommendedRoles = () =>
  Object.values<RecommendedRole>(recommendedRoles).map(({ purpose, ...body }) => ({
    name: body.name,
    purpose,
    role_type: body.role_type,
    branch_access: body.branch_access,
    grant_count: body.grants.length,
    request_html: highlightCode(JSON.stringify(body, null, 2), "json"),
  }));
