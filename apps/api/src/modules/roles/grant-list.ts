import { type Grant, grantNames } from "@leitstand/contract/operation/grants";
import { allOperations } from "@leitstand/contract/operations";

const TOKEN_KINDS = ["USER", "DEVICE", "SERVICE"] as const;
const TENANT_TYPES = ["FUNERAL", "ROADSIDE_ASSISTANCE", "PLATFORM"] as const;

/** Every grant with the operations that it opens in the product as it is built. */
export const grantsWithOperations: readonly Grant[] = grantNames.map((grant) => {
  const operations = allOperations.filter((operation) => [operation.grant ?? []].flat().includes(grant));
  return {
    grant,
    operations: operations.map(({ id, summary, tag }) => ({ id, summary, tag })),
    token_kinds: TOKEN_KINDS.filter((kind) => operations.some(({ kinds }) => kinds.includes(kind))),
    tenant_types: TENANT_TYPES.filter((type) =>
      operations.some(({ tenantTypes }) => tenantTypes?.includes(type) ?? true),
    ),
  };
});
