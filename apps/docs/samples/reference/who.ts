import type { Operation } from "@leitstand/contract/operation/operation";
import type { DraftCaller, CompanyName } from "./draft";
import { draftOfOperation } from "./drafts";

/** Company in which an operation is called unless the draft names one: the first kind that has the operation. */
export function companyOfOperation({ tenantTypes, id }: Operation): CompanyName {
  const named = draftOfOperation(id).at;
  if (named !== undefined) return named;
  if (tenantTypes?.includes("ROADSIDE_ASSISTANCE")) return "roadside";
  return tenantTypes?.includes("PLATFORM") ? "platform" : "funeral";
}

/**
 * Caller of an operation unless the draft names one: the administrator, or where users may not call it, a program or a
 * phone.
 */
export function callerOfOperation({ kinds, id }: Operation): DraftCaller {
  const named = draftOfOperation(id).by;
  if (named !== undefined) return named;
  if (kinds.includes("USER")) return "administrator";
  return kinds.includes("SERVICE") ? "program" : "phone";
}
