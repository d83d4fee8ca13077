import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { hasRealMaps, realMapPath } from "@leitstand/geo/real-maps-testkit";
import { writeLetterMapAsOsm } from "@leitstand/geo/roads/small-map-testkit";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "#platform/clock";
import { deleteUnusedGeoData } from "#modules/geo-data/index";
import { renamedVillageMap, villageMapOsmXml } from "./testing/geo/geo-imports";
import { importReloadTimeout, setUpImportCommands } from "./testing/runs/start-imports";
import type { TestNode } from "./testing/start-node";

describe("import of a map beside running nodes", { timeout: 240_000 }, () => {
  const { api, folder, nodes, start, run, at, streets, number } = setUpImportCommands();

  it("every running node uses a newly imported map", async () => {
    const { code } = await run("geo", "import", folder.write("village.osm", villageMapOsmXml));
    expect(code).toBe(0);
    await vi.waitFor(async () => expect(await streets()).toEqual(["Dorfstraße", "Dorfstraße"]), importReloadTimeout);
  });

  it.each([
    {
      what: "a map that was cut off",
      command: ["geo", "import"],
      file: ["cut.osm.gz", gzipSync(villageMapOsmXml).subarray(0, 200)],
      sentence: /^cut\.osm\.gz was not imported\. .*ends early/,
    },
    {
      what: "a list in another format",
      command: ["geo", "import-postal-codes"],
      file: ["AT.txt", "AT;8010;Graz\n"],
      sentence: /^AT\.txt was not imported\. Line 1: /,
    },
  ] as const)(
    "the import command explains in one sentence what is wrong with $what, exits with 1 and changes nothing",
    async (overrides) => {
      const before = await number();
      const [name, content] = overrides.file;
      const { code, output } = await run(...overrides.command, folder.write(name, content));
      expect(code).toBe(1);
      const sentences = output.split("\n").filter((line) => line !== "" && !line.endsWith(" ..."));
      expect(sentences).toEqual([expect.stringMatching(overrides.sentence)]);
      expect(await number()).toBe(before);
    },
  );

  it("the import command prints its usage when its arguments are wrong", async () => {
    const { code, output } = await run("geo", "imprt", "village.osm");
    expect([code, output.split("\n")[0]]).toEqual([1, "Usage:"]);
  });

  it("the import keeps the old map when it is killed at any moment, and leaves no files behind", async () => {
    const before = await number();
    const path = folder.write("renamed.osm", writeLetterMapAsOsm(renamedVillageMap));
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
    await deleteUnusedGeoData({ db: api.db, dataDir: api.dataDir, clock: later });
    expect(count()).toBe(4);
  });

  describe.skipIf(!hasRealMaps)("import of Liechtenstein (needs LEITSTAND_TEST_DATA)", () => {
    it("addresses and routes of Liechtenstein are found minutes after the product was installed", async () => {
      const { code, output } = await run("geo", "import", realMapPath("Liechtenstein"));
      expect([code, output]).toEqual([0, expect.stringMatching(/^.*\b12,\d{3} addresses/m)]);
      const [node] = nodes as [TestNode];
      const vaduz = [9.5209, 47.141];
      const balzers = [9.5025, 47.0665];
      await vi.waitFor(async () => {
        const answer = await at(node).getDirections({ waypoints: [vaduz, balzers], language: "de" });
        expect(answer).toMatchObject({ source: "embedded", estimated: false });
        expect(answer.routes[0]?.distance_meters).toBeGreaterThan(8_000);
        expect(answer.routes[0]?.distance_meters).toBeLessThan(12_000);
      }, importReloadTimeout);
      const { addresses } = await at(node).searchAddressForward({ location: "Staedtle 45, Vaduz" });
      expect(addresses[0]).toMatchObject({ kind: "HOUSE", street: "Städtle", house_number: "45", zip_code: "9490" });
      // The destination is on the other side of the Rhine, which the map does not contain.
      expect(await at(node).getDirections({ waypoints: [vaduz, [9.478, 47.1675]] })).toMatchObject({ estimated: true });
    });
  });
});
