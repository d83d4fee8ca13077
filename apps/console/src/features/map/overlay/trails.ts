import type { VehiclePosition } from "#live/positions.ts";
import { distanceMeters, type LonLatPair } from "./geometry.ts";

/** Maximum number of points of a trail: some twenty minutes of driving; 5,000 vehicles stay within a few megabytes. */
const TRAIL_POINTS_MAX = 200;
const TRAIL_STEP_METERS = 30;

/** Trails of vehicles since the page was opened. */
export class VehicleTrails {
  private readonly points = new Map<string, LonLatPair[]>();

  keep(positions: Iterable<VehiclePosition>) {
    for (const { vehicle_id, lon, lat } of positions) {
      const trail = this.points.get(vehicle_id);
      if (!trail) {
        this.points.set(vehicle_id, [[lon, lat]]);
        continue;
      }
      const last = trail[trail.length - 1] as LonLatPair;
      if ((last[0] === lon && last[1] === lat) || distanceMeters(last, [lon, lat]) < TRAIL_STEP_METERS) continue;
      trail.push([lon, lat]);
      if (trail.length > TRAIL_POINTS_MAX) trail.shift();
    }
  }

  of(vehicle_id: string): readonly LonLatPair[] {
    return this.points.get(vehicle_id) ?? [];
  }
}
