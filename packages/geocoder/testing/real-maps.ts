/** Real maps for tests and benchmarks. They are never part of the repository: where they are missing, tests skip. */
import { createReadStream, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readOsm } from "@leitstand/geo/osm/read-osm";
import { AddressCollector } from "../src/collect/collect-addresses";
import type { AddressEntry, GeoEntry } from "../src/index/entry";
import type { WrittenAddress } from "./perturbed-query";

const dataFolder =
  process.env.LEITSTAND_TEST_DATA ?? fileURLToPath(new URL("../../../../shared/data", import.meta.url));
export const dataFilePath = (name: string) => `${dataFolder}/${name}`;
export const hasDataFile = (name: string) => existsSync(dataFilePath(name));

export const realMaps = {
  liechtenstein: "osm/liechtenstein-2024-03-04.osm.pbf",
  krems: "osm/krems.osm.gz",
} as const;

export async function readEntriesOf(map: keyof typeof realMaps): Promise<GeoEntry[]> {
  const collector = new AddressCollector();
  await readOsm(createReadStream(dataFilePath(realMaps[map])), collector);
  return [...collector.entries()];
}

export type WholeAddress = AddressEntry & WrittenAddress;

/** Addresses that can be written in full, each text once. */
export function wholeAddresses(entries: readonly GeoEntry[]): WholeAddress[] {
  const isWhole = (entry: GeoEntry): entry is WholeAddress =>
    entry.kind === "address" && Boolean(entry.zip_code) && Boolean(entry.city);
  const textOf = ({ street, house_number, zip_code, city }: WholeAddress) =>
    [street, house_number, zip_code, city].join("\n");
  return [...new Map(entries.filter(isWhole).map((entry) => [textOf(entry), entry])).values()];
}
