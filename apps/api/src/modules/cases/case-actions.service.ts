import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStub } from "@leitstand/contract/cases/case-stub";
import type { Tx } from "#platform/database/database";
import type { Principal } from "#platform/access/principal";
import { type AvailableActions } from "#modules/case-states/index";
import { listOfferedActions as actionsOf } from "#modules/case-snapshots/index";

interface ActionOfferContext {
  readonly principal: Principal;
  readonly now: Date;
  /** Actions that were computed already, where the caller has just decided about the case. */
  readonly offered?: ReadonlyMap<string, AvailableActions>;
}

/**
 * Fills in the actions that the caller may perform now, on each case and on each of its links; the state machine alone
 * decides them.
 */
export async function fillInOfferedActions(
  tx: Tx,
  { principal, now, offered: known }: ActionOfferContext,
  cases: readonly (Case | CaseStub)[],
): Promise<void> {
  const offered = known ?? (await actionsOf(tx, { case_ids: cases.map(({ id }) => id), principal, now }));
  for (const answer of cases) {
    const actions = offered.get(answer.id);
    const ofLink = (tour_id: string) => actions?.links.find((link) => link.tour_id === tour_id)?.actions ?? [];
    if ("rows" in answer) {
      answer.state.actions = ofLink(answer.tour_id).filter((action) => action === "FORWARD_ROLLBACK");
      continue;
    }
    answer.state.actions = [...(actions?.case ?? [])];
    for (const link of answer.tour_case_states ?? []) link.actions = [...ofLink(link.tour_id)];
  }
}
