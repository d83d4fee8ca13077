import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { tileIdToZxy } from "pmtiles";
import { SeededChance } from "@leitstand/scenario/chance";
import { openPmtilesArchive } from "./drawn-map-testkit";
import { encodePmtilesArchive } from "./pmtiles-file";

const testBounds = { west: 9, south: 47, east: 10, north: 48 };
const archiveOfTexts = (texts: ReadonlyMap<number, string>) =>
  encodePmtilesArchive({
    tiles: [...texts].map(([id, text]) => ({ id, bytes: gzipSync(text) })),
    minZoom: 0,
    maxZoom: 14,
    bounds: testBounds,
    metadata: {},
  });
const tileTextOf = async (bytes: Uint8Array, id: number) => {
  const answer = await openPmtilesArchive(bytes).getZxy(...tileIdToZxy(id));
  return answer && Buffer.from(answer.data).toString();
};

describe("archive of tiles", () => {
  it("a PMTiles archive returns every tile that it contains, and no other", async () => {
    const bytes = archiveOfTexts(
      new Map([
        [0, "world"],
        [21, "here"],
        [23, "there"],
      ]),
    );
    expect(await Promise.all([0, 21, 22, 23].map((id) => tileTextOf(bytes, id)))).toEqual([
      "world",
      "here",
      undefined,
      "there",
    ]);
  });

  it("a PMTiles archive stores identical tiles once, adjacent or not", async () => {
    const sea = Array.from({ length: 64 }, (_, index) => [100 + index, "sea"] as const);
    const bytes = archiveOfTexts(new Map([...sea, [90, "sea"], [200, "land"]]));
    expect(await openPmtilesArchive(bytes).getHeader()).toMatchObject({
      numAddressedTiles: 66,
      numTileEntries: 3,
      numTileContents: 2,
      tileDataLength: gzipSync("sea").length + gzipSync("land").length,
    });
    expect(await tileTextOf(bytes, 131)).toBe("sea");
  });

  it("a PMTiles archive splits its directory when it would not fit into a reader's first request", async () => {
    const chance = new SeededChance(7);
    // Random lengths and gaps, which do not compress; only tiles that are read again have to be valid.
    let id = 1_000;
    const tiles = Array.from({ length: 12_000 }, (_, index) => {
      id += 1 + chance.below(2_000);
      const text = `${id} ${"x".repeat(chance.below(2_000))}`;
      return { id, text, bytes: index % 499 === 0 ? gzipSync(text) : Buffer.from(text) };
    });
    const bytes = encodePmtilesArchive({ tiles, minZoom: 0, maxZoom: 14, bounds: testBounds, metadata: {} });
    const {
      rootDirectoryOffset,
      rootDirectoryLength,
      leafDirectoryLength = 0,
    } = await openPmtilesArchive(bytes).getHeader();
    expect(rootDirectoryOffset + rootDirectoryLength).toBeLessThanOrEqual(16_384);
    expect(leafDirectoryLength).toBeGreaterThan(16_384);
    const some = tiles.filter((_, index) => index % 499 === 0);
    expect(await Promise.all(some.map((tile) => tileTextOf(bytes, tile.id)))).toEqual(some.map(({ text }) => text));
  });

  it("a PMTiles archive compresses its metadata as its header says", async () => {
    const bytes = Buffer.from(archiveOfTexts(new Map([[0, "world"]])));
    const { jsonMetadataOffset: from, jsonMetadataLength: length } = await openPmtilesArchive(bytes).getHeader();
    expect(gunzipSync(bytes.subarray(from, from + length)).toString()).toBe("{}");
  });
});
