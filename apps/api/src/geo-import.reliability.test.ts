import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { createClient } from "@leitstand/client/client";
import { hasRealMaps, realMapFile } from "@leitstand/geo/real-maps-testkit";
import { asOsm } from "@leitstand/geo/roads/small-map-testkit";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { systemClock } from "#platform/clock";
import { sql } from "#platform/database/sql";
import { sweepGeoData } from "#modules/geo-data/index";
import { buildApi, commands } from "../../../tools/build.mjs";
import { renamedVillage, startFolder, villageFile, villagePlace } from "./testing/geo-imports";
import { type Session, startApi } from "./testing/start-api";
import { startNode, type TestNode } from "./testing/start-node";

/** How long a node may take to notice, and to load, on a machine that is busy with other things. */
const patience = { timeout: 20_000, interval: 50 };
const [a, f] = [villagePlace("a"), villagePlace("f")];

describe("importing beside running nodes", { timeout: 120_000 }, () => {
  const api = startApi();
  const folder = startFolder();
  const nodes: TestNode[] = [];
  const running: ChildProcess[] = [];
  let desk: Session;

  beforeAll(async () => {
    await buildApi();
    desk = await api.signIn("getDirections", "searchAddresses");
    for (const _ of [1, 2]) nodes.push(await startNode(api.databaseUrl, () => ({ dataDir: api.dataDir })));
    for (const { app } of nodes) app.start();
  });
  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL");
    await Promise.all(nodes.map((node) => node.stop()));
  });

  /** The command as a process of its own, as whoever runs the installation starts it. */
  const start = (...words: string[]) => {
    const child = spawn(process.execPath, [commands, ...words], {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: api.databaseUrl,
        DATA_DIR: api.dataDir,
        PEPPER: "a pepper of more than thirty-two characters",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, ended, output: () => output };
  };
  const run = async (...words: string[]) => {
    const { ended, output } = start(...words);
    return { code: await ended, output: (await ended, output()) };
  };
  const at = ({ url }: TestNode) => createClient({ baseUrl: url, token: () => desk.session.token, attempts: 1 });
  const streets = () =>
    Promise.all(
      nodes.map(async (node) => {
        const { routes } = await at(node).getDirections({ waypoints: [a, f] });
        return routes[0]?.legs[0]?.steps[0]?.name;
      }),
    );
  const number = async () =>
    (await api.db.system.one<{ number: number }>(sql`select coalesce(max(number), 0) as number from geo_generations`))
      .number;

  it("makes every node answer by the map, without a restart", async () => {
    expect(await streets()).toEqual([undefined, undefined]);
    const { code, output } = await run("geo", "import", folder.write("village.osm", villageFile));
    expect(output).toMatch(
      /^Reading roads \.\.\.\nReading addresses \.\.\.\n(.* \.\.\.\n)*Imported the map village\.osm: .*2 addresses/,
    );
    expect(output).toContain("© OpenStreetMap contributors");
    expect(code).toBe(0);
    await vi.waitFor(async () => expect(await streets()).toEqual(["Dorfstraße", "Dorfstraße"]), patience);
    const found = await Promise.all(
      nodes.map((node) => at(node).searchAddressForward({ location: "Seeweg 12a, Talheim" })),
    );
    expect(found.map(({ addresses }) => addresses[0]?.house_number)).toEqual(["12a", "12a"]);
    const begins = await Promise.all(
      nodes.map(async ({ app }) => text((await app.geoData.mapTiles()?.read(0, 6)) ?? Readable.from([]))),
    );
    expect(begins).toEqual(["PMTiles", "PMTiles"]);
  });

  it.each([
    {
      what: "a map that was cut off",
      command: ["geo", "import"],
      file: ["cut.osm.gz", gzipSync(villageFile).subarray(0, 200)],
      sentence: /^cut\.osm\.gz was not imported\. .*ends early/,
    },
    {
      what: "a list in another format",
      command: ["geo", "import-postal-codes"],
      file: ["AT.txt", "AT;8010;Graz\n"],
      sentence: /^AT\.txt was not imported\. Line 1: /,
    },
  ] as const)("says in one sentence what is wrong with $what, ends with 1 and changes nothing", async (overrides) => {
    const before = await number();
    const [name, content] = overrides.file;
    const { code, output } = await run(...overrides.command, folder.write(name, content));
    expect(code).toBe(1);
    const sentences = output.split("\n").filter((line) => line !== "" && !line.endsWith(" ..."));
    expect(sentences).toEqual([expect.stringMatching(overrides.sentence)]);
    expect(await number()).toBe(before);
  });

  it("says how it is called to whoever calls it otherwise", async () => {
    const { code, output } = await run("geo", "imprt", "village.osm");
    expect([code, output.split("\n")[0]]).toEqual([1, "Usage:"]);
  });

  it("leaves the old map where it is killed, whenever that is, and nothing behind that stays", async () => {
    const before = await number();
    const path = folder.write("renamed.osm", asOsm(renamedVillage));
    for (const moment of ["Reading addresses", "Storing", "Building the index"]) {
      const { child, ended } = start("geo", "import", path);
      child.stdout?.on("data", (chunk) => String(chunk).includes(moment) && child.kill("SIGKILL"));
      expect(await ended).toBeNull();
      expect(await number()).toBe(before);
    }
    for (const { app } of nodes) await app.geoData.refresh();
    expect(await streets()).toEqual(["Dorfstraße", "Dorfstraße"]);
    const count = () => readdirSync(join(api.dataDir, "geo", "parts")).length;
    expect(count()).toBeGreaterThan(4);
    const later = { ...systemClock, now: () => new Date(Date.now() + 2 * 3_600_000) };
    await sweepGeoData({ db: api.db, dataDir: api.dataDir, clock: later });
    expect(count()).toBe(4);
  });

  describe.skipIf(!hasRealMaps)("of Liechtenstein (needs LEITSTAND_TEST_DATA)", () => {
    it("finds its addresses and its ways minutes after the product was installed", async () => {
      const { code, output } = await run("geo", "import", realMapFile("Liechtenstein"));
      expect([code, output.split("\n").at(-3)]).toEqual([0, expect.stringMatching(/12,\d{3} addresses/)]);
      const [node] = nodes as [TestNode];
      const vaduz = [9.5209, 47.141];
      const balzers = [9.5025, 47.0665];
      await vi.waitFor(async () => {
        const answer = await at(node).getDirections({ waypoints: [vaduz, balzers], language: "de" });
        expect(answer).toMatchObject({ source: "embedded", estimated: false });
        expect(answer.routes[0]?.distance_meters).toBeGreaterThan(8_000);
        expect(answer.routes[0]?.distance_meters).toBeLessThan(12_000);
      }, patience);
      const { addresses } = await at(node).searchAddressForward({ location: "Staedtle 45, Vaduz" });
      expect(addresses[0]).toMatchObject({ kind: "HOUSE", street: "Städtle", house_number: "45", zip_code: "9490" });
      // On the other side of the Rhine, which the map does not know.
      expect(await at(node).getDirections({ waypoints: [vaduz, [9.478, 47.1675]] })).toMatchObject({ estimated: true });
    });
  });
});
