import { type ComparedPoint, type CaseFactsSeen, changedPoints, caseFactsSeenOf } from "@leitstand/client/case-sight";
import { ChangedMeanwhileError, sendDecidedWrite } from "@leitstand/client/decided-write";
import { createStore } from "@leitstand/app/store";
import type { Case } from "@leitstand/contract/cases/case";
import { api } from "#shared/api/api.ts";
import { storeCase } from "../store.ts";
import { type HoldingTour, toursHoldingCase } from "./holders.ts";

/**
 * Thrown when a case was changed in what a write was decided on, or another crew has it already: nothing was carried
 * out, and the dispatcher decides again.
 */
export class CaseClashError extends Error {
  readonly dispatchCase: Case;
  /** Points that were changed; empty when another crew has the case, as was visible. */
  readonly changed: readonly ComparedPoint[];
  /** Tours that have the case now. */
  readonly holders: readonly HoldingTour[];

  constructor(dispatchCase: Case, changed: readonly ComparedPoint[], holders: readonly HoldingTour[]) {
    super(`${dispatchCase.natural_id}: ${changed.join(", ")}`);
    this.name = "Clash";
    this.dispatchCase = dispatchCase;
    this.changed = changed;
    this.holders = holders;
  }
}

interface DecidedWrite {
  readonly id: string;
  readonly seen: CaseFactsSeen;
  /** Whether a case still offers the action. */
  readonly isOffered?: (current: Case) => boolean;
}

/**
 * Writes on a case in the version that was seen. Throws `CaseClashError` when it was changed in a point that matters, else as
 * the API refuses.
 */
export async function writeCaseUnlessChanged<A>(
  { id, seen, isOffered = () => true }: DecidedWrite,
  send: (lock_version: number) => Promise<A>,
): Promise<A> {
  let told: { readonly current: Case; readonly changed: readonly ComparedPoint[] } | undefined;
  const changedIn = (current: Case) => {
    const points = changedPoints(seen, caseFactsSeenOf(current));
    const changed: readonly ComparedPoint[] = points.length === 0 && !isOffered(current) ? ["state"] : points;
    told = { current, changed };
    return changed;
  };
  try {
    return await sendDecidedWrite({ seen, send, read: () => fetchAndStoreCase(id), changedIn });
  } catch (error) {
    if (told === undefined || !(error instanceof ChangedMeanwhileError)) throw error;
    throw await createClash(told.current, told.changed);
  }
}

/**
 * Version on which a case gets its first crew. Throws `CaseClashError` where it has one already, so that a second one is only
 * sent on purpose. A list that names no crews is not relied on: then the case is read.
 */
export async function requireCaseWithoutCrew(id: string, seen: CaseFactsSeen): Promise<CaseFactsSeen> {
  if (seen.tour_case_states === undefined ? seen.state === "OPEN" : !hasWorkingCrew(seen)) return seen;
  const current = await readCaseUnlessChanged(id, seen);
  if (hasWorkingCrew(current)) throw await createClash(current, []);
  return caseFactsSeenOf(current);
}

const hasWorkingCrew = ({ tour_case_states }: Pick<CaseFactsSeen, "tour_case_states">) =>
  tour_case_states?.some(({ bucket }) => bucket === "open") === true;

/** Reads the case. Throws `CaseClashError` when it is no longer as it was seen. */
export async function readCaseUnlessChanged(id: string, seen: CaseFactsSeen): Promise<Case> {
  const current = await fetchAndStoreCase(id);
  const changed = changedPoints(seen, caseFactsSeenOf(current));
  if (changed.length > 0) throw await createClash(current, changed);
  return current;
}

async function fetchAndStoreCase(id: string): Promise<Case> {
  const current = await api.getCase({ id });
  storeCase(current);
  return current;
}

async function createClash(current: Case, changed: readonly ComparedPoint[]): Promise<CaseClashError> {
  // Without the grant for the history, the crew and the time are still known from the links.
  const history = await api.getCaseStateHistory({ id: current.id }).catch(() => []);
  return new CaseClashError(current, changed, toursHoldingCase(current, history));
}

/** Tour to which the dispatcher wanted to assign the case. */
export interface RequestedTour {
  readonly id: string;
  readonly name: string;
}
interface PendingClash {
  /** Two questions may be about the same version of a case: the second one has a dialog of its own. */
  readonly id: string;
  readonly clash: CaseClashError;
  /** Undefined when there is no tour to choose for, as in an undo. */
  readonly wanted: RequestedTour | undefined;
}
/** Clashes that wait for a decision, the oldest first. */
export const pendingClashes = createStore<readonly PendingClash[]>([]);

export const showClash = (clash: CaseClashError, wanted?: RequestedTour) =>
  pendingClashes.set([...pendingClashes.get(), { id: crypto.randomUUID(), clash, wanted }]);
export const closeClash = () => pendingClashes.set(pendingClashes.get().slice(1));
