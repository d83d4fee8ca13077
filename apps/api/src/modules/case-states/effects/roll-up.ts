import {
  type CaseType,
  finalCaseStates,
  isRoadsideState,
  roadsideCaseStatusOf,
} from "@leitstand/contract/cases/case-rules";
import type { CaseState, FuneralCaseState, LinkState } from "@leitstand/contract/cases/case-transitions";
import type { LinkColumns } from "../facts/case-snapshot";

type LinkStateAndBucket = Pick<LinkColumns, "state" | "bucket">;

// The most advanced crew counts: one crew on its way makes the case started, even while helpers wait.
const funeralStateRanks: readonly [FuneralCaseState, readonly LinkState[]][] = [
  ["LOADED", ["LOADED"]],
  ["STARTED", ["STARTED", "ARRIVED"]],
  ["ASSIGNED", ["ASSIGNED", "ACCEPTED"]],
  ["POSTPONED", ["POSTPONED"]],
];

/**
 * State of a funeral case from its links. A case that was cancelled as a whole is not derived from links; the caller
 * names that.
 */
export function funeralCaseStateOf(links: readonly LinkStateAndBucket[]): FuneralCaseState {
  if (links.some(({ bucket, state }) => bucket === "finished" && (state === "DELIVERED" || state === "DONE")))
    return "DELIVERED";
  const open = links.filter(({ bucket }) => bucket === "open");
  const rank = funeralStateRanks.find(([, states]) => open.some(({ state }) => states.includes(state)));
  return rank?.[0] ?? "OPEN";
}

/**
 * State of a roadside case, which is that of its one current link; a case that was returned, or forwarded without a
 * target, is open again.
 */
function roadsideCaseStateOf(links: readonly LinkStateAndBucket[]): CaseState {
  const current = links.find(({ bucket }) => bucket === "open") ?? links.find(({ bucket }) => bucket === "finished");
  return current !== undefined && isRoadsideState(current.state) ? current.state : "open";
}

export const caseStateOfLinks = (type: CaseType, links: readonly LinkStateAndBucket[]) =>
  type === "FUNERAL" ? funeralCaseStateOf(links) : roadsideCaseStateOf(links);

/** Columns that follow from the state of a case alone. */
export const caseStateDerivedColumns = (type: CaseType, state: CaseState) => ({
  finalized: finalCaseStates.has(state),
  rsa_status: type === "FUNERAL" ? null : roadsideCaseStatusOf(state),
});
