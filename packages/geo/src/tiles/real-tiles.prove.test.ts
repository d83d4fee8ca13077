import { beforeAll, describe, expect, it } from "vitest";
import type { PMTiles } from "pmtiles";
import type { LonLat } from "../lon-lat";
import { hasRealMaps, readRealMap } from "../real-maps-testkit";
import { readTileFeaturesAround, openPmtilesArchive } from "./drawn-map-testkit";
import { importTiles } from "./import-tiles";

const TIME_LIMIT_MS = 120_000;
const vaduz: LonLat = [9.5215, 47.1415];

describe.skipIf(!hasRealMaps)("tiles of Liechtenstein (needs ../shared/data)", () => {
  let bytes: Uint8Array;
  let archive: PMTiles;
  beforeAll(async () => {
    const file = readRealMap("Liechtenstein");
    bytes = await importTiles(() => [file], { bytes: file.length });
    archive = openPmtilesArchive(bytes);
  }, TIME_LIMIT_MS);

  it("the map tiles of Liechtenstein are small enough for a phone", async () => {
    expect(bytes.length).toBeLessThan(1_700_000);
    const { numAddressedTiles } = await archive.getHeader();
    expect(numAddressedTiles).toBeGreaterThan(100);
  });

  it("the map tiles of Vaduz contain its streets, its houses and the Rhine", async () => {
    const tile = await readTileFeaturesAround(archive, 14, vaduz);
    const names = (layer: string) => new Set(tile[layer]?.map(({ properties }) => properties["name"]));
    expect(names("roads")).toContain("Städtle");
    expect(names("places")).toContain("Vaduz");
    expect(tile["buildings"]?.length).toBeGreaterThan(300);
    const onTheBank = await readTileFeaturesAround(archive, 14, [9.5, 47.142]);
    expect(onTheBank["water"]?.map(({ properties }) => `${properties["kind"]} ${properties["name"]}`)).toContain(
      "river Rhein",
    );
  });

  it("the map tiles of Liechtenstein at low zoom contain its main roads, towns and border", async () => {
    const tile = await readTileFeaturesAround(archive, 8, vaduz);
    // Liechtenstein has no motorway.
    expect(new Set(tile["roads"]?.map(({ properties }) => properties["kind"]))).toEqual(new Set(["major_road"]));
    expect(tile["places"]?.map(({ properties }) => properties["name"])).toContain("Vaduz");
    expect(tile["boundaries"]?.some(({ properties }) => properties["kind"] === "country")).toBe(true);
  });
});
