import { type KnownCase, isOverdue, isWithoutTour } from "#live/case-entity.ts";
import type { BoardState } from "#live/entities.ts";
import type { VehiclePosition } from "#live/positions.ts";
import type { LonLatPair } from "./geometry.ts";
import type { MapIconName } from "./map-icons.ts";
import type { MapObjectRef } from "./map-object.ts";
import type { VehicleMapState } from "./vehicle-marks.ts";
import { type MercatorPoint, toMercator } from "../world.ts";

/** Drawn object of the live map. */
export interface LiveMapMarker extends MapObjectRef {
  readonly at: MercatorPoint;
  readonly icon: MapIconName;
  readonly opacity: number;
  /** Heading in degrees; -1 when the vehicle stands or its heading is unknown. */
  readonly heading: number;
  readonly plate: string | undefined;
  /** Whether the sign of an alarm stands beside the icon. */
  readonly hasBadge: boolean;
}

/** Objects of the live map. Alarmed ones are kept apart: they are the last to be hidden in a cluster. */
export interface LiveMapMarkers {
  readonly calm: LiveMapMarker[];
  readonly alarmed: LiveMapMarker[];
}

/** Age in milliseconds from which a position fades; a very old one is only the last known. */
const FADED_AFTER_MS = 10_000;
const HOLLOW_AFTER_MS = 300_000;
/** Lowest speed at which a heading is shown: below walking pace a phone's compass is useless. */
const MOVING_METERS_PER_SECOND = 1.5;

/** Whether a position is only the last known one, which the map draws as an outline. */
export const isPositionOld = ({ fixed_at }: VehiclePosition, now: number) =>
  now - Date.parse(fixed_at) > HOLLOW_AFTER_MS;

/** Spots of vehicles. Vehicles that the board does not have (yet) are left out: their kind and state are unknown. */
export function createVehicleMarkers(
  positions: Iterable<VehiclePosition>,
  marks: ReadonlyMap<string, VehicleMapState>,
  { now, placeOf = lonLatOfPosition }: { now: number; placeOf?: (position: VehiclePosition) => LonLatPair },
): LiveMapMarkers {
  const spots: LiveMapMarkers = { calm: [], alarmed: [] };
  for (const position of positions) {
    const mark = marks.get(position.vehicle_id);
    if (!mark) continue;
    const age = now - Date.parse(position.fixed_at);
    const isHollow = isPositionOld(position, now);
    spots[mark.isAlarmed ? "alarmed" : "calm"].push({
      kind: "vehicle",
      id: mark.vehicle_id,
      at: toMercator(placeOf(position)),
      icon: isHollow ? `${mark.icon}-hollow` : mark.icon,
      opacity: age > FADED_AFTER_MS ? 0.6 : 1,
      heading: isHollow ? -1 : shownHeading(position),
      plate: mark.plate,
      hasBadge: mark.isAlarmed,
    });
  }
  return spots;
}

export const lonLatOfPosition = ({ lon, lat }: VehiclePosition): LonLatPair => [lon, lat];

const shownHeading = ({ heading_degrees, speed_meters_per_second }: VehiclePosition) =>
  heading_degrees !== null && (speed_meters_per_second ?? 0) > MOVING_METERS_PER_SECOND ? heading_degrees : -1;

/** Spots of cases that no tour works on; other cases are where their vehicles are. */
export function createUnassignedCaseMarkers(board: BoardState, now: number): LiveMapMarkers {
  const spots: LiveMapMarkers = { calm: [], alarmed: [] };
  for (const dispatchCase of board.cases.values()) {
    const place = sourceLonLatOfCase(dispatchCase);
    if (!place || !isWithoutTour(dispatchCase)) continue;
    const late = isOverdue(dispatchCase, now);
    spots[late ? "alarmed" : "calm"].push({
      kind: "case",
      id: dispatchCase.case_id,
      at: toMercator(place),
      icon: late ? "case-late" : "case-open",
      opacity: 1,
      heading: -1,
      plate: undefined,
      hasBadge: false,
    });
  }
  return spots;
}

/** Source of a case; undefined as long as its address has no coordinates. */
export const sourceLonLatOfCase = ({ source_lat, source_lon }: KnownCase): LonLatPair | undefined =>
  source_lat === null || source_lon === null ? undefined : [source_lon, source_lat];
