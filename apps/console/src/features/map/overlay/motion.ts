import type { Position } from "#live/positions.ts";
import { between, type Point } from "./geometry.ts";

/** Positions come about once a second: a vehicle glides to its new one for as long. */
const GLIDE_MS = 1_000;

interface Glide {
  readonly from: Point;
  readonly to: Point;
  readonly since: number;
}

/** Glides vehicles between positions, for as many as a screen close by shows. */
export class Motion {
  private glides = new Map<string, Glide>();

  /** Where a vehicle is drawn now. */
  placeOf({ vehicle_id, lon, lat }: Position, now: number): Point {
    const to: Point = [lon, lat];
    const known = this.glides.get(vehicle_id);
    if (!known) {
      this.glides.set(vehicle_id, { from: to, to, since: now });
      return to;
    }
    const at = between(known.from, known.to, Math.min(1, (now - known.since) / GLIDE_MS));
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
