import type { Chance } from "./chance";
import type { Book } from "./book";
import type { CaseMemory } from "./case-memory";
import type { Company } from "./company";
import type { Crew } from "./crews";
import type { DayClock } from "./day-clock";

/** One company on this day: what everybody who plays in it shares. */
export interface Scene {
  readonly company: Company;
  readonly crews: readonly Crew[];
  readonly clock: DayClock;
  readonly chance: Chance;
  readonly book: Book;
  readonly cases: Map<string, CaseMemory>;
  /** Cases that a desk should look at. */
  readonly attention: Set<string>;
  /** Everybody goes home. */
  isOver: boolean;
  /** People in the middle of something. */
  busy: number;
}

/** The latest that somebody looks up from what they wait for. */
export const LOOK_UP_MINUTES = 1;
