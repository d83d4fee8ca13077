import { describe, expect, it } from "vitest";
import { SeededChance } from "@leitstand/scenario/chance";
import type { LonLat } from "../lon-lat";
import type { DrawnMapElements } from "./collect-shapes";
import { type TileFeatureDescription, TILE_ZOOM_MAX } from "./drawn";
import type { GzippedTile } from "./pmtiles-file";
import { boundsOfDrawnElements } from "./region";
import { MapShapeFactory } from "./shapes";
import { MapShapeSpatialIndex } from "./sheets";
import { cutVectorTiles } from "./tile-pyramid";

const roadFeature: TileFeatureDescription = { layer: "roads", minZoom: 6, properties: { kind: "major_road" } };
const trackFeature: TileFeatureDescription = { layer: "roads", minZoom: 13, properties: { kind: "path" } };
const villageFeature: TileFeatureDescription = { layer: "places", minZoom: 9, properties: { kind: "locality" } };
const woodFeature: TileFeatureDescription = { layer: "landuse", minZoom: 8, properties: { kind: "wood" } };

/**
 * Random roads, tracks, villages and woods within a number of degrees of a place; some of them cross several sheets.
 */
function randomLandscape([middle, height]: LonLat, seed: number): DrawnMapElements {
  const chance = new SeededChance(seed);
  const around = (value: number, reach: number) => value + (2 * chance.next() - 1) * reach;
  const [xs, ys]: [number[], number[]] = [[], []];
  const ways = Array.from({ length: 120 }, (_, way) => {
    const reach = way % 10 === 0 ? 0.4 : 0.02;
    const [x, y] = [around(middle, 0.4), around(height, 0.4)];
    return Int32Array.from({ length: 4 }, () => {
      xs.push(Math.min(180, Math.max(-180, around(x, reach))));
      return ys.push(around(y, reach)) - 1;
    });
  });
  const drawnAs = (drawn: TileFeatureDescription, remainder: number) =>
    [...ways.keys()].filter((way) => way % 4 === remainder).map((way) => ({ way, drawn }));
  return {
    points: Array.from({ length: 40 }, () => ({
      lon: around(middle, 0.4),
      lat: around(height, 0.4),
      drawn: villageFeature,
    })),
    lines: [...drawnAs(roadFeature, 0), ...drawnAs(trackFeature, 1)],
    areas: drawnAs(woodFeature, 2),
    relations: [],
    nodesOf: (way) => ways[way] as Int32Array,
    plane: { xs: Float64Array.from(xs), ys: Float64Array.from(ys) },
  };
}

const tilesInOrder = (tiles: Iterable<GzippedTile>) =>
  [...tiles]
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, bytes }) => `${id} ${Buffer.from(bytes).toString("hex")}`);

describe("sheets of a map", () => {
  it.each<[where: string, middle: LonLat]>([
    ["in the Alps", [9.5, 47.1]],
    ["at the date line in the east", [179.7, -16.5]],
    ["at the date line in the west", [-179.7, 0]],
    ["at the northern end of the Mercator projection", [20, 85]],
  ])(
    "the tile import makes from small map sheets %s the same tiles as from one sheet of the whole world",
    (_, middle) => {
      for (const seed of [1, 2]) {
        const material = randomLandscape(middle, seed);
        const shapes = new MapShapeFactory(material, undefined);
        const all = Array.from({ length: shapes.count }, (_, number) => shapes.of(number)).flat();
        const atOnce = tilesInOrder(cutVectorTiles(all, { root: { z: 0, x: 0, y: 0 }, lastZoom: TILE_ZOOM_MAX }));
        expect(atOnce.length).toBeGreaterThan(50);
        expect(tilesInOrder(new MapShapeSpatialIndex(shapes, boundsOfDrawnElements(material)).tiles())).toEqual(atOnce);
      }
    },
  );

  it("the tile import builds each shape only for the map sheets that contain it, to save memory", () => {
    const material = randomLandscape([9.5, 47.1], 3);
    const shapes = new MapShapeFactory(material, undefined);
    let made = 0;
    const counted = { count: shapes.count, of: (number: number) => shapes.of(number).map((shape) => (made++, shape)) };
    const tiles = [
      ...new MapShapeSpatialIndex(counted as unknown as MapShapeFactory, boundsOfDrawnElements(material)).tiles(),
    ];
    expect(tiles.length).toBeGreaterThan(500);
    // Each shape is made once for the index and once for its sheet; a tenth of the ways runs through several.
    expect(made / shapes.count).toBeLessThan(4);
  });
});
