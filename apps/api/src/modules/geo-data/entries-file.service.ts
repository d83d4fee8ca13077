import { once } from "node:events";
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
  for await (const line of linesOf(unpacked)) entries.push(JSON.parse(line) as GeocodingEntry);
  return entries;
}

/** Lines that end with a line feed. `readline` also ends them at U+2028 and U+2029 since Node 24, which names may hold. */
async function* linesOf(text: Readable): AsyncGenerator<string> {
  let begun = "";
  for await (const part of text.setEncoding("utf8") as AsyncIterable<string>) {
    const lines = `${begun}${part}`.split("\n");
    begun = lines.pop() ?? "";
    yield* lines;
  }
  if (begun !== "") yield begun;
}
