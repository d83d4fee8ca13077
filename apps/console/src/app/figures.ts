import type { Board } from "#live/board.ts";
import { isLate, isOpen, ridesOf } from "#live/work.ts";

/** How the day stands, in numbers. */
export function figuresOf(board: Board, now: number) {
  const cases = [...board.cases.values()];
  const open = cases.filter(isOpen).length;
  const rides = ridesOf(board);
  return {
    late: cases.filter((job) => isLate(job, now)).length,
    open,
    running: cases.length - open,
    vehicles: board.vehicles.size,
    vehiclesOnTour: [...board.vehicles.keys()].filter((id) => rides.has(id)).length,
  };
}
