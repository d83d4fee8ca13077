import { type CasePoint, type CaseSight, changedPoints, sightOf } from "@leitstand/client/case-sight";
import { ChangedMeanwhile, sendDecided } from "@leitstand/client/decided-write";
import { createStore } from "@leitstand/app/store";
import type { Case } from "@leitstand/contract/cases/case";
import { api } from "#shared/api/api.ts";
import { keepCase } from "../store.ts";
import { type Holder, holdersOf } from "./holders.ts";

/**
 * Others have changed a case in what a write on it was decided on, or another crew has it already: nothing was carried out, and
 * somebody decides again.
 */
export class Clash extends Error {
  readonly job: Case;
  /** Nothing: another crew has it, as could be seen. */
  readonly changed: readonly CasePoint[];
  /** Who has it now. */
  readonly holders: readonly Holder[];

  constructor(job: Case, changed: readonly CasePoint[], holders: readonly Holder[]) {
    super(`${job.natural_id}: ${changed.join(", ")}`);
    this.name = "Clash";
    this.job = job;
    this.changed = changed;
    this.holders = holders;
  }
}

interface Decided {
  readonly id: string;
  readonly seen: CaseSight;
  /** Whether a case still offers what is to be done with it. */
  readonly isOffered?: (current: Case) => boolean;
}

/** Writes on a case by what was seen of it. Throws `Clash` where that does not hold any more, else as the API refuses. */
export async function sendOnCase<A>(
  { id, seen, isOffered = () => true }: Decided,
  send: (lock_version: number) => Promise<A>,
): Promise<A> {
  let told: { readonly current: Case; readonly changed: readonly CasePoint[] } | undefined;
  const changedIn = (current: Case) => {
    const points = changedPoints(seen, sightOf(current));
    const changed: readonly CasePoint[] = points.length === 0 && !isOffered(current) ? ["state"] : points;
    told = { current, changed };
    return changed;
  };
  try {
    return await sendDecided({ seen, send, read: () => readCase(id), changedIn });
  } catch (error) {
    if (told === undefined || !(error instanceof ChangedMeanwhile)) throw error;
    throw await clashOf(told.current, told.changed);
  }
}

/**
 * The sight by which a case gets its first crew. Throws `Clash` where it has one already, so that a second one is sent on purpose
 * alone. A list that names no crews is not relied on: then the case is read.
 */
export async function sightWithoutCrew(id: string, seen: CaseSight): Promise<CaseSight> {
  if (seen.tour_case_states === undefined ? seen.state === "OPEN" : !hasCrew(seen)) return seen;
  const current = await readUnchanged(id, seen);
  if (hasCrew(current)) throw await clashOf(current, []);
  return sightOf(current);
}

const hasCrew = ({ tour_case_states }: Pick<CaseSight, "tour_case_states">) =>
  tour_case_states?.some(({ bucket }) => bucket === "open") === true;

/** The case as it is now, as long as it still is what was seen; throws `Clash` else. */
export async function readUnchanged(id: string, seen: CaseSight): Promise<Case> {
  const current = await readCase(id);
  const changed = changedPoints(seen, sightOf(current));
  if (changed.length > 0) throw await clashOf(current, changed);
  return current;
}

async function readCase(id: string): Promise<Case> {
  const current = await api.getCase({ id });
  keepCase(current);
  return current;
}

async function clashOf(current: Case, changed: readonly CasePoint[]): Promise<Clash> {
  // Who may not read the history is told which crew has it, and since when.
  const history = await api.getCaseStateHistory({ id: current.id }).catch(() => []);
  return new Clash(current, changed, holdersOf(current, history));
}

/** The tour that was to get the case. */
export interface WantedTour {
  readonly id: string;
  readonly name: string;
}
interface ShownClash {
  readonly clash: Clash;
  /** Undefined: there is nothing to choose, as when something was to be taken back. */
  readonly wanted: WantedTour | undefined;
}
/** What waits for a decision, the oldest first. */
export const clashes = createStore<readonly ShownClash[]>([]);

export const showClash = (clash: Clash, wanted?: WantedTour) => clashes.set([...clashes.get(), { clash, wanted }]);
export const closeClash = () => clashes.set(clashes.get().slice(1));
