import { Readable } from "node:stream";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MapTileArchive } from "../files/tile-archive";
import { addMapTileRoutes } from "./map-tiles";

const archiveBytes = Buffer.from("PMTiles, and then a thousand bytes of streets".padEnd(1_000, "."));
const tileArchiveOf = (bytes: Buffer, sha256: string): MapTileArchive => ({
  sha256,
  size_bytes: bytes.length,
  attribution: "© OpenStreetMap contributors",
  read: async (from, to) => Readable.from([bytes.subarray(from, to + 1)]),
});
const firstArchive = tileArchiveOf(archiveBytes, "aa11bb22cc33dd44ee55");
const archiveAddress = "/maps/aa11bb22cc33dd44/region.pmtiles";

describe("tiles of the imported map", () => {
  const app = Fastify();
  let current: MapTileArchive | undefined;
  let url = "";
  beforeAll(async () => {
    addMapTileRoutes(app, () => current);
    url = await app.listen({ host: "127.0.0.1", port: 0 });
    current = firstArchive;
  });
  afterAll(() => app.close());

  const ask = async (headers: Record<string, string> = {}, path = archiveAddress, method = "GET") => {
    const answer = await fetch(url + path, { method, headers });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };

  it("every visitor can get the address of the map's tiles and the attribution to show beside them", async () => {
    const { headers, body } = await ask({}, "/maps/region.json");
    expect(JSON.parse(body.toString())).toEqual({
      region: { id: "aa11bb22cc33dd44", tiles: archiveAddress, attribution: "© OpenStreetMap contributors" },
    });
    expect(headers["cache-control"]).toBe("no-cache");
  });

  it.each<[range: string, status: number, contentRange: string | undefined, bytes: Buffer]>([
    ["bytes=0-6", 206, "bytes 0-6/1000", archiveBytes.subarray(0, 7)],
    ["bytes=990-", 206, "bytes 990-999/1000", archiveBytes.subarray(990)],
    ["bytes=-10", 206, "bytes 990-999/1000", archiveBytes.subarray(990)],
    ["bytes=990-99999999999999999999", 206, "bytes 990-999/1000", archiveBytes.subarray(990)],
    ["bytes=0-16383", 200, undefined, archiveBytes],
    ["bytes=-5000", 200, undefined, archiveBytes],
    ["BYTES=5-5", 206, "bytes 5-5/1000", archiveBytes.subarray(5, 6)],
    ["bytes=1000-", 416, "bytes */1000", Buffer.alloc(0)],
    ["bytes=-0", 416, "bytes */1000", Buffer.alloc(0)],
    ["bytes=7-5", 200, undefined, archiveBytes],
    ["bytes=0-1,5-6", 200, undefined, archiveBytes],
    ["pages=1-2", 200, undefined, archiveBytes],
    ["bytes=-", 200, undefined, archiveBytes],
  ])("the range %s of the tile archive is answered with %i", async (range, ...[status, contentRange, bytes]) => {
    const answer = await ask({ range });
    expect([answer.status, answer.headers["content-range"]]).toEqual([status, contentRange]);
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.headers["accept-ranges"]).toBe("bytes");
  });

  it("browsers may keep map tiles for a year, and do not get them again while they have them", async () => {
    const { headers } = await ask({ range: "bytes=0-6" });
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": "7",
      etag: '"aa11bb22cc33dd44"',
    });
    expect(await ask({ "if-none-match": String(headers["etag"]) })).toMatchObject({
      status: 304,
      body: Buffer.alloc(0),
    });
    expect((await ask({ range: "bytes=5000-" })).headers["cache-control"]).toBe("no-store");
  });

  it("a client whose parts belong to another tile archive gets the whole archive", async () => {
    const range = "bytes=0-6";
    expect(await ask({ range, "if-range": '"aa11bb22cc33dd44"' })).toMatchObject({ status: 206 });
    expect(await ask({ range, "if-range": '"of another import"' })).toMatchObject({ status: 200, body: archiveBytes });
    expect(await ask({ range, "if-range": "Sat, 21 Nov 2026 08:00:00 GMT" })).toMatchObject({ status: 200 });
  });

  it("HEAD answers the size of the tile archive without its content", async () => {
    const { status, headers, body } = await ask({}, archiveAddress, "HEAD");
    expect([status, headers["content-length"], body.length]).toEqual([200, "1000", 0]);
  });

  it("map tiles get another address after each import, and the old address answers 404", async () => {
    current = tileArchiveOf(Buffer.from("new streets"), "ff00".repeat(16));
    expect((await ask()).status).toBe(404);
    const { body } = await ask({}, "/maps/region.json");
    const { region } = JSON.parse(body.toString()) as { region: { tiles: string } };
    expect((await ask({}, region.tiles)).body.toString()).toBe("new streets");
    current = firstArchive;
  });

  it("the server says that there are no map tiles where no map was imported", async () => {
    current = undefined;
    expect((await ask({}, "/maps/region.json")).body.toString()).toBe('{"region":null}');
    expect((await ask()).status).toBe(404);
    current = firstArchive;
  });
});
