import type { BoardState } from "./entities.ts";
import type { BoardTour } from "./tour-entity.ts";

/** Name of a running tour: the plates of its vehicles, else its name or number. */
export function displayNameOfRunningTour(board: BoardState, tour_id: string): string | undefined {
  const tour = board.tours.get(tour_id);
  if (!tour) return undefined;
  const plates = tour.vehicle_ids.flatMap((id) => board.vehicles.get(id)?.license_plate ?? []);
  return plates.length > 0 ? plates.join(", ") : (tour.name ?? tour.natural_id);
}

/**
 * Number of cases that a tour works on, from the board. Where the board has only a part of the cases, it is at least
 * what the server counted when the tour was read.
 */
export function countOpenCases(
  board: Pick<BoardState, "openLinksOf" | "isCut">,
  { tour_id, open_cases }: BoardTour,
): number {
  const held = board.openLinksOf(tour_id).length;
  return board.isCut.cases ? Math.max(held, open_cases) : held;
}
