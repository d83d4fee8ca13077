import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Maps of real places are not part of the repository; they lie beside it, or where LEITSTAND_TEST_DATA says. */
const mapFolder = process.env.LEITSTAND_TEST_DATA ?? fileURLToPath(new URL("../../../../shared/data", import.meta.url));

export const realMapFilesByName = {
  Liechtenstein: "osm/liechtenstein-2024-03-04.osm.pbf",
  Krems: "osm/krems.osm.gz",
  Andorra: "osm/andorra.osm.pbf",
} as const;
export type RealMapName = keyof typeof realMapFilesByName;

/** Whether real maps are there; for `describe.skipIf`, whose title says what is needed. */
export const hasRealMaps = Object.values(realMapFilesByName).every((file) => existsSync(`${mapFolder}/${file}`));

export const realMapPath = (name: RealMapName): string => `${mapFolder}/${realMapFilesByName[name]}`;
export const readRealMap = (name: RealMapName): Buffer => readFileSync(realMapPath(name));
