import { isLate, isOpen } from "#live/case-entity.ts";
import type { Board } from "#live/entities.ts";

/** How the day stands, in numbers. */
export function figuresOf(board: Board, now: number) {
  const cases = [...board.cases.values()];
  const open = cases.filter(isOpen).length;
  return {
    late: cases.filter((job) => isLate(job, now)).length,
    open,
    running: cases.length - open,
    vehicles: board.vehicles.size,
    vehiclesOnTour: [...board.vehicles.keys()].filter((id) => board.tourOfVehicle(id)).length,
  };
}
