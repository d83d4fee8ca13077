import type { BoardState, BoardVehicle } from "#live/entities.ts";

export interface TourChoice {
  readonly tour_id: string;
  readonly label: string;
  readonly open_cases: number;
  /** The tour has a crew that takes cases at present. */
  readonly is_taking: boolean;
}

interface RunningTours extends Pick<BoardState, "tours"> {
  readonly vehicles: ReadonlyMap<string, Pick<BoardVehicle, "license_plate">>;
}

/**
 * Running tours to choose from, labelled by plate, name or number; those that take cases first, the idle before the
 * busy.
 */
export function listTourChoices({ tours, vehicles }: RunningTours): TourChoice[] {
  const choices = [...tours.values()].map((tour) => {
    const plates = tour.vehicle_ids.flatMap((id) => vehicles.get(id)?.license_plate ?? []);
    return {
      tour_id: tour.tour_id,
      label: [...plates, tour.name ?? tour.natural_id].join(" · "),
      open_cases: tour.open_cases,
      is_taking: tour.started_sub_state !== "NOT_TAKING_CASES" && tour.started_sub_state !== "OFF_DUTY",
    };
  });
  return choices.toSorted(
    (one, other) =>
      Number(other.is_taking) - Number(one.is_taking) ||
      one.open_cases - other.open_cases ||
      one.label.localeCompare(other.label),
  );
}
