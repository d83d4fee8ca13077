import type { SeededChance } from "@leitstand/scenario/chance";
import type { SimulatedDayRecord } from "./book";
import type { RememberedCaseFacts } from "./case-memory";
import type { SimulatedCompany } from "./company";
import type { CrewAbsence } from "./facts";
import type { DayClock } from "./day-clock";

/** Tour that has a crew, as dispatchers who assign cases know it. */
export interface TourOnDuty {
  readonly tour_id: string;
  readonly branch_id: string | null;
}

/** One company on this day: the state that all its players share. */
export interface SharedDayState {
  readonly company: SimulatedCompany;
  readonly tours: readonly TourOnDuty[];
  readonly clock: DayClock;
  readonly chance: SeededChance;
  readonly book: SimulatedDayRecord;
  readonly cases: Map<string, RememberedCaseFacts>;
  /** Cases that a dispatcher should look at. */
  readonly attention: Set<string>;
  /** Tours of which a crew member or the vehicle is away. */
  readonly absent: Map<string, CrewAbsence>;
  /** The day is over: all crews go home. */
  isOver: boolean;
  /** Number of players in the middle of some work. */
  busy: number;
}

/** Longest wait in minutes before a player looks whether the day is over. */
export const DAY_END_CHECK_MINUTES = 1;

/** Runs work that counts as going on until it is done. */
export async function runAsBusy(scene: SharedDayState, work: () => Promise<void>) {
  scene.busy++;
  try {
    await work();
  } finally {
    scene.busy--;
  }
}
