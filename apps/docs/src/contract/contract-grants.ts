import { grantNames } from "@leitstand/contract/operation/grants";
import { allOperations } from "@leitstand/contract/operations";

/** Every grant, and the operations that it opens; a grant without any is for future operations. */
export function listGrants() {
  return grantNames.map((grant) => ({
    grant,
    operations: allOperations
      .filter((operation) => [operation.grant].flat().includes(grant))
      .map(({ id, kinds, tenantTypes }) => ({ id, kinds, tenant_types: tenantTypes ?? null })),
  }));
}
