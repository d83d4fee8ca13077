import type { Operation } from "@leitstand/contract/operation/operation";
import type { SampleCallerKind, SampleCompanyKey } from "./draft";
import { sampleOverridesOfOperation } from "./drafts";

/** Company in which an operation is called unless the draft names one: the first kind that has the operation. */
export function sampleCompanyOfOperation({ tenantTypes, id }: Operation): SampleCompanyKey {
  const named = sampleOverridesOfOperation(id).at;
  if (named !== undefined) return named;
  if (tenantTypes?.includes("ROADSIDE_ASSISTANCE")) return "roadside";
  return tenantTypes?.includes("PLATFORM") ? "platform" : "funeral";
}

/**
 * Caller of an operation unless the draft names one: the administrator, or where users may not call it, a program or a
 * phone.
 */
export function sampleCallerOfOperation({ kinds, id }: Operation): SampleCallerKind {
  const named = sampleOverridesOfOperation(id).by;
  if (named !== undefined) return named;
  if (kinds.includes("USER")) return "administrator";
  return kinds.includes("SERVICE") ? "program" : "phone";
}
