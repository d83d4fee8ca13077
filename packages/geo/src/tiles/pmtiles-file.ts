/**
 * Writes archives of PMTiles, version 3: one file from which readers take single tiles by ranges of bytes
 * (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Everything in it but the header is packed with
 * gzip.
 */
import { crc32, gzipSync } from "node:zlib";
import { PbfWriter } from "pbf";

export interface TileArchive {
  /** Tiles in any order; each id once. */
  readonly tiles: readonly GzippedTile[];
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Bounds in degrees. */
  readonly bounds: GeoBounds;
  /** Metadata as in TileJSON: `vector_layers`, `attribution` and others. */
  readonly metadata: object;
}
export interface GzippedTile {
  readonly id: number;
  /** Vector tile, packed with gzip. */
  readonly bytes: Uint8Array;
}
export interface GeoBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const HEADER_BYTES = 127;
/** Bytes that a reader asks for first. */
const FIRST_READ_BYTES = 16_384;
const ENTRIES_PER_LEAF = 4_096;
const [GZIP, VECTOR_TILES] = [2, 1];

interface DirectoryEntry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  /** Number of consecutive ids that the entry covers; 0: not a tile but a directory. */
  readonly run: number;
}

export function encodePmtilesArchive(archive: TileArchive): Uint8Array {
  const { entries, contents } = arrangeTiles(archive.tiles);
  const { root, leaves } = buildPmtilesDirectories(entries, FIRST_READ_BYTES - HEADER_BYTES);
  const parts = [root, gzipSync(JSON.stringify(archive.metadata)), Buffer.concat(leaves), Buffer.concat(contents)];
  const header = encodeHeader(archive, parts, {
    tiles: archive.tiles.length,
    entries: entries.length,
    contents: contents.length,
  });
  const bytes = Buffer.concat([header, ...parts]);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Sorts tiles by their ids; identical ones share their bytes. */
function arrangeTiles(tiles: readonly GzippedTile[]): {
  readonly entries: DirectoryEntry[];
  readonly contents: Uint8Array[];
} {
  const entries: DirectoryEntry[] = [];
  const contents: Uint8Array[] = [];
  const known = new Map<number, { readonly bytes: Uint8Array; readonly offset: number }[]>();
  let end = 0;
  for (const { id, bytes } of tiles.toSorted((one, other) => one.id - other.id)) {
    const sum = crc32(bytes);
    const alike = known.get(sum) ?? [];
    known.set(sum, alike);
    let kept = alike.find((content) => Buffer.compare(content.bytes, bytes) === 0);
    if (kept === undefined) {
      kept = { bytes, offset: end };
      alike.push(kept);
      contents.push(bytes);
      end += bytes.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === kept.offset && last.id + last.run === id)
      entries[entries.length - 1] = { ...last, run: last.run + 1 };
    else entries.push({ id, offset: kept.offset, length: bytes.length, run: 1 });
  }
  return { entries, contents };
}

/**
 * Directories of an archive: one if it fits in `rootBytesMax`; else leaves, and a root that names them. Leaves grow
 * until the root fits. Exported for its test.
 */
export function buildPmtilesDirectories(
  entries: readonly DirectoryEntry[],
  rootBytesMax: number,
  leafEntries = ENTRIES_PER_LEAF,
): { readonly root: Uint8Array; readonly leaves: readonly Uint8Array[] } {
  const whole = encodeDirectory(entries);
  if (whole.length <= rootBytesMax) return { root: whole, leaves: [] };
  const leaves: Uint8Array[] = [];
  const named: DirectoryEntry[] = [];
  let offset = 0;
  for (let first = 0; first < entries.length; first += leafEntries) {
    const part = entries.slice(first, first + leafEntries);
    const leaf = encodeDirectory(part);
    named.push({ id: part[0]?.id ?? 0, offset, length: leaf.length, run: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  const root = encodeDirectory(named);
  return root.length <= rootBytesMax
    ? { root, leaves }
    : buildPmtilesDirectories(entries, rootBytesMax, leafEntries * 2);
}

/** Writes a directory column after column, ids as differences; an offset of 0 means: right behind the one before. */
function encodeDirectory(entries: readonly DirectoryEntry[]): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeVarint(entries.length);
  for (const [index, { id }] of entries.entries()) pbf.writeVarint(id - (entries[index - 1]?.id ?? 0));
  for (const { run } of entries) pbf.writeVarint(run);
  for (const { length } of entries) pbf.writeVarint(length);
  for (const [index, { offset }] of entries.entries()) {
    const before = entries[index - 1];
    pbf.writeVarint(before && before.offset + before.length === offset ? 0 : offset + 1);
  }
  return gzipSync(pbf.finish());
}

function encodeHeader(
  { bounds, minZoom, maxZoom }: TileArchive,
  parts: readonly Uint8Array[],
  counts: { readonly tiles: number; readonly entries: number; readonly contents: number },
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("PMTiles", "latin1");
  header.writeUInt8(3, 7);
  let end = HEADER_BYTES;
  for (const [index, { length }] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(end), 8 + 16 * index);
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * index);
    end += length;
  }
  for (const [index, count] of [counts.tiles, counts.entries, counts.contents].entries())
    header.writeBigUInt64LE(BigInt(count), 72 + 8 * index);
  const isClustered = 1;
  header.set([isClustered, GZIP, GZIP, VECTOR_TILES, minZoom, maxZoom], 96);
  const { west, south, east, north } = bounds;
  const center = [(west + east) / 2, (south + north) / 2] as const;
  for (const [index, degrees] of [west, south, east, north].entries()) writeDegrees(header, degrees, 102 + 4 * index);
  header.writeUInt8(Math.min(maxZoom, Math.max(minZoom, zoomThatFits(bounds))), 118);
  for (const [index, degrees] of center.entries()) writeDegrees(header, degrees, 119 + 4 * index);
  return header;
}

const writeDegrees = (header: Buffer, degrees: number, at: number) =>
  header.writeInt32LE(Math.round(degrees * 1e7), at);
const zoomThatFits = ({ west, east }: GeoBounds) => Math.floor(Math.log2(360 / Math.max(east - west, 1e-6)));
