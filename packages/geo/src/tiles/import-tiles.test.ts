import { zxyToTileId } from "pmtiles";
import { describe, expect, it } from "vitest";
import { SeededChance } from "@leitstand/scenario/chance";
import { importLetterTileMap, writeLetterTileMapAsOsm, openPmtilesArchive } from "./drawn-map-testkit";
import { importTiles } from "./import-tiles";
import { tileIdOf } from "./tile-id";

const featuresByName = (features: readonly { properties: Readonly<Record<string, unknown>> }[] = []) =>
  features.map(({ properties }) => properties["name"]);

describe("tiles of a map", () => {
  it("the tile import draws a lake whose shore was mapped in pieces, with its island and the pond on it", async () => {
    const { look, ringsOf } = await importLetterTileMap({
      drawing: "A.......B\n..E...F..\n...I.J...\n...L.K...\n..H...G..\nD.......C",
      ways: { ABC: {}, ADC: {}, EFGHE: {}, IJ: {}, KJ: {}, KLI: {} },
      relations: [
        {
          ways: ["ABC", "ADC", "/EFGHE", "IJ", "KJ", "KLI"],
          tags: { type: "multipolygon", natural: "water", water: "lake", name: "See" },
        },
      ],
    });
    const { water = [] } = await look(14);
    expect(water.map(({ properties }) => properties)).toEqual([{ kind: "lake", kind_detail: "lake", name: "See" }]);
    expect(new Set(water.flatMap(ringsOf).map(String))).toEqual(new Set(["ABCD,EFGH", "IJKL"]));
  });

  it("the tile import leaves out a lake whose shore is not completely in the map, and keeps everything else", async () => {
    const { look } = await importLetterTileMap({
      drawing: "A.B\n...\nD.C",
      ways: { AB: { highway: "residential" }, BC: {} },
      relations: [{ ways: ["BC", "CDA"], tags: { type: "multipolygon", natural: "water" } }],
    });
    expect(Object.keys(await look(14))).toEqual(["roads"]);
  });

  it("the tile import names a road in each language of the product, and tags its kind", async () => {
    const { look, lineOf } = await importLetterTileMap({
      drawing: "A....B....C",
      ways: {
        ABC: {
          highway: "primary",
          name: "Hauptstraße",
          "name:en": "Main Street",
          ref: "B 35;B 37",
          oneway: "yes",
          bridge: "yes",
        },
      },
    });
    const { roads = [] } = await look(14);
    expect(roads.map(({ properties, geometry }) => [properties, geometry.type])).toEqual([
      [
        {
          kind: "major_road",
          kind_detail: "primary",
          name: "Hauptstraße",
          "name:en": "Main Street",
          ref: "B 35;B 37",
          shield_text: "B35",
          oneway: "yes",
          is_bridge: true,
          min_zoom: 7,
        },
        "LineString",
      ],
    ]);
    expect(roads.map(lineOf)).toEqual(["ABC"]);
  });

  it("the tile import ends a road where its nodes are missing in the map, and continues it after the gap", async () => {
    const { look, lineOf } = await importLetterTileMap({
      drawing: "A.B.C.D.E",
      ways: { ABCDE: { highway: "track" } },
      missing: "C",
    });
    const { roads = [] } = await look(14);
    expect(roads.map(lineOf)).toEqual(["AB", "DE"]);
  });

  it("the tile import includes at low zoom levels only important features", async () => {
    const { look } = await importLetterTileMap({
      drawing: "A.........B\nC.........D\nE...F.....X\nH...G......",
      ways: {
        AB: { highway: "motorway", ref: "A 14" },
        CD: { highway: "residential" },
        EFGHE: { building: "yes" },
      },
      nodes: { X: { place: "village", name: "Vaduz", population: "5774" } },
    });
    const layersAt = async (zoom: number) =>
      Object.fromEntries(
        Object.entries(await look(zoom)).map(([layer, features]) => [
          layer,
          features.map(({ properties }) => properties["kind"]),
        ]),
      );
    expect(await layersAt(14)).toEqual({
      earth: ["earth"],
      buildings: ["building"],
      roads: ["highway", "minor_road"],
      places: ["locality"],
    });
    expect(await layersAt(12)).toMatchObject({ roads: ["highway", "minor_road"], places: ["locality"] });
    expect(await layersAt(9)).toEqual({ earth: ["earth"], roads: ["highway"] });
  });

  it("the tile import draws a border once, as that of the largest administrative unit that it bounds", async () => {
    const { look } = await importLetterTileMap({
      drawing: "A....B\n.....C",
      ways: { AB: {}, BC: {} },
      relations: ["8", "2", "4"].map((admin_level, index) => ({
        ways: index === 0 ? ["AB", "BC"] : ["AB"],
        tags: { type: "boundary", boundary: "administrative", admin_level },
      })),
    });
    const { boundaries = [] } = await look(14);
    expect(boundaries.map(({ properties }) => [properties["kind"], properties["kind_detail"]])).toEqual([
      ["country", 2],
      ["locality", 8],
    ]);
  });

  it("the tile import places the names of hospitals and cemeteries in their centres", async () => {
    const { look, lineOf } = await importLetterTileMap({
      drawing: "A.....B\n.......\n...M...\n.......\nD.....C",
      ways: { ABCDA: { amenity: "hospital", name: "Landesspital" } },
      nodes: { M: {} },
    });
    const { pois = [], landuse = [] } = await look(14);
    expect(featuresByName(pois)).toEqual(["Landesspital"]);
    expect(pois.map(lineOf)).toEqual(["M"]);
    expect(landuse.map(({ properties }) => properties)).toEqual([{ kind: "hospital" }]);
  });
});

