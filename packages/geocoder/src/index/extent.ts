import { type LonLat, metersBetween } from "@leitstand/geo/lon-lat";
import { toStoredDegrees } from "./address-index";
import type { BoundingBox } from "./entry";

/** Box and middle of the points that belong to one thing. */
export class PointExtent {
  readonly #points: LonLat[] = [];
  #box: [number, number, number, number] = [180, 90, -180, -90];

  add(point: LonLat) {
    this.#points.push(point);
    this.cover([...point, ...point]);
  }

  cover([west, south, east, north]: BoundingBox) {
    const [oldWest, oldSouth, oldEast, oldNorth] = this.#box;
    this.#box = [
      Math.min(oldWest, west),
      Math.min(oldSouth, south),
      Math.max(oldEast, east),
      Math.max(oldNorth, north),
    ];
  }

  get points(): readonly LonLat[] {
    return this.#points;
  }

  get isEmpty(): boolean {
    return this.#points.length === 0;
  }

  /** Middle point, one of the points themselves, so that that of a bent street lies on it. */
  get middle(): LonLat {
    const count = Math.max(1, this.#points.length);
    const sum = this.#points.reduce(([x, y], [lon, lat]) => [x + lon, y + lat], [0, 0] as LonLat);
    const mean: LonLat = [sum[0] / count, sum[1] / count];
    let [best, least] = [mean, Number.POSITIVE_INFINITY];
    for (const point of this.#points) {
      const distance = metersBetween(mean, point);
      if (distance < least) [best, least] = [point, distance];
    }
    return best;
  }

  /** Box as it is stored; without points, one at the origin. */
  storedBox(): number[] {
    return this.isEmpty && this.#box[0] > this.#box[2] ? [0, 0, 0, 0] : this.#box.map(toStoredDegrees);
  }
}
