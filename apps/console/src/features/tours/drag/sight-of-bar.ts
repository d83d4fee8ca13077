import type { CaseFactsSeen } from "@leitstand/client/case-sight";
import { caseFactsSeenOfKnownCase } from "#live/clash/sight-of-entity.ts";
import { entityStore } from "#live/store.ts";
import type { TimelineBar } from "../grid/tour-rows.ts";

/**
 * Version of a case as a bar shows it, with its tours from the board. Taken when the bar is gripped: a drop is decided on
 * the case that the dispatcher took into the hand.
 */
export function caseFactsSeenOnBar({ dispatchCase }: TimelineBar): CaseFactsSeen {
  const { lock_version, display_name, state, not_before, due_at } = dispatchCase;
  const known = entityStore.cases.get(dispatchCase.id);
  const { tour_case_states } = known ? caseFactsSeenOfKnownCase(known) : {};
  return { lock_version, display_name, state, not_before, due_at, tour_case_states };
}
