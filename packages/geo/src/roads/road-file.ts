import { crc32 } from "node:zlib";
import { type Country, countries } from "./speed";
import type { RoadNetwork } from "./road-network";

/**
 * A road network as bytes, in the byte order of all machines that Node runs on (little endian): magic, version, length of the
 * whole, CRC-32 of all that follows; then a table of contents as JSON with its length, then the columns, each on a multiple
 * of eight.
 */
const MAGIC = "LeitRoad";
const VERSION = 1;
const HEADER_BYTES = 24;
const ALIGNMENT = 8;

export type RoadFileReason = "not_a_road_file" | "other_version" | "truncated" | "damaged";

/** Error for bytes that are no usable road network; the map has to be imported again. */
export class RoadFileError extends Error {
  override readonly name = "RoadFileError";
  readonly reason: RoadFileReason;

  constructor(reason: RoadFileReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

const columnTypes = { Uint8Array, Uint32Array, Int32Array } as const;
type ColumnType = keyof typeof columnTypes;
type Column = Uint8Array | Uint32Array | Int32Array;

interface Contents {
  readonly country: Country;
  readonly labels: readonly string[];
  /** Number of pieces, and for each column its type and length. */
  readonly count: number;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType; readonly length: number }[];
}

export function writeRoadNetwork(network: RoadNetwork): Uint8Array {
  const columns = Object.entries(columnsOf(network));
  const contents: Contents = {
    country: network.country,
    labels: network.labels,
    count: network.pieces.count,
    columns: columns.map(([name, { constructor, length }]) => ({ name, type: constructor.name as ColumnType, length })),
  };
  const json = Buffer.from(JSON.stringify(contents));
  const start = aligned(HEADER_BYTES + 4 + json.length);
  const bytes = Buffer.alloc(columns.reduce((sum, [, column]) => sum + aligned(column.byteLength), start));
  bytes.write(MAGIC, "latin1");
  bytes.writeUInt32LE(VERSION, 8);
  bytes.writeBigUInt64LE(BigInt(bytes.length), 12);
  bytes.writeUInt32LE(json.length, HEADER_BYTES);
  json.copy(bytes, HEADER_BYTES + 4);
  let at = start;
  for (const [, { buffer, byteOffset, byteLength }] of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(HEADER_BYTES)), 20);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Throws RoadFileError for anything but bytes that `writeRoadNetwork` of this version made, whole and unchanged. */
export function readRoadNetwork(bytes: Uint8Array): RoadNetwork {
  checkHeader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  // Columns are views of one buffer, which has to begin on a multiple of eight.
  const whole = bytes.byteOffset % ALIGNMENT === 0 ? bytes : new Uint8Array(bytes);
  const contents = readContents(whole);
  const columns = new Map<string, Column>();
  let at = aligned(HEADER_BYTES + 4 + Buffer.from(whole.buffer, whole.byteOffset).readUInt32LE(HEADER_BYTES));
  for (const { name, type, length } of contents.columns) {
    const column = new columnTypes[type](whole.buffer as ArrayBuffer, whole.byteOffset + at, length);
    columns.set(name, column);
    at += aligned(column.byteLength);
  }
  return networkOf(contents, columns);
}

function checkHeader(bytes: Buffer) {
  const magic = bytes.subarray(0, MAGIC.length).toString("latin1");
  if (magic !== MAGIC.slice(0, magic.length) || bytes.length === 0)
    throw new RoadFileError("not_a_road_file", "The file does not hold a road network.");
  if (bytes.length < HEADER_BYTES + 4) throw truncated();
  const version = bytes.readUInt32LE(8);
  if (version !== VERSION)
    throw new RoadFileError("other_version", `The road network has version ${version}; this is version ${VERSION}.`);
  const length = Number(bytes.readBigUInt64LE(12));
  if (bytes.length < length) throw truncated();
  // The length is checked by the header, everything else by the checksum.
  if (bytes.length > length || crc32(bytes.subarray(HEADER_BYTES)) !== bytes.readUInt32LE(20))
    throw new RoadFileError("damaged", "The road network was changed after it was written.");
}

const truncated = () => new RoadFileError("truncated", "The road network ends early.");

function readContents(bytes: Uint8Array): Contents {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = HEADER_BYTES + 4 + view.readUInt32LE(HEADER_BYTES);
  return JSON.parse(view.subarray(HEADER_BYTES + 4, end).toString("utf8")) as Contents;
}

const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

function columnsOf({ pieces, graph, hierarchy, labelOf }: RoadNetwork): Record<string, Column> {
  const { count: _, ...columnsOfPieces } = pieces;
  return {
    ...prefixed("pieces", columnsOfPieces),
    ...prefixed("graph", graph),
    ...prefixed("hierarchy", hierarchy),
    labelOf,
  };
}

const prefixed = (prefix: string, columns: object): Record<string, Column> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [`${prefix}.${name}`, column as Column]));

function networkOf({ country, labels, count }: Contents, columns: ReadonlyMap<string, Column>): RoadNetwork {
  const part = (prefix: string) =>
    Object.fromEntries(
      [...columns].flatMap(([name, column]) =>
        name.startsWith(`${prefix}.`) ? [[name.slice(prefix.length + 1), column]] : [],
      ),
    ) as unknown;
  return {
    country: countries.includes(country) ? country : "AT",
    labels,
    labelOf: columns.get("labelOf") as Uint32Array,
    pieces: { count, ...(part("pieces") as Omit<RoadNetwork["pieces"], "count">) },
    graph: part("graph") as RoadNetwork["graph"],
    hierarchy: part("hierarchy") as RoadNetwork["hierarchy"],
  };
}
