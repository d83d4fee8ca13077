/** Real maps for tests and benchmarks. They are never part of the repository: where they are missing, tests skip. */
import { createReadStream, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { visitOsmElements } from "@leitstand/geo/osm/read-osm";
import { AddressCollector } from "../src/collect/collect-addresses";
import type { AddressEntry, GeocodingEntry } from "../src/index/entry";
import type { WrittenAddress } from "./perturbed-query";

const dataFolder =
  process.env.LEITSTAND_TEST_DATA ?? fileURLToPath(new URL("../../../../shared/data", import.meta.url));
export const testDataFilePath = (name: string) => `${dataFolder}/${name}`;
export const hasTestDataFile = (name: string) => existsSync(testDataFilePath(name));

export const realMapFilesByRegion = {
  liechtenstein: "osm/liechtenstein-2024-03-04.osm.pbf",
  krems: "osm/krems.osm.gz",
} as const;

export async function readGeocodingEntriesOfMap(map: keyof typeof realMapFilesByRegion): Promise<GeocodingEntry[]> {
  const collector = new AddressCollector();
  await visitOsmElements(createReadStream(testDataFilePath(realMapFilesByRegion[map])), collector);
  return [...collector.entries()];
}

export type CompleteAddress = AddressEntry & WrittenAddress;

/** Addresses that can be written in full, each text once. */
export function selectCompleteAddresses(entries: readonly GeocodingEntry[]): CompleteAddress[] {
  const isWhole = (entry: GeocodingEntry): entry is CompleteAddress =>
    entry.kind === "address" && Boolean(entry.zip_code) && Boolean(entry.city);
  const textOf = ({ street, house_number, zip_code, city }: CompleteAddress) =>
    [street, house_number, zip_code, city].join("\n");
  return [...new Map(entries.filter(isWhole).map((entry) => [textOf(entry), entry])).values()];
}