describe("archive of a map", () => {
  const village = writeLetterTileMapAsOsm({
    drawing: "A....B\n......\n.....C",
    ways: { AB: { highway: "residential", name: "Dorfgasse" }, BC: { highway: "tertiary" } },
  });

  it("the tile import writes into the archive its bounds, its layers and its attribution", async () => {
    const archive = openPmtilesArchive(await importTiles(() => [village]));
    expect(await archive.getHeader()).toMatchObject({
      specVersion: 3,
      tileType: 1,
      clustered: true,
      minZoom: 0,
      maxZoom: 14,
    });
    const { minLon, maxLon, minLat, maxLat } = await archive.getHeader();
    expect([minLon, maxLat]).toEqual([9.5, 47]);
    expect([maxLon - minLon, maxLat - minLat].map((degrees) => degrees.toFixed(4))).toEqual(["0.0066", "0.0018"]);
    expect(await archive.getMetadata()).toMatchObject({
      attribution: "© OpenStreetMap contributors",
      vector_layers: [
        { id: "earth", fields: { kind: "String" } },
        { id: "roads", fields: { name: "String", min_zoom: "Number" } },
      ],
      coverage: { type: "Polygon" },
    });
  });

  it("the tile import makes the same archive from the same map, and reports its progress", async () => {
    const shares: number[] = [];
    const options = { bytes: village.length, onProgress: (share: number) => shares.push(share) };
    const [first, second] = [await importTiles(() => [village], options), await importTiles(() => [village])];
    expect(Buffer.compare(first, second)).toBe(0);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
  });

  it("the tile import makes no archive from a map without drawable features, or after a cancellation", async () => {
    const bare = writeLetterTileMapAsOsm({ drawing: "A.B", ways: { AB: { power: "line" } } });
    await expect(importTiles(() => [bare])).rejects.toMatchObject({ reason: "nothing_to_draw" });
    await expect(importTiles(() => [village.subarray(0, 300)])).rejects.toMatchObject({ reason: "truncated" });
    const signal = AbortSignal.abort(new Error("called off"));
    await expect(importTiles(() => [village], { signal })).rejects.toThrow("called off");
  });

  it("the tile import numbers 1,000 random tiles as the PMTiles format specifies", () => {
    const chance = new SeededChance(3);
    const tiles = Array.from({ length: 1_000 }, () => {
      const z = chance.below(20);
      return { z, x: chance.below(2 ** z), y: chance.below(2 ** z) };
    });
    expect(tiles.map(tileIdOf)).toEqual(tiles.map(({ z, x, y }) => zxyToTileId(z, x, y)));
  });
});
