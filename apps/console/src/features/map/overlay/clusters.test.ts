import { SeededChance } from "@leitstand/scenario/chance";
import { describe, expect, it } from "vitest";
import { clusterMapObjects } from "./clusters.ts";
import { fromMercator, type MercatorPoint, toMercator } from "../world.ts";

const spotsAtPlaces = (...places: MercatorPoint[]) => places.map((at, index) => ({ id: index, at }));
const sortedIds = (spots: readonly { id: number }[]) => spots.map(({ id }) => id).toSorted((one, other) => one - other);

describe("clusters of objects that lie close together on the map", () => {
  it("three or more objects close together on the map become one cluster, at their centre of gravity", () => {
    const spots = spotsAtPlaces([0.5, 0.5], [0.52, 0.5], [0.5, 0.53]);
    const { alone, clusters } = clusterMapObjects(spots, 0.05);
    expect(alone).toEqual([]);
    expect(clusters).toHaveLength(1);
    expect(clusters[0]?.at[0]).toBeCloseTo(1.52 / 3);
    expect(clusters[0]?.at[1]).toBeCloseTo(1.53 / 3);
  });

  it("two objects close together on the map do not become a cluster", () => {
    const spots = spotsAtPlaces([0.5, 0.5], [0.5, 0.5]);
    expect(clusterMapObjects(spots, 0.05)).toEqual({ alone: spots, clusters: [] });
  });

  it("clusters on the map gather objects across the borders of grid cells, and at the edge of the world", () => {
    const spots = spotsAtPlaces([0.0999, 0.0999], [0.1001, 0.1001], [0.1001, 0.0999], [0, 0], [0, 0.001], [0.001, 0]);
    const { alone, clusters } = clusterMapObjects(spots, 0.05);
    expect(alone).toEqual([]);
    expect(clusters.map(({ members }) => sortedIds(members))).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
  });

  it("clusters of many objects contain each exactly once, and none farther than the radius from the cluster's first object", () => {
    const chance = new SeededChance(7);
    const spots = spotsAtPlaces(...Array.from({ length: 5_000 }, (): MercatorPoint => [chance.next(), chance.next()]));
    const radius = 0.02;
    const { alone, clusters } = clusterMapObjects(spots, radius);
    const shown = [...alone, ...clusters.flatMap(({ members }) => members)];
    expect(new Set(shown).size).toBe(5_000);
    expect(shown).toHaveLength(5_000);
    for (const { members } of clusters) {
      const first = members.reduce((one, other) => (one.id < other.id ? one : other)).at;
      for (const { at } of members) expect(Math.hypot(at[0] - first[0], at[1] - first[1])).toBeLessThanOrEqual(radius);
    }
  });
});

describe("a place", () => {
  it.each([
    { place: [0, 0], world: [0.5, 0.5] },
    { place: [-180, 85.0511287798], world: [0, 0] },
    { place: [180, -85.0511287798], world: [1, 1] },
  ] as const)("a place is projected to the Mercator projection and back without loss: %o", ({ place, world }) => {
    const at = toMercator(place);
    const back = fromMercator(at);
    for (const axis of [0, 1] as const) {
      expect(at[axis]).toBeCloseTo(world[axis], 9);
      expect(back[axis]).toBeCloseTo(place[axis], 9);
    }
  });
});
