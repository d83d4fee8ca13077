import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { problem } from "#platform/problem";
import {
  type ResponsibilityClaimDraft,
  endResponsibilityClaims,
  insertResponsibilityClaim,
  lockAreaForClaim,
  selectResponsibilityClaims,
} from "./responsibility-claims.sql";

export const listResponsibilityClaims = selectResponsibilityClaims;

/** Creates a claim, which ends the previous one for the same area and service. */
export async function claimResponsibility(tx: Tx, scope: Scope, draft: ResponsibilityClaimDraft) {
  if (!(await lockAreaForClaim(tx, scope, draft.area_id)))
    throw problem("REFERENCE_NOT_FOUND", { field: "area_id", id: draft.area_id });
  await endResponsibilityClaims(tx, draft);
  return insertResponsibilityClaim(tx, draft);
}
