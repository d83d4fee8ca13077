import type { VehiclePosition } from "#live/positions.ts";
import { interpolatePoints, type LonLatPair } from "./geometry.ts";

/** Duration of a glide to a new position: positions come about once a second. */
const GLIDE_MS = 1_000;

interface VehicleGlide {
  readonly from: LonLatPair;
  readonly to: LonLatPair;
  readonly since: number;
}

/** Glides vehicles between positions; used at close zoom, where few are in sight. */
export class VehicleMotionAnimator {
  private glides = new Map<string, VehicleGlide>();

  /** Point at which a vehicle is drawn at the given time. */
  placeOf({ vehicle_id, lon, lat }: VehiclePosition, now: number): LonLatPair {
    const to: LonLatPair = [lon, lat];
    const known = this.glides.get(vehicle_id);
    if (!known) {
      this.glides.set(vehicle_id, { from: to, to, since: now });
      return to;
    }
    const at = interpolatePoints(known.from, known.to, Math.min(1, (now - known.since) / GLIDE_MS));
    if (known.to[0] !== lon || known.to[1] !== lat) this.glides.set(vehicle_id, { from: at, to, since: now });
    return at;
  }

  isGliding(now: number): boolean {
    for (const { from, to, since } of this.glides.values()) if (from !== to && now - since < GLIDE_MS) return true;
    return false;
  }

  clear() {
    this.glides.clear();
  }
}
