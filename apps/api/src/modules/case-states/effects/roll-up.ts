import { type CaseType, finalCaseStates, isRoadsideState, rsaStatusOf } from "@leitstand/contract/cases/case-rules";
import type { CaseState, FuneralCaseState, LinkState } from "@leitstand/contract/cases/case-transitions";
import type { LinkColumns } from "../facts/case-snapshot";

type Link = Pick<LinkColumns, "state" | "bucket">;

// The most advanced crew counts: one crew on its way makes the case started, even while helpers wait.
const ranks: readonly [FuneralCaseState, readonly LinkState[]][] = [
  ["LOADED", ["LOADED"]],
  ["STARTED", ["STARTED", "ARRIVED"]],
  ["ASSIGNED", ["ASSIGNED", "ACCEPTED"]],
  ["POSTPONED", ["POSTPONED"]],
];

/**
 * State of a funeral case from its links. A case that was cancelled as a whole is not derived from links; the caller
 * names that.
 */
export function rollUpFuneral(links: readonly Link[]): FuneralCaseState {
  if (links.some(({ bucket, state }) => bucket === "finished" && (state === "DELIVERED" || state === "DONE")))
    return "DELIVERED";
  const open = links.filter(({ bucket }) => bucket === "open");
  const rank = ranks.find(([, states]) => open.some(({ state }) => states.includes(state)));
  return rank?.[0] ?? "OPEN";
}

/**
 * State of a roadside case, which is that of its one current link; a case that was returned, or forwarded without a
 * target, is open again.
 */
function rollUpRoadside(links: readonly Link[]): CaseState {
  const current = links.find(({ bucket }) => bucket === "open") ?? links.find(({ bucket }) => bucket === "finished");
  return current !== undefined && isRoadsideState(current.state) ? current.state : "open";
}

export const rollUp = (type: CaseType, links: readonly Link[]) =>
  type === "FUNERAL" ? rollUpFuneral(links) : rollUpRoadside(links);

/** Columns that follow from the state of a case alone. */
export const closureOf = (type: CaseType, state: CaseState) => ({
  finalized: finalCaseStates.has(state),
  rsa_status: type === "FUNERAL" ? null : rsaStatusOf(state),
});
