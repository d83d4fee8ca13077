import { buildGeocodingIndex } from "@leitstand/geocoder/index/build-index";
import type { GeocodingEntry, PlaceEntry } from "@leitstand/geocoder/index/entry";
import { encodeGeocodingIndex } from "@leitstand/geocoder/index/index-bytes";
import type { QueryRunner } from "#platform/database/database";
import type { FileStore } from "#platform/files/files";
import { unpackGeoEntries } from "./entries-file.service";
import { insertGeoGeneration, selectNewestGeoGeneration } from "./geo-data.sql";
import { type GeoGeneration, emptyGeoGeneration, type GeoPartName, type StoredGeoFilesByPart } from "./geo-generation";
import type { GeoImportProgressReporter } from "./import-step";

/** Target of an import. */
export interface GeoImportEnvironment {
  /** Gives access to the database while the work runs; called when there is something to store. */
  readonly connect: <T>(work: (rows: QueryRunner) => Promise<T>) => Promise<T>;
  readonly files: FileStore;
  /** Built-in places for the index of addresses, besides all imported data. */
  readonly home: () => readonly PlaceEntry[];
  readonly now: Date;
  readonly tell: GeoImportProgressReporter;
  /** Maximum memory that the objects of a map may take while it is read. */
  readonly heapBytesMax: number;
}

/** Result of an import; parts that it leaves out stay as they were. */
export interface ImportedGeoParts {
  readonly said: Partial<Pick<GeoGeneration, "map" | "postal_codes">>;
  /** Bytes that take the place of all parts in `replaces`. */
  readonly bytes: Readonly<Partial<Record<GeoPartName, Uint8Array>>>;
  readonly replaces: readonly GeoPartName[];
  readonly entries: readonly GeocodingEntry[];
  /** Other part whose entries go into the index beside these. */
  readonly beside: GeoPartName;
}

const PARTS_FOLDER = "parts";

/**
 * Stores imported data and switches to it by one row. Of two concurrent imports none is undone: the second one joins
 * its part with the state after the first.
 */
export async function switchGeoGeneration(
  target: GeoImportEnvironment,
  imported: ImportedGeoParts,
): Promise<GeoGeneration> {
  const stored = await storeImportedParts(target.files, imported.bytes, target.tell);
  return target.connect((rows) => insertJoinedGeneration(rows, target, { imported, stored }));
}

interface StoredImportedParts {
  readonly imported: ImportedGeoParts;
  readonly stored: StoredGeoFilesByPart;
}
async function insertJoinedGeneration(
  rows: QueryRunner,
  target: GeoImportEnvironment,
  { imported, stored }: StoredImportedParts,
) {
  const { files } = target;
  for (;;) {
    const base = (await selectNewestGeoGeneration(rows)) ?? emptyGeoGeneration;
    const index = await buildAddressIndex(target, { base, imported });
    const kept = Object.fromEntries(
      Object.entries(base.files).filter(([part]) => !imported.replaces.includes(part as GeoPartName)),
    );
    const addresses = await files.write(PARTS_FOLDER, "addresses", index);
    const next: GeoGeneration = {
      ...base,
      ...imported.said,
      number: base.number + 1,
      files: { ...kept, ...stored, addresses },
    };
    if ((await insertGeoGeneration(rows, next)) > 0) return next;
    await files.remove(addresses.path);
  }
}

async function storeImportedParts(
  files: FileStore,
  bytes: ImportedGeoParts["bytes"],
  tell: GeoImportProgressReporter,
): Promise<StoredGeoFilesByPart> {
  const parts = Object.entries(bytes) as [GeoPartName, Uint8Array][];
  const stored: [GeoPartName, StoredGeoFilesByPart[GeoPartName]][] = [];
  for (const [part, content] of parts) {
    tell("Storing", stored.length / parts.length);
    stored.push([part, await files.write(PARTS_FOLDER, part, content)]);
  }
  tell("Storing", 1);
  return Object.fromEntries(stored) as StoredGeoFilesByPart;
}

interface AddressIndexSources {
  readonly base: GeoGeneration;
  readonly imported: ImportedGeoParts;
}
async function buildAddressIndex(
  { files, home, tell }: GeoImportEnvironment,
  { base, imported }: AddressIndexSources,
): Promise<Uint8Array> {
  tell("Building the index of addresses", 0);
  const beside = base.files[imported.beside];
  const others = beside ? await unpackGeoEntries(await files.read(beside.path)) : [];
  const index = encodeGeocodingIndex(buildGeocodingIndex([...home(), ...others, ...imported.entries]));
  tell("Building the index of addresses", 1);
  return index;
}
