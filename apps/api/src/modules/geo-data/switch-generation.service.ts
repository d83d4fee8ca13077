import { buildIndex } from "@leitstand/geocoder/index/build-index";
import type { GeoEntry, PlaceEntry } from "@leitstand/geocoder/index/entry";
import { writeIndex } from "@leitstand/geocoder/index/index-bytes";
import type { Rows } from "#platform/database/database";
import type { Files } from "#platform/files/files";
import { unpackEntries } from "./entries-file.service";
import { insertGeneration, selectNewest } from "./geo-data.sql";
import { type GeoGeneration, nothingImported, type PartName, type Parts } from "./geo-generation";
import type { TellProgress } from "./import-step";

/** Target of an import. */
export interface ImportTarget {
  /** Gives access to the database while the work runs; called when there is something to store. */
  readonly connect: <T>(work: (rows: Rows) => Promise<T>) => Promise<T>;
  readonly files: Files;
  /** Built-in places for the index of addresses, besides all imported data. */
  readonly home: () => readonly PlaceEntry[];
  readonly now: Date;
  readonly tell: TellProgress;
  /** Most memory that the objects of a map may take while it is read. */
  readonly heapBytesMax: number;
}

/** Result of an import; parts that it leaves out stay as they were. */
export interface ImportedParts {
  readonly said: Partial<Pick<GeoGeneration, "map" | "postal_codes">>;
  /** Bytes that take the place of all parts in `replaces`. */
  readonly bytes: Readonly<Partial<Record<PartName, Uint8Array>>>;
  readonly replaces: readonly PartName[];
  readonly entries: readonly GeoEntry[];
  /** Other part whose entries go into the index beside these. */
  readonly beside: PartName;
}

const FOLDER = "parts";

/**
 * Stores imported data and switches to it by one row. Of two concurrent imports none is undone: the second one joins
 * its part with the state after the first.
 */
export async function switchGeneration(target: ImportTarget, imported: ImportedParts): Promise<GeoGeneration> {
  const stored = await storeParts(target.files, imported.bytes, target.tell);
  return target.connect((rows) => joinGeneration(rows, target, { imported, stored }));
}

interface StoredImport {
  readonly imported: ImportedParts;
  readonly stored: Parts;
}
async function joinGeneration(rows: Rows, target: ImportTarget, { imported, stored }: StoredImport) {
  const { files } = target;
  for (;;) {
    const base = (await selectNewest(rows)) ?? nothingImported;
    const index = await buildAddresses(target, { base, imported });
    const kept = Object.fromEntries(
      Object.entries(base.files).filter(([part]) => !imported.replaces.includes(part as PartName)),
    );
    const addresses = await files.write(FOLDER, "addresses", index);
    const next: GeoGeneration = {
      ...base,
      ...imported.said,
      number: base.number + 1,
      files: { ...kept, ...stored, addresses },
    };
    if ((await insertGeneration(rows, next)) > 0) return next;
    await files.remove(addresses.path);
  }
}

async function storeParts(files: Files, bytes: ImportedParts["bytes"], tell: TellProgress): Promise<Parts> {
  const parts = Object.entries(bytes) as [PartName, Uint8Array][];
  const stored: [PartName, Parts[PartName]][] = [];
  for (const [part, content] of parts) {
    tell("Storing", stored.length / parts.length);
    stored.push([part, await files.write(FOLDER, part, content)]);
  }
  tell("Storing", 1);
  return Object.fromEntries(stored) as Parts;
}

interface Joining {
  readonly base: GeoGeneration;
  readonly imported: ImportedParts;
}
async function buildAddresses({ files, home, tell }: ImportTarget, { base, imported }: Joining): Promise<Uint8Array> {
  tell("Building the index of addresses", 0);
  const beside = base.files[imported.beside];
  const others = beside ? await unpackEntries(await files.read(beside.path)) : [];
  const index = writeIndex(buildIndex([...home(), ...others, ...imported.entries]));
  tell("Building the index of addresses", 1);
  return index;
}
