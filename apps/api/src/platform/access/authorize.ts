import type { Operation } from "@leitstand/contract/operation/operation";
import { problem } from "../problem";
import { type Principal, type Scope, scopeOfGrant } from "./principal";
import { scopeReachesTenant } from "./scope";

/** Scope of an operation without a grant: the whole tenant. */
export const TENANT_SCOPE: Scope = { all: true, branch_ids: [], driver: null };

/** Decides by token kind, grant, scope and tenant type whether this caller may make this call at all. */
export function authorize(operation: Operation, principal: Principal): Scope {
  if (!operation.kinds.includes(principal.kind)) throw problem("AUTH_TOKEN_KIND_NOT_ALLOWED", { kind: principal.kind });
  const scope = grantedScope(operation.grant, principal);
  if (operation.changes === "TENANT" && !scopeReachesTenant(scope)) throw problem("BRANCH_ACCESS_DENIED");
  if (operation.tenantTypes && !operation.tenantTypes.includes(principal.tenant_type)) {
    throw problem("ACTION_NOT_AVAILABLE", { action: operation.id, tenant_type: principal.tenant_type });
  }
  return scope;
}

function grantedScope(grant: Operation["grant"], principal: Principal): Scope {
  if (grant === null) return TENANT_SCOPE;
  const wanted = typeof grant === "string" ? [grant] : grant;
  for (const name of wanted) {
    const scope = scopeOfGrant(principal, name);
    if (scope) return scope;
  }
  throw problem("AUTH_GRANT_MISSING", { grant: wanted.join("|") });
}
