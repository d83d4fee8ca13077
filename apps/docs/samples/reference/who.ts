import type { Operation } from "@leitstand/contract/operation/operation";
import type { Caller, CompanyName } from "./draft";
import { draftOf } from "./drafts";

/** Where an operation is called when nothing else is said: in a company that has it. */
export function companyOf({ tenantTypes, id }: Operation): CompanyName {
  const named = draftOf(id).at;
  if (named !== undefined) return named;
  if (tenantTypes?.includes("ROADSIDE_ASSISTANCE")) return "roadside";
  return tenantTypes?.includes("PLATFORM") ? "platform" : "funeral";
}

/** Who calls it when nothing else is said: the administrator, unless people may not. */
export function callerOf({ kinds, id }: Operation): Caller {
  const named = draftOf(id).by;
  if (named !== undefined) return named;
  if (kinds.includes("USER")) return "administrator";
  return kinds.includes("SERVICE") ? "program" : "phone";
}
