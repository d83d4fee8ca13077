import type { MercatorPoint } from "../world.ts";

export interface PlacedObject {
  readonly at: MercatorPoint;
}
export interface MapObjectCluster<T extends PlacedObject> {
  /** Centre of gravity of the members. */
  readonly at: MercatorPoint;
  readonly members: readonly T[];
}

const CLUSTER_MEMBERS_MIN = 3;

/**
 * Clusters objects within the radius (a part of the world's width) of one that is not in a cluster yet; pairs stay as
 * they are. Greedy in the given order, like the well-known supercluster, so that the same order gives the same
 * clusters.
 */
export function clusterMapObjects<T extends PlacedObject>(
  spots: readonly T[],
  radius: number,
): { alone: T[]; clusters: MapObjectCluster<T>[] } {
  const grid = new SpotGrid(spots, radius);
  const alone: T[] = [];
  const clusters: MapObjectCluster<T>[] = [];
  for (const spot of spots) {
    if (!grid.has(spot)) continue;
    const members = grid.around(spot.at);
    if (members.length < CLUSTER_MEMBERS_MIN) {
      grid.take(spot);
      alone.push(spot);
      continue;
    }
    for (const member of members) grid.take(member);
    clusters.push({ at: middleOfSpots(members), members });
  }
  return { alone, clusters };
}

function middleOfSpots(spots: readonly PlacedObject[]): MercatorPoint {
  let [x, y] = [0, 0];
  for (const { at } of spots) {
    x += at[0];
    y += at[1];
  }
  return [x / spots.length, y / spots.length];
}

/** Objects that are not in a cluster yet, by squares as wide as the radius: neighbours lie in nine of them. */
class SpotGrid<T extends PlacedObject> {
  private readonly squares = new Map<number, Set<T>>();

  constructor(
    spots: readonly T[],
    private readonly radius: number,
  ) {
    for (const spot of spots) {
      const key = this.keyOf(spot.at, 0, 0);
      const square = this.squares.get(key);
      if (square) square.add(spot);
      else this.squares.set(key, new Set([spot]));
    }
  }

  has(spot: T) {
    return this.squares.get(this.keyOf(spot.at, 0, 0))?.has(spot) === true;
  }

  take(spot: T) {
    this.squares.get(this.keyOf(spot.at, 0, 0))?.delete(spot);
  }

  around(at: MercatorPoint): T[] {
    const found: T[] = [];
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const spot of this.squares.get(this.keyOf(at, dx, dy)) ?? [])
          if (Math.hypot(spot.at[0] - at[0], spot.at[1] - at[1]) <= this.radius) found.push(spot);
    return found;
  }

  private keyOf([x, y]: MercatorPoint, dx: number, dy: number): number {
    // Row and column both stay below 2^26, because no radius is that small a part of the world.
    return (Math.floor(x / this.radius) + dx) * 2 ** 26 + Math.floor(y / this.radius) + dy;
  }
}
