import type { Board } from "./board.ts";

/** What people call a tour that is on the road: by its name or number, and by the plates of its vehicles. */
export function tourName(board: Board, tour_id: string): string | undefined {
  const tour = board.tours.get(tour_id);
  if (!tour) return undefined;
  const plates = tour.vehicle_ids.flatMap((id) => board.vehicles.get(id)?.license_plate ?? []);
  return plates.length > 0 ? plates.join(", ") : (tour.name ?? tour.natural_id);
}
