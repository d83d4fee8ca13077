import { isOverdue, isWithoutTour } from "#live/case-entity.ts";
import type { BoardState } from "#live/entities.ts";
import type { VehiclePosition } from "#live/positions.ts";
import type { Point } from "./geometry.ts";
import { sourcePointOf } from "./spots.ts";
import type { MapObject } from "./map-object.ts";
import type { VehicleMark } from "./vehicle-marks.ts";

interface MapContent {
  readonly board: BoardState;
  readonly marks: ReadonlyMap<string, VehicleMark>;
  readonly positions: Iterable<VehiclePosition>;
  readonly now: number;
}

export interface FoundObjects {
  readonly cases: readonly MapObject[];
  readonly vehicles: readonly MapObject[];
}

/** Open cases and vehicles within a part of the map: late ones first, then as the board lists them, then by plate. */
export function findObjectsWithin(
  isWithin: (place: Point) => boolean,
  { board, marks, positions, now }: MapContent,
): FoundObjects {
  const dispatchCases = [...board.cases.values()].filter((dispatchCase) => {
    const place = sourcePointOf(dispatchCase);
    return place !== undefined && isWithoutTour(dispatchCase) && isWithin(place);
  });
  const late = dispatchCases.filter((dispatchCase) => isOverdue(dispatchCase, now));
  const onTime = dispatchCases.filter((dispatchCase) => !isOverdue(dispatchCase, now));
  const found: VehicleMark[] = [];
  for (const { vehicle_id, lon, lat } of positions) {
    const mark = marks.get(vehicle_id);
    if (mark && isWithin([lon, lat])) found.push(mark);
  }
  found.sort((a, b) => a.plate.localeCompare(b.plate));
  return {
    cases: [...late, ...onTime].map(({ case_id }) => ({ kind: "case", id: case_id })),
    vehicles: found.map(({ vehicle_id }) => ({ kind: "vehicle", id: vehicle_id })),
  };
}
