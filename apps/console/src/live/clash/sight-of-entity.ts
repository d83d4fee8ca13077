import type { CaseFactsSeen } from "@leitstand/client/case-sight";
import type { KnownCase } from "../case-entity.ts";

/**
 * Version of a case as a board shows it: that of its times and places, which may be behind its state. The tours of a case
 * that only a list has brought are unknown.
 */
export const caseFactsSeenOfKnownCase = ({
  card,
  facts_version,
  has_links,
  tour_case_states,
  ...shown
}: KnownCase): CaseFactsSeen => ({
  ...shown,
  lock_version: facts_version,
  ...card,
  ...(has_links && { tour_case_states }),
});
