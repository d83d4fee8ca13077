import { isOverdue, isWithoutTour } from "#live/case-entity.ts";
import type { BoardState } from "#live/entities.ts";
import type { VehiclePosition } from "#live/positions.ts";
import type { MapLayerGroup } from "../map-style.ts";
import type { LonLatPair } from "./geometry.ts";
import { sourceLonLatOfCase } from "./spots.ts";
import type { MapObjectRef } from "./map-object.ts";
import type { VehicleMapState } from "./vehicle-marks.ts";

interface MapContent {
  readonly board: BoardState;
  readonly marks: ReadonlyMap<string, VehicleMapState>;
  readonly positions: Iterable<VehiclePosition>;
  readonly now: number;
}

export interface FoundMapObjects {
  readonly cases: readonly MapObjectRef[];
  readonly vehicles: readonly MapObjectRef[];
}

interface OnLayers<C, V> {
  readonly cases: readonly C[];
  readonly vehicles: readonly V[];
}

/** The given objects, or their places, without those on layers that are switched off. */
export const withoutHiddenLayers = <C, V>(
  { cases, vehicles }: OnLayers<C, V>,
  hidden: readonly MapLayerGroup[],
): OnLayers<C, V> => ({
  cases: hidden.includes("cases") ? [] : cases,
  vehicles: hidden.includes("vehicles") ? [] : vehicles,
});

/** Open cases and vehicles within a part of the map: late ones first, then as the board lists them, then by plate. */
export function findMapObjectsWithin(
  isWithin: (place: LonLatPair) => boolean,
  { board, marks, positions, now }: MapContent,
): FoundMapObjects {
  const dispatchCases = [...board.cases.values()].filter((dispatchCase) => {
    const place = sourceLonLatOfCase(dispatchCase);
    return place !== undefined && isWithoutTour(dispatchCase) && isWithin(place);
  });
  const late = dispatchCases.filter((dispatchCase) => isOverdue(dispatchCase, now));
  const onTime = dispatchCases.filter((dispatchCase) => !isOverdue(dispatchCase, now));
  const found: VehicleMapState[] = [];
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
