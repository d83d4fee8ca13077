import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import { villageMapOsmXml } from "./testing/geo/geo-imports";
import { importReloadTimeout, setUpImportCommands } from "./testing/runs/start-imports";

describe("import of a map beside running nodes", { timeout: 240_000 }, () => {
  const { folder, nodes, run, at, streets } = setUpImportCommands();

  it("every node uses a newly imported map without a restart", async () => {
    expect(await streets()).toEqual([undefined, undefined]);
    const { code, output } = await run("geo", "import", folder.write("village.osm", villageMapOsmXml));
    expect(output).toMatch(
      /^Reading roads \.\.\.\nReading addresses \.\.\.\n(.* \.\.\.\n)*Imported the map village\.osm: .*2 addresses/,
    );
    expect(output).toContain("© OpenStreetMap contributors");
    expect(code).toBe(0);
    await vi.waitFor(async () => expect(await streets()).toEqual(["Dorfstraße", "Dorfstraße"]), importReloadTimeout);
    const found = await Promise.all(
      nodes.map((node) => at(node).searchAddressForward({ location: "Seeweg 12a, Talheim" })),
    );
    expect(found.map(({ addresses }) => addresses[0]?.house_number)).toEqual(["12a", "12a"]);
    const begins = await Promise.all(
      nodes.map(async ({ app }) => text((await app.geoData.mapTiles()?.read(0, 6)) ?? Readable.from([]))),
    );
    expect(begins).toEqual(["PMTiles", "PMTiles"]);
  });
});
