import { writeLetterMapAsOsm } from "@leitstand/geo/roads/small-map-testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { renamedVillageMap, villageMap, villageMapOsmXml } from "../../testing/geo/geo-imports";
import { type ApiSession, startApi } from "../../testing/start-api";
import { readFirstStreetOfRoute, createGeoImporter } from "../../testing/geo/geo-data";
import { GeoImportFileError } from "./import-file.service";
import { importOsmMap } from "./import-map.service";

describe("imported maps", () => {
  const api = startApi();
  const { run, bring, numbers, kept } = createGeoImporter(api);
  let dispatcher: ApiSession;
  beforeAll(async () => {
    dispatcher = await api.signIn("getDirections");
    await bring(villageMap);
  });

  it("a node switches to a new map at one moment, while it answers requests", async () => {
    const street = () => readFirstStreetOfRoute(dispatcher);
    expect(await street()).toBe("Dorfstraße");
    await run(importOsmMap, writeLetterMapAsOsm(renamedVillageMap));
    const switching = api.app.geoData.refresh();
    const answers: unknown[] = [];
    let over = false;
    void switching.finally(() => (over = true));
    while (!over) answers.push(...(await Promise.all([street(), street(), street()])));
    answers.push(await street());
    expect(new Set(answers)).toEqual(new Set(["Dorfstraße", "Hauptstraße"]));
    expect(answers.lastIndexOf("Dorfstraße")).toBeLessThan(answers.indexOf("Hauptstraße") + 3);
    expect(answers.at(-1)).toBe("Hauptstraße");
  });

  it("a map that needs more memory than available is refused, and the same process can import a smaller one", async () => {
    const before = { numbers: await numbers(), files: kept().length };
    const villages = Array.from(
      { length: 60_000 },
      (_, index) =>
        `<node id="${index + 100}" lat="47" lon="9"><tag k="place" v="village"/><tag k="name" v="Au ${index}"/></node>`,
    );
    const large = villageMapOsmXml.toString().replace("<way", `${villages.join("")}<way`);
    const heapBytesMax = 32 * 1_048_576;
    await expect(run(importOsmMap, large, { heapBytesMax })).rejects.toThrow(
      /was not imported.*of this machine's memory/,
    );
    // Two megabytes are not even enough memory to start the thread.
    await expect(run(importOsmMap, large, { heapBytesMax: 2 * 1_048_576 })).rejects.toThrow(GeoImportFileError);
    expect({ numbers: await numbers(), files: kept().length }).toEqual(before);
    const small = await run(importOsmMap, villageMapOsmXml, { heapBytesMax });
    expect(small.map?.counts.road_pieces).toBeGreaterThan(0);
  });
});
