/**
 * A road network as bytes, in the byte order of all machines that Node runs on (little endian): magic, version, length of the
 * whole, CRC-32 of all that follows; then a table of contents as JSON with its length, then the columns, each on a multiple
 * of eight.
 */
import { crc32 } from "node:zlib";
import { type CountryWithKnownSpeedLimits, countriesWithKnownSpeedLimits } from "./speed";
import type { RoadNetwork } from "./road-network";

const FILE_MAGIC = "LeitRoad";
const FORMAT_VERSION = 1;
const HEADER_BYTES = 24;
const COLUMN_ALIGNMENT_BYTES = 8;

export type RoadFileErrorReason = "not_a_road_file" | "other_version" | "truncated" | "damaged";

/** Error for bytes that are no usable road network; the map has to be imported again. */
export class RoadFileError extends Error {
  override readonly name = "RoadFileError";
  readonly reason: RoadFileErrorReason;

  constructor(reason: RoadFileErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

const columnTypes = { Uint8Array, Uint32Array, Int32Array } as const;
type ColumnType = keyof typeof columnTypes;
type ColumnArray = Uint8Array | Uint32Array | Int32Array;

interface FileContents {
  readonly country: CountryWithKnownSpeedLimits;
  readonly labels: readonly string[];
  /** Number of pieces, and for each column its type and length. */
  readonly count: number;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType; readonly length: number }[];
}

export function encodeRoadNetwork(network: RoadNetwork): Uint8Array {
  const columns = Object.entries(columnsOfNetwork(network));
  const contents: FileContents = {
    country: network.country,
    labels: network.labels,
    count: network.pieces.count,
    columns: columns.map(([name, { constructor, length }]) => ({ name, type: constructor.name as ColumnType, length })),
  };
  const json = Buffer.from(JSON.stringify(contents));
  const start = alignUp(HEADER_BYTES + 4 + json.length);
  const bytes = Buffer.alloc(columns.reduce((sum, [, column]) => sum + alignUp(column.byteLength), start));
  bytes.write(FILE_MAGIC, "latin1");
  bytes.writeUInt32LE(FORMAT_VERSION, 8);
  bytes.writeBigUInt64LE(BigInt(bytes.length), 12);
  bytes.writeUInt32LE(json.length, HEADER_BYTES);
  json.copy(bytes, HEADER_BYTES + 4);
  let at = start;
  for (const [, { buffer, byteOffset, byteLength }] of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += alignUp(byteLength);
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(HEADER_BYTES)), 20);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Throws RoadFileError for anything but bytes that `encodeRoadNetwork` of this version made, whole and unchanged. */
export function decodeRoadNetwork(bytes: Uint8Array): RoadNetwork {
  checkHeader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  // Columns are views of one buffer, which has to begin on a multiple of eight.
  const whole = bytes.byteOffset % COLUMN_ALIGNMENT_BYTES === 0 ? bytes : new Uint8Array(bytes);
  const contents = readFileContents(whole);
  const columns = new Map<string, ColumnArray>();
  let at = alignUp(HEADER_BYTES + 4 + Buffer.from(whole.buffer, whole.byteOffset).readUInt32LE(HEADER_BYTES));
  for (const { name, type, length } of contents.columns) {
    const column = new columnTypes[type](whole.buffer as ArrayBuffer, whole.byteOffset + at, length);
    columns.set(name, column);
    at += alignUp(column.byteLength);
  }
  return networkFromColumns(contents, columns);
}

function checkHeader(bytes: Buffer) {
  const magic = bytes.subarray(0, FILE_MAGIC.length).toString("latin1");
  if (magic !== FILE_MAGIC.slice(0, magic.length) || bytes.length === 0)
    throw new RoadFileError("not_a_road_file", "The file does not hold a road network.");
  if (bytes.length < HEADER_BYTES + 4) throw truncatedError();
  const version = bytes.readUInt32LE(8);
  if (version !== FORMAT_VERSION)
    throw new RoadFileError(
      "other_version",
      `The road network has version ${version}; this is version ${FORMAT_VERSION}.`,
    );
  const length = Number(bytes.readBigUInt64LE(12));
  if (bytes.length < length) throw truncatedError();
  // The length is checked by the header, everything else by the checksum.
  if (bytes.length > length || crc32(bytes.subarray(HEADER_BYTES)) !== bytes.readUInt32LE(20))
    throw new RoadFileError("damaged", "The road network was changed after it was written.");
}

const truncatedError = () => new RoadFileError("truncated", "The road network ends early.");

function readFileContents(bytes: Uint8Array): FileContents {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = HEADER_BYTES + 4 + view.readUInt32LE(HEADER_BYTES);
  return JSON.parse(view.subarray(HEADER_BYTES + 4, end).toString("utf8")) as FileContents;
}

const alignUp = (bytes: number) => Math.ceil(bytes / COLUMN_ALIGNMENT_BYTES) * COLUMN_ALIGNMENT_BYTES;

function columnsOfNetwork({ pieces, graph, hierarchy, labelOf }: RoadNetwork): Record<string, ColumnArray> {
  const { count: _, ...columnsOfPieces } = pieces;
  return {
    ...prefixColumns("pieces", columnsOfPieces),
    ...prefixColumns("graph", graph),
    ...prefixColumns("hierarchy", hierarchy),
    labelOf,
  };
}

const prefixColumns = (prefix: string, columns: object): Record<string, ColumnArray> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [`${prefix}.${name}`, column as ColumnArray]));

function networkFromColumns(
  { country, labels, count }: FileContents,
  columns: ReadonlyMap<string, ColumnArray>,
): RoadNetwork {
  const part = (prefix: string) =>
    Object.fromEntries(
      [...columns].flatMap(([name, column]) =>
        name.startsWith(`${prefix}.`) ? [[name.slice(prefix.length + 1), column]] : [],
      ),
    ) as unknown;
  return {
    country: countriesWithKnownSpeedLimits.includes(country) ? country : "AT",
    labels,
    labelOf: columns.get("labelOf") as Uint32Array,
    pieces: { count, ...(part("pieces") as Omit<RoadNetwork["pieces"], "count">) },
    graph: part("graph") as RoadNetwork["graph"],
    hierarchy: part("hierarchy") as RoadNetwork["hierarchy"],
  };
}
