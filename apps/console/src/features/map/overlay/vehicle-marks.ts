import { type KnownCase, isOverdue } from "#live/case-entity.ts";
import type { BoardState } from "#live/entities.ts";
import type { BoardTour } from "#live/tour-entity.ts";
import type { VehicleIconName } from "./map-icons.ts";

export interface VehicleMapState {
  readonly vehicle_id: string;
  readonly plate: string;
  /** Icon by the tour's work, else by the tour's sub-state, else parked. */
  readonly icon: VehicleIconName;
  readonly tour: BoardTour | undefined;
  /** Case whose state the icon shows. */
  readonly dispatchCase: KnownCase | undefined;
  /** A case is late, or a critical message is unread. */
  readonly isAlarmed: boolean;
}

export function vehicleMapStatesOf(board: BoardState, now: number): ReadonlyMap<string, VehicleMapState> {
  const alarmed = alarmedIds(board);
  const marks = new Map<string, VehicleMapState>();
  for (const { vehicle_id, license_plate } of board.vehicles.values()) {
    const tour = board.tourOfVehicle(vehicle_id);
    const own = tour === undefined ? [] : board.openLinksOf(tour.tour_id);
    const [leading] = own;
    const isAlarmed =
      tour !== undefined &&
      (alarmed.has(tour.tour_id) ||
        own.some(({ dispatchCase }) => isOverdue(dispatchCase, now) || alarmed.has(dispatchCase.case_id)));
    const icon = leading?.word ?? idleIconOf(tour);
    marks.set(vehicle_id, {
      vehicle_id,
      plate: license_plate,
      icon,
      tour,
      dispatchCase: leading?.dispatchCase,
      isAlarmed,
    });
  }
  return marks;
}

/** Ids of tours and cases with an unread critical message. */
const alarmedIds = (board: BoardState) =>
  new Set(board.messages.flatMap(({ tour_id, case_id }) => [tour_id, case_id].filter((id) => id !== null)));

const idleIcons: Readonly<Record<BoardTour["started_sub_state"], VehicleIconName>> = {
  ACTIVE: "free",
  ON_DUTY: "free",
  ON_A_BREAK: "paused",
  NOT_TAKING_CASES: "refusing",
  OFF_DUTY: "off_duty",
};
const idleIconOf = (tour: BoardTour | undefined): VehicleIconName =>
  tour ? idleIcons[tour.started_sub_state] : "parked";
