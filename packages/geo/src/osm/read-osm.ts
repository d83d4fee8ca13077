import { type ByteChunks, ByteStreamReader } from "./byte-source";
import { gunzipInto } from "./gunzip";
import { MapImportError } from "./map-import-error";
import type { OsmElementVisitor } from "./osm-element";
import { readPbfFile } from "./pbf-file";
import { readOsmXmlMap } from "./xml-file";

export interface ReadOsmMapOptions {
  /** Number of bytes that `chunks` will bring; without it there is no progress. */
  readonly bytes?: number;
  /** Called with a share from 0 to 1, by bytes of the source, at most a thousand times; 1 once all is read. */
  readonly onProgress?: (share: number) => void;
  /** Ends the reading with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Reads .osm.pbf, .osm and .osm.gz, told apart by their first bytes, in one pass and in bounded memory. Elements come in
 * the order of the file. Rejects with MapImportError for what is not a sound map; what the source or the visitor throws is
 * passed on as it is.
 */
export async function visitOsmElements(
  chunks: ByteChunks,
  visitor: OsmElementVisitor,
  options: ReadOsmMapOptions = {},
): Promise<void> {
  const source = new ByteStreamReader(countReadBytes(chunks, options));
  try {
    await readAnyFormat(source, visitor, options);
  } finally {
    await source.close();
  }
  options.onProgress?.(1);
}

const GZIP_MAGIC = [0x1f, 0x8b];

async function readAnyFormat(source: ByteStreamReader, visitor: OsmElementVisitor, options: ReadOsmMapOptions) {
  const start = await source.peek(16);
  if (start.length === 0) throw new MapImportError("empty", "The map file is empty.");
  if (start[0] === GZIP_MAGIC[0] && start[1] === GZIP_MAGIC[1])
    await gunzipInto(source.rest(), (unpacked) => readUncompressed(new ByteStreamReader(unpacked), visitor, options));
  else await readUncompressed(source, visitor, options);
}

async function readUncompressed(source: ByteStreamReader, visitor: OsmElementVisitor, { signal }: ReadOsmMapOptions) {
  const start = Buffer.from(await source.peek(16));
  if (start.length === 0) throw new MapImportError("empty", "The map file is empty.");
  // A PBF file begins with the length of its first blob header, whose first field is its type.
  const isPbf = start.subarray(6, 15).equals(Buffer.from("OSMHeader"));
  const isXml = /^(\uFEFF)?\s*</.test(start.toString("utf8"));
  if (isPbf) await readPbfFile(source, visitor, () => signal?.throwIfAborted());
  else if (isXml) await readOsmXmlMap(source.rest(), visitor);
  else throw new MapImportError("unknown_format", "The file is neither .osm.pbf nor .osm nor .osm.gz.");
}

/** Counts the bytes read from the source itself, because only its size is known beforehand. */
async function* countReadBytes(chunks: ByteChunks, { bytes, onProgress, signal }: ReadOsmMapOptions) {
  let seen = 0;
  let told = -1;
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    yield chunk;
    seen += chunk.length;
    const thousandths = bytes ? Math.min(999, Math.floor((seen * 1000) / bytes)) : told;
    if (thousandths > told) onProgress?.(thousandths / 1000);
    told = thousandths;
  }
}
