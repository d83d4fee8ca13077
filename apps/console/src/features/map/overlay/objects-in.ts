import { isLate, isOpen } from "#live/case-entity.ts";
import type { Board } from "#live/entities.ts";
import type { Position } from "#live/positions.ts";
import type { Point } from "./geometry.ts";
import { sourceOf } from "./spots.ts";
import type { MapObject } from "./map-object.ts";
import type { VehicleMark } from "./vehicle-marks.ts";

interface Where {
  readonly board: Board;
  readonly marks: ReadonlyMap<string, VehicleMark>;
  readonly positions: Iterable<Position>;
  readonly now: number;
}

export interface ObjectsIn {
  readonly cases: readonly MapObject[];
  readonly vehicles: readonly MapObject[];
}

/** Open cases and vehicles within a part of the map: late ones first, then as the board lists them, then by plate. */
export function objectsIn(isWithin: (place: Point) => boolean, { board, marks, positions, now }: Where): ObjectsIn {
  const dispatchCases = [...board.cases.values()].filter((dispatchCase) => {
    const place = sourceOf(dispatchCase);
    return place !== undefined && isOpen(dispatchCase) && isWithin(place);
  });
  const late = dispatchCases.filter((dispatchCase) => isLate(dispatchCase, now));
  const onTime = dispatchCases.filter((dispatchCase) => !isLate(dispatchCase, now));
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
