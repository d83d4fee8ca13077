import type { CaseFactsSeen } from "@leitstand/client/case-sight";
import type { KnownCase } from "../case-entity.ts";

/** Version of a case as a board shows it; the tours of a case that only a list has brought are unknown. */
export const caseFactsSeenOfKnownCase = ({
  card,
  has_links,
  tour_case_states,
  ...shown
}: KnownCase): CaseFactsSeen => ({
  ...shown,
  ...card,
  ...(has_links && { tour_case_states }),
});
