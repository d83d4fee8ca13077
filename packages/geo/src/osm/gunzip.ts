import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { MapImportError } from "./map-import-error";
import { createCorruptMapError } from "./pbf-message";

/**
 * OSM XML packs to a fifteenth, rarely to a fortieth. A file that swells more, and much, is made to fill a disk or to
 * cost hours.
 */
const COMPRESSION_RATIO_MAX = 200;
const RATIO_CHECK_BYTES_MIN = 64 * 1024 * 1024;

/** Unpacks in a stream and hands the result to `consume`; neither side runs ahead of the other. */
export async function gunzipInto(
  packed: AsyncIterable<Uint8Array>,
  consume: (unpacked: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  let bytesIn = 0;
  async function* counted() {
    for await (const chunk of packed) {
      bytesIn += chunk.length;
      yield chunk;
    }
  }
  async function* bounded(unpacked: AsyncIterable<Uint8Array>) {
    let bytesOut = 0;
    for await (const chunk of unpacked) {
      bytesOut += chunk.length;
      if (bytesOut > RATIO_CHECK_BYTES_MIN && bytesOut > bytesIn * COMPRESSION_RATIO_MAX)
        throw new MapImportError("too_large", "The map file unpacks to more than two hundred times its size.");
      yield chunk;
    }
  }
  try {
    await pipeline(counted(), createGunzip(), (unpacked: AsyncIterable<Uint8Array>) => consume(bounded(unpacked)));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "Z_BUF_ERROR") throw new MapImportError("truncated", "The map file ends early.", { cause: error });
    if (code?.startsWith("Z_")) throw createCorruptMapError("it does not unpack", error);
    throw error;
  }
}
