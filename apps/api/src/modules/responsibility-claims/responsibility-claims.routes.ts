import { responsibilityClaimOperations } from "@leitstand/contract/company/responsibility-claims";
import { implementOperations } from "#platform/http/handler";
import { claimResponsibility, listResponsibilityClaims } from "./responsibility-claims.service";

export const responsibilityClaimRoutes = implementOperations(responsibilityClaimOperations, {
  getResponsibilityClaims: ({ tx, scope, query }) => listResponsibilityClaims(tx, scope, query.user_id),
  createResponsibilityClaim: ({ tx, scope, body, principal }) =>
    claimResponsibility(tx, scope, { ...body, user_id: principal.subject_id }),
});
