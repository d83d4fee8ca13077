import { readdirSync } from "node:fs";
import { join } from "node:path";
import { writeLetterMapAsOsm, type LetterMap } from "@leitstand/geo/roads/small-map-testkit";
import type { FileStore } from "#platform/files/files";
import { sql } from "#platform/database/sql";
import { setUpTemporaryFolder, coordinatesInVillage } from "./geo-imports";
import type { ApiSession, TestApi } from "../start-api";
import { createGeoFileStore } from "#modules/geo-data/geo-data.service";
import { openGeoImportFile } from "#modules/geo-data/import-file.service";
import { importOsmMap } from "#modules/geo-data/import-map.service";
import type { GeoImportEnvironment } from "#modules/geo-data/switch-generation.service";

/** Imports maps and postal codes as the commands do, and reads the stored result. */
export function createGeoImporter(api: TestApi) {
  const folder = setUpTemporaryFolder();
  let written = 0;
  const run = async (
    bringIn: typeof importOsmMap,
    content: string | Uint8Array,
    {
      files = createGeoFileStore(api.dataDir),
      heapBytesMax = 2 ** 30,
    }: { files?: FileStore; heapBytesMax?: number } = {},
  ) => {
    const file = await openGeoImportFile(folder.write(`chosen-${++written}.file`, content));
    try {
      const connect: GeoImportEnvironment["connect"] = (work) => work(api.db.system);
      const home = () => [{ kind: "place" as const, city: "Wien", country: "AT", lon: 16.37, lat: 48.21 }];
      return await bringIn({ connect, files, home, now: api.clock.now(), tell: () => undefined, heapBytesMax }, file);
    } finally {
      await file.close();
    }
  };
  const bring = async (map: LetterMap) => {
    await run(importOsmMap, writeLetterMapAsOsm(map));
    await api.app.geoData.refresh();
  };
  const numbers = async () =>
    (await api.db.system.many<{ number: number }>(sql`select number from geo_generations order by number`)).map(
      ({ number }) => number,
    );
  const kept = () =>
    readdirSync(join(api.dataDir, "geo"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return { folder, run, bring, numbers, kept };
}

/** Returns the first street on the way through the village. */
export async function readFirstStreetOfRoute(dispatcher: ApiSession) {
  const { routes } = await dispatcher.getDirections({
    waypoints: [coordinatesInVillage("a"), coordinatesInVillage("f")],
  });
  return routes[0]?.legs[0]?.steps[0]?.name;
}
