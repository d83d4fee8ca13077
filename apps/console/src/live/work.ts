import type { Board, BoardCase, BoardTour } from "./board.ts";
import { stateStyleOf, type Word } from "#shared/text/state-style.ts";

export const isLate = ({ due_at }: BoardCase, now: number) => due_at !== null && Date.parse(due_at) < now;
/** No tour works on it. */
export const isOpen = ({ tour_case_states }: BoardCase) => !tour_case_states.some(({ bucket }) => bucket === "open");

/** A case that a tour works on at present. */
export interface OpenLink {
  readonly job: BoardCase;
  readonly state: string;
  readonly word: Word;
}

/** The further a case has got, the more it says about where its vehicle is. */
const progress: readonly Word[] = ["postponed", "assigned", "accepted", "moving", "onsite", "loaded"];
const progressOf = ({ word }: OpenLink) => progress.indexOf(word);

/** Which tour each vehicle rides on, by vehicle. What parks is not in it. */
export const ridesOf = ({ tours }: Pick<Board, "tours">) => ridesOfTours(tours);
const ridesOfTours = once((tours: Board["tours"]): ReadonlyMap<string, BoardTour> => {
  const rides = new Map<string, BoardTour>();
  for (const tour of tours.values()) for (const id of tour.vehicle_ids) rides.set(id, tour);
  return rides;
});

/** What each tour works on, by tour, the case that has got furthest first. A tour without work is not in it. */
export const openLinksOf = ({ cases }: Pick<Board, "cases">) => openLinksOfCases(cases);
const openLinksOfCases = once((cases: Board["cases"]): ReadonlyMap<string, readonly OpenLink[]> => {
  const links = new Map<string, OpenLink[]>();
  for (const job of cases.values()) {
    for (const { tour_id, state, bucket } of job.tour_case_states) {
      if (bucket !== "open") continue;
      const link = { job, state, word: stateStyleOf(state).word };
      const others = links.get(tour_id);
      if (others) others.push(link);
      else links.set(tour_id, [link]);
    }
  }
  for (const own of links.values()) own.sort((one, other) => progressOf(other) - progressOf(one));
  return links;
});

/**
 * How many cases a tour works on: those that the board holds. Of a board that is cut off it is at least what the server
 * counted when the tour was read.
 */
export function countOpenCases(board: Pick<Board, "cases" | "truncated">, { tour_id, open_cases }: BoardTour): number {
  const held = openLinksOf(board).get(tour_id)?.length ?? 0;
  return board.truncated ? Math.max(held, open_cases) : held;
}

/** Counted once for each state of the board, however many parts of the screen ask. */
function once<K extends object, V>(count: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const value = known.get(key) ?? count(key);
    known.set(key, value);
    return value;
  };
}
