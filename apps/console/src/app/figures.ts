import { isOverdue, isWithoutTour } from "#live/case-entity.ts";
import type { BoardState } from "#live/entities.ts";

/** Figures of the day: counts of cases and vehicles. There are at least so many where a list of the board is cut. */
export function countDayFigures(board: BoardState, now: number) {
  const cases = [...board.cases.values()];
  const open = cases.filter(isWithoutTour).length;
  return {
    late: cases.filter((dispatchCase) => isOverdue(dispatchCase, now)).length,
    open,
    running: cases.length - open,
    vehicles: board.vehicles.size,
    vehiclesOnTour: [...board.vehicles.keys()].filter((id) => board.tourOfVehicle(id)).length,
  };
}
