import type { Feature, Point as GeoPoint } from "geojson";
import type { Position } from "#shared/positions.ts";
import type { Point } from "./geometry.ts";
import type { VehicleMark } from "./vehicle-marks.ts";

/** Older positions fade, and very old ones are only the last that is known. */
const FADED_AFTER_MS = 10_000;
const HOLLOW_AFTER_MS = 300_000;
/** Below walking pace the compass of a phone says nothing. */
const MOVING_METERS_PER_SECOND = 1.5;

interface VehicleProperties {
  readonly id: string;
  readonly icon: string;
  readonly plate: string;
  readonly opacity: number;
  /** Degrees; -1 when it stands or nobody knows. */
  readonly heading: number;
}
type VehicleFeature = Feature<GeoPoint, VehicleProperties>;

export interface VehicleFeatures {
  readonly calm: VehicleFeature[];
  /** Never hidden in a cluster. */
  readonly alarmed: VehicleFeature[];
}

/** Vehicles that the board does not know (yet) are left out: nobody could say what they are. */
export function vehicleFeatures(
  positions: Iterable<Position>,
  marks: ReadonlyMap<string, VehicleMark>,
  { now, placeOf = placeOfPosition }: { now: number; placeOf?: (position: Position) => Point },
): VehicleFeatures {
  const features: VehicleFeatures = { calm: [], alarmed: [] };
  for (const position of positions) {
    const mark = marks.get(position.vehicle_id);
    if (!mark) continue;
    const age = now - Date.parse(position.fixed_at);
    features[mark.isAlarmed ? "alarmed" : "calm"].push({
      type: "Feature",
      properties: {
        id: mark.vehicle_id,
        icon: iconName(mark.icon, age > HOLLOW_AFTER_MS),
        plate: mark.plate,
        opacity: age > FADED_AFTER_MS ? 0.6 : 1,
        heading: age > HOLLOW_AFTER_MS ? -1 : headingOf(position),
      },
      geometry: { type: "Point", coordinates: placeOf(position) as [number, number] },
    });
  }
  return features;
}

export const placeOfPosition = ({ lon, lat }: Position): Point => [lon, lat];
export const iconName = (icon: string, isHollow: boolean) => `vehicle-${icon}${isHollow ? "-hollow" : ""}`;

const headingOf = ({ heading_degrees, speed_meters_per_second }: Position) =>
  heading_degrees !== null && (speed_meters_per_second ?? 0) > MOVING_METERS_PER_SECOND ? heading_degrees : -1;
