import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import type { GeocodingEntry } from "@leitstand/geocoder/index/entry";

/** Entries compressed before the event loop gets its turn. */
const PACKED_ENTRIES_PER_TURN = 1_000;

/**
 * Packs the entries of a map or a list, stored so that an index can be built from them again: one JSON text a line,
 * compressed.
 */
export async function packGeoEntries(entries: Iterable<GeocodingEntry>): Promise<Uint8Array> {
  const gzip = createGzip({ level: 4 });
  const packed = buffer(gzip);
  let lines: string[] = [];
  const flush = async () => {
    if (lines.length > 0 && !gzip.write(`${lines.join("\n")}\n`)) await once(gzip, "drain");
    lines = [];
  };
  for (const entry of entries) if (lines.push(JSON.stringify(entry)) === PACKED_ENTRIES_PER_TURN) await flush();
  await flush();
  gzip.end();
  return packed;
}

/** Unpacks the bytes of `packGeoEntries`. */
export async function unpackGeoEntries(packed: Readable): Promise<GeocodingEntry[]> {
  const unpacked = packed.pipe(createGunzip());
  packed.once("error", (error) => unpacked.destroy(error));
  const entries: GeocodingEntry[] = [];
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }))
    entries.push(JSON.parse(line) as GeocodingEntry);
  return entries;
}
