import { execFileSync } from "node:child_process";
import { renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { writePbfFile } from "@leitstand/geo/osm/pbf-testkit";
import { writeLetterMapAsOsm } from "@leitstand/geo/roads/small-map-testkit";
import fastify from "fastify";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { claimDataDirForDatabase } from "#platform/database/data-dir-claim";
import type { FileStore } from "#platform/files/files";
import { addHealthRoutes } from "#platform/http/health";
import { sql } from "#platform/database/sql";
import { renamedVillageMap, villageMap, villageMapOsmXml, coordinatesInVillage } from "../../testing/geo/geo-imports";
import { type ApiSession, startApi } from "../../testing/start-api";
import { startTestServerNode } from "../../testing/start-node";
import { GeoDataLoader, createGeoFileStore } from "./geo-data.service";
import { GeoImportFileError, openGeoImportFile } from "./import-file.service";
import { importOsmMap } from "./import-map.service";
import { importPostalCodes } from "./import-postal-codes.service";
import { deleteUnusedGeoData } from "./sweep.service";
import { readFirstStreetOfRoute, createGeoImporter } from "../../testing/geo/geo-data";

const OSM_ATTRIBUTION = "© OpenStreetMap contributors";
const grants = ["getDirections", "searchAddresses", "createAddress", "solveRouting"];
const TALHEIM_POSTAL_CODE_LINE = "LI\t9499\tTalheim\t\t\t\t\t\t\t47.0\t9.5\t4\n";
const createNamedPipe = (path: string) => (execFileSync("mkfifo", [path]), path);
const [a, f] = [coordinatesInVillage("a"), coordinatesInVillage("f")];
const GRAZ = [15.4395, 47.0707];

describe("imported maps and postal codes", () => {
  const api = startApi();
  const { folder, run, bring, numbers, kept } = createGeoImporter(api);
  let dispatcher: ApiSession;
  beforeEach(async () => {
    dispatcher = await api.signIn(...grants);
  });

  const street = () => readFirstStreetOfRoute(dispatcher);

  it("without imported maps, distances are estimates, and address searches find only towns", async () => {
    expect(await dispatcher.getImportedGeoData({})).toEqual({ map: null, postal_codes: null });
    expect(await dispatcher.getDirections({ waypoints: [a, f] })).toMatchObject({
      source: "estimate",
      estimated: true,
    });
    const { addresses, attribution } = await dispatcher.searchAddressForward({ location: "Vaduz" });
    expect(addresses[0]).toMatchObject({ kind: "PLACE", city: "Vaduz", country: "LI", source: "embedded" });
    expect(attribution).toBe("© GeoNames, CC BY 4.0");
    expect(
      (await dispatcher.searchAddressForward({ location: "Dorfstraße 1, Talheim" })).addresses[0]?.street ?? null,
    ).toBeNull();
  });

  describe("an imported map of a village", () => {
    beforeAll(() => bring(villageMap));

    it("getImportedGeoData returns the imported map and postal codes, the time of the import, and the attribution", async () => {
      expect(await dispatcher.getImportedGeoData({})).toMatchObject({
        map: {
          file_name: expect.stringMatching(/^chosen/),
          imported_at: expect.stringMatching(/^20/),
          counts: { addresses: 2, places: 1, points_of_interest: 1, streets: 2 },
          omissions: [],
          attribution: OSM_ATTRIBUTION,
          licence: "ODbL 1.0",
        },
      });
      const { map } = await dispatcher.getImportedGeoData({});
      expect(map?.bounding_box[0]).toBeCloseTo(a[0], 6);
      expect(map?.bounding_box[1]).toBeCloseTo(f[1], 6);
    });

    it("directions follow the roads of the imported map, step by step, in the requested language", async () => {
      const answer = await dispatcher.getDirections({ waypoints: [a, f], language: "de" });
      expect(answer).toMatchObject({ source: "embedded", estimated: false, attribution: OSM_ATTRIBUTION });
      expect(answer.waypoints.map(({ snap_meters }) => snap_meters < 5)).toEqual([true, true]);
      const [route] = answer.routes;
      expect(route?.distance_meters).toBeCloseTo(500, -1);
      const steps = route?.legs[0]?.steps ?? [];
      expect(steps.map(({ name }) => name)).toEqual(["Dorfstraße", "Seeweg", null]);
      expect(steps[1]?.instruction).toBe("Weiterfahren auf Seeweg");
    });

    it("map tiles of the imported map are served from an archive by byte ranges", async () => {
      const tiles = api.app.geoData.mapTiles();
      expect(tiles).toMatchObject({ attribution: OSM_ATTRIBUTION, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect(await text((await tiles?.read(0, 6)) as Readable)).toBe("PMTiles");
    });

    it("directions to a place outside the imported map are marked as an estimate", async () => {
      const answer = await dispatcher.getDirections({ waypoints: [a, GRAZ] });
      expect(answer).toMatchObject({ source: "estimate", estimated: true, attribution: null });
    });

    it("solveRouting uses roads between places on the imported map, and estimates to others", async () => {
      const vehicles = [{ id: "V-1", start: a }];
      const near = { vehicles, stops: [{ id: "S-1", location: f }] };
      expect(await dispatcher.solveRouting(near)).toMatchObject({
        source: "embedded",
        estimated: false,
        attribution: OSM_ATTRIBUTION,
      });
      const far = { vehicles, stops: [...near.stops, { id: "S-2", location: [9.7, 47.2] }] };
      const plan = await dispatcher.solveRouting(far);
      expect(plan).toMatchObject({ source: "embedded", estimated: true, attribution: OSM_ATTRIBUTION, unserved: [] });
    });

    it("address searches find houses of the imported map by text, by parts and by position, after the tenant's own addresses", async () => {
      await dispatcher.createAddress({
        name: "Bestattung Tal",
        street: "Dorfstraße",
        house_number: "1",
        city: "Talheim",
        country: "LI",
        lat: 47,
        lon: 9.5,
      });
      const { addresses, attribution, geocoder } = await dispatcher.searchAddressForward({
        location: "Sewegg 12a Talheim",
      });
      expect([geocoder, attribution]).toEqual(["embedded", `${OSM_ATTRIBUTION}, © GeoNames, CC BY 4.0`]);
      expect(addresses[0]).toMatchObject({
        source: "embedded",
        street: "Seeweg",
        house_number: "12a",
        zip_code: "9499",
      });
      const exact = await dispatcher.searchAddressForward({ location: "Dorfstraße 1 Talheim" });
      expect(exact.addresses[0]).toMatchObject({ source: "stored", name: "Bestattung Tal" });
      const hospital = await dispatcher.searchAddressForward({ location: "Talspital" });
      expect(hospital.addresses[0]).toMatchObject({ kind: "HOUSE", name: "Talspital", street: "Seeweg" });
      const parts = await dispatcher.searchAddressStructured({ street: "Seeweg 12a", city: "Talheim" });
      expect(parts.addresses[0]).toMatchObject({ kind: "HOUSE", house_number: "12a", confidence: 0.99 });
      const [lon, lat] = coordinatesInVillage("g");
      const near = await dispatcher.searchAddressReverse({ lat, lon, size: 1 });
      expect(near.addresses).toMatchObject([{ street: "Seeweg", house_number: "12a", distance_meters: 0 }]);
    });

    it.each([
      ["an unknown street", { street: "Herrengasse 3", city: "Graz" }],
      ["a street of another town", { street: "Seeweg 12a", city: "Wien" }],
      ["a street in another country", { street: "Seeweg 12a", country: "AT" }],
      ["an unknown postal code", { postalcode: "0000" }],
    ])("searchAddressStructured finds nothing for %s, instead of another place", async (_, parts) => {
      expect((await dispatcher.searchAddressStructured(parts)).addresses).toEqual([]);
    });

    it("address searches in the imported map are limited to the countries of the tenant", async () => {
      await api.db.system.run(sql`
        update tenants set geocoding = '{"countries": ["DE"]}' where id = ${dispatcher.session.tenant.id}`);
      const { addresses } = await dispatcher.searchAddressForward({ location: "Seeweg 12a, Talheim" });
      expect(addresses.filter(({ country }) => country !== "DE")).toEqual([]);
    });
  });

  describe("imports that replace earlier ones", () => {
    it("a node uses a newly imported map after its next refresh", async () => {
      await bring(villageMap);
      expect(await street()).toBe("Dorfstraße");
      await run(importOsmMap, writeLetterMapAsOsm(renamedVillageMap));
      await api.app.geoData.refresh();
      expect(await street()).toBe("Hauptstraße");
    });

    it("getImportedGeoData lists what the import omitted, and null for an import of a release that did not record it", async () => {
      await run(
        importOsmMap,
        writeLetterMapAsOsm({
          ...villageMap,
          nodes: { ...villageMap.nodes, h: { "addr:housenumber": "1" } },
          restrictions: [{ kind: "no_left_turn", from: "abcd", via: "d", to: "zz" }],
        }),
      );
      expect((await dispatcher.getImportedGeoData({})).map?.omissions).toEqual([
        { kind: "TURN_RESTRICTION_MEMBERS_MISSING", count: 1, examples: ["relation 1"] },
        { kind: "ADDRESS_WITHOUT_STREET", count: 1, examples: ["node 5"] },
      ]);
      await api.db.system.run(sql`
        insert into geo_generations (number, map, postal_codes, files)
        select number + 1, map - 'omissions', postal_codes, files from geo_generations order by number desc limit 1`);
      expect((await dispatcher.getImportedGeoData({})).map?.omissions).toEqual([]);
    });

    it("imported postal codes and an imported map are combined, even when both are imported at once", async () => {
      await Promise.all([
        run(importPostalCodes, TALHEIM_POSTAL_CODE_LINE),
        run(importOsmMap, writeLetterMapAsOsm(villageMap)),
      ]);
      await api.app.geoData.refresh();
      expect(await dispatcher.getImportedGeoData({})).toMatchObject({
        map: { counts: { addresses: 2 } },
        postal_codes: { countries: ["LI"], count: 1, attribution: "© GeoNames, CC BY 4.0" },
      });
      expect((await dispatcher.searchAddressForward({ location: "Seeweg 12a, Talheim" })).addresses[0]?.kind).toBe(
        "HOUSE",
      );
      const { addresses } = await dispatcher.searchAddressStructured({ postalcode: "9499" });
      expect(addresses[0]).toMatchObject({ kind: "POSTAL_CODE", zip_code: "9499", city: "Talheim" });
    });

    it("a node that starts later loads the newest imported map", async () => {
      const later = await startTestServerNode(api.databaseUrl, () => ({ dataDir: api.dataDir }));
      await later.app.geoData.refresh();
      expect(later.app.geoData.generation.number).toBe((await numbers()).at(-1));
      await later.stop();
    });

    it("the cleanup deletes replaced generations of maps: first their rows, then their files", async () => {
      const newest = (await numbers()).at(-1);
      const parts = { db: api.db, dataDir: api.dataDir };
      const after = (hours: number) => ({
        ...parts,
        clock: { now: () => new Date(api.clock.now().getTime() + hours * 3_600_000) },
      });
      // The times of files on the disk come from the clock of the machine.
      const now = api.clock.now();
      for (const { parentPath, name } of kept()) utimesSync(join(parentPath, name), now, now);
      await claimDataDirForDatabase(api.dataDir, api.db.system);
      await deleteUnusedGeoData(after(0));
      expect((await numbers()).length).toBeGreaterThan(1);
      await deleteUnusedGeoData(after(2));
      expect(await numbers()).toEqual([newest]);
      expect(kept()).toHaveLength(5);
      expect(await street()).toBe("Dorfstraße");
    });
  });

  describe("invalid imports", () => {
    beforeAll(() => bring(villageMap));
    const packed = gzipSync(villageMapOsmXml);
    const pbf = writePbfFile({
      nodes: Array.from({ length: 200 }, (_, index) => ({ id: index + 1, lon: 9 + index / 1000, lat: 47 })),
      ways: [{ id: 1, refs: [1, 2, 3], tags: { highway: "primary" } }],
    });

    it.each<[string, RegExp, Uint8Array]>([
      ["a picture", /neither/, Buffer.from("\x89PNG\r\n\x1a\n0000000000000000", "latin1")],
      ["a cut .osm", /ends before/, villageMapOsmXml.subarray(0, -20)],
      ["a cut .osm.gz", /ends early/, packed.subarray(0, -30)],
      ["a cut .osm.pbf", /in the middle of a blob/, pbf.subarray(0, -5)],
      [
        "a bomb",
        /more than a megabyte/,
        gzipSync(Buffer.concat([Buffer.from("<osm>"), Buffer.alloc(8 * 1_048_576, 32)]), { level: 1 }),
      ],
      ["a map without roads", /no road/, Buffer.from('<osm version="0.6"><node id="1" lat="47" lon="9"/></osm>')],
    ])("an invalid map is refused with an explanation and changes nothing: %s", async (_, sentence, content) => {
      const before = { numbers: await numbers(), files: kept().length };
      const refusal = await run(importOsmMap, content).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(GeoImportFileError);
      expect(refusal).toMatchObject({ message: expect.stringMatching(sentence) });
      expect({ numbers: await numbers(), files: kept().length }).toEqual(before);
    });

    it.each<[string, RegExp, string | Uint8Array]>([
      [
        "a line of another format",
        /Line 2: there are more or fewer columns/,
        `${TALHEIM_POSTAL_CODE_LINE}9490;Vaduz\n`,
      ],
      ["an archive", /packed; unpack/, Buffer.from("PK\u0003\u0004 and so on")],
      ["bytes that are no text", /no text|not text/, Buffer.from([76, 73, 9, 0xff, 0xfe, 10])],
      ["blank lines", /no postal code/, "\n\n"],
    ])("an invalid file of postal codes is refused: %s", async (_, sentence, content) => {
      const before = await numbers();
      await expect(run(importPostalCodes, content)).rejects.toThrow(sentence);
      expect(await numbers()).toEqual(before);
    });

    it.each([
      ["no file", () => folder.path("nothing.osm"), /there is no such file/],
      ["a directory", () => folder.path("."), /not a file|directory/],
      ["an empty file", () => folder.write("empty.osm", ""), /is empty/],
      ["a device", () => "/dev/zero", /is not a file/],
      ["a pipe without a writer", () => createNamedPipe(folder.path("pipe")), /is not a file/],
    ])("an import file of map data is refused before it is read: %s", async (_, pathOf, sentence) => {
      await expect(openGeoImportFile(pathOf())).rejects.toThrow(sentence);
    });

    it("an import of map data changes nothing when the disk becomes full", async () => {
      const before = await numbers();
      const files = createGeoFileStore(api.dataDir);
      const full = Object.assign(Object.create(files) as FileStore, {
        write: (folderName: string, extension: string, bytes: Uint8Array) =>
          extension === "addresses"
            ? Promise.reject(new Error("ENOSPC: no space left on device"))
            : files.write(folderName, extension, bytes),
      });
      await expect(run(importOsmMap, writeLetterMapAsOsm(renamedVillageMap), { files: full })).rejects.toThrow(
        "ENOSPC",
      );
      await api.app.geoData.refresh();
      expect(await numbers()).toEqual(before);
      expect(await street()).toBe("Dorfstraße");
    });

    it("a node is ready when it has loaded the newest map generation, and names what it waits for or misses", async () => {
      const ask = async (dataDir: string) => {
        const node = new GeoDataLoader({ db: api.db, files: createGeoFileStore(dataDir), onError: () => undefined });
        onTestFinished(() => node.stop());
        const server = fastify();
        addHealthRoutes(server, { db: api.db, isStopping: () => false, findFault: () => node.findFault() });
        const readyz = async () => {
          const answer = await server.inject("/readyz");
          return [answer.statusCode, answer.json<{ reason?: string }>().reason] as const;
        };
        const first = await readyz();
        await node.refresh();
        return { first, readyz };
      };
      const { first, readyz } = await ask(api.dataDir);
      expect(first).toEqual([503, "It has not looked for imported maps yet."]);
      expect(await readyz()).toEqual([200, undefined]);
      const elsewhere = await ask(folder.path("elsewhere"));
      expect(await elsewhere.readyz()).toEqual([
        503,
        expect.stringMatching(/^The file geo\/parts\/.*roads .* is missing/),
      ]);

      const { path = "" } = api.app.geoData.generation.files.tiles ?? {};
      const tiles = join(api.dataDir, "geo", path);
      renameSync(tiles, `${tiles}.away`);
      expect(await readyz()).toEqual([503, `The file geo/${path} of the imported data is missing in DATA_DIR.`]);
      renameSync(`${tiles}.away`, tiles);
      expect(await readyz()).toEqual([200, undefined]);
    });

    it("a node keeps using its old map generation when files of the newer one are damaged or have not arrived", async () => {
      const told: string[] = [];
      const files = createGeoFileStore(api.dataDir);
      const node = new GeoDataLoader({ db: api.db, files, onError: ({ message }) => told.push(message) });
      await node.refresh();
      const old = node.generation.number;
      const damaged = await run(importOsmMap, writeLetterMapAsOsm(renamedVillageMap));
      const { path = "", size_bytes = 0 } = damaged.files.addresses ?? {};
      writeFileSync(join(api.dataDir, "geo", path), Buffer.alloc(size_bytes));
      await node.refresh();
      expect([told, node.generation.number]).toEqual([["These bytes are no address index."], old]);
      expect(await node.findFault()).toBe("The imported data cannot be loaded; the log says why.");
      const way = await node.roads?.thread.ask("way", {
        waypoints: [a, f],
        language: "de",
        others: 0,
        within_meters: 30,
      });
      expect(way).toMatchObject({ routes: [{ legs: [{ steps: [{ name: "Dorfstraße" }, {}, {}] }] }] });
      await node.stop();
    });
  });
});
