import { type CaseType, finalCaseStates, isRoadsideState, rsaStatusOf } from "@leitstand/contract/cases/case-rules";
import type { CaseState, FuneralCaseState, LinkState } from "@leitstand/contract/cases/case-transitions";
import type { LinkColumns } from "../facts/case-snapshot";

type Link = Pick<LinkColumns, "state" | "bucket">;

// What the crews do most counts: one crew on its way makes the case started, whatever the helpers wait for.
const ranks: readonly [FuneralCaseState, readonly LinkState[]][] = [
  ["LOADED", ["LOADED"]],
  ["STARTED", ["STARTED", "ARRIVED"]],
  ["ASSIGNED", ["ASSIGNED", "ACCEPTED"]],
  ["POSTPONED", ["POSTPONED"]],
];

/** The state of a funeral case from its links. Cancelled as a whole is no matter of links and is told by the caller. */
export function rollUpFuneral(links: readonly Link[]): FuneralCaseState {
  if (links.some(({ bucket, state }) => bucket === "finished" && (state === "DELIVERED" || state === "DONE")))
    return "DELIVERED";
  const open = links.filter(({ bucket }) => bucket === "open");
  const rank = ranks.find(([, states]) => open.some(({ state }) => states.includes(state)));
  return rank?.[0] ?? "OPEN";
}

/** A roadside case has the state of its one current link; passed back or on without a target it is open again. */
function rollUpRoadside(links: readonly Link[]): CaseState {
  const current = links.find(({ bucket }) => bucket === "open") ?? links.find(({ bucket }) => bucket === "finished");
  return current !== undefined && isRoadsideState(current.state) ? current.state : "open";
}

export const rollUp = (type: CaseType, links: readonly Link[]) =>
  type === "FUNERAL" ? rollUpFuneral(links) : rollUpRoadside(links);

/** What follows from a case's state alone. */
export const closureOf = (type: CaseType, state: CaseState) => ({
  finalized: finalCaseStates.has(state),
  rsa_status: type === "FUNERAL" ? null : rsaStatusOf(state),
});
