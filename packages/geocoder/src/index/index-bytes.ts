/**
 * The stored form of an index: a header, the columns one after the other, each on a boundary of eight bytes.
 * Little-endian, as all machines are that we run on. Bytes 0 to 3 "LSGC", 4 the version, 8 the checksum (CRC-32 of all
 * that follows it), 12 the number of columns, then the byte length of each column.
 */
import {
  AddressIndex,
  type AddressIndexColumnName,
  type AddressIndexColumns,
  addressIndexColumnTypes,
} from "./address-index";

const FILE_MAGIC = 0x4347_534c;
/** Version of the format, raised with every change of a column or of folding: an older file is built again. */
export const GEOCODING_INDEX_VERSION = 1;
const HEADER_BYTES = 16;

export type GeocodingIndexFault = "not_an_index" | "other_version" | "truncated" | "damaged";

/** Error for stored bytes that cannot be used; build the index again. */
export class GeocodingIndexFormatError extends Error {
  override readonly name = "GeocodingIndexFormatError";
  readonly reason: GeocodingIndexFault;

  constructor(reason: GeocodingIndexFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

const columnNames = Object.keys(addressIndexColumnTypes) as AddressIndexColumnName[];
const columnsOffset = alignUp(HEADER_BYTES + columnNames.length * 4);

export function encodeGeocodingIndex({ columns }: AddressIndex): Uint8Array {
  const size = columnNames.reduce((sum, name) => sum + alignUp(columns[name].byteLength), columnsOffset);
  const bytes = new Uint8Array(size);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, FILE_MAGIC, true);
  header.setUint32(4, GEOCODING_INDEX_VERSION, true);
  header.setUint32(12, columnNames.length, true);
  let at = columnsOffset;
  for (const [number, name] of columnNames.entries()) {
    const { buffer, byteOffset, byteLength } = columns[name];
    header.setUint32(HEADER_BYTES + number * 4, byteLength, true);
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += alignUp(byteLength);
  }
  header.setUint32(8, crc32(bytes.subarray(12)), true);
  return bytes;
}

/** Reads an index in place where possible: the bytes must not change while it is used. Throws GeocodingIndexFormatError. */
export function decodeGeocodingIndex(stored: Uint8Array): AddressIndex {
  const bytes = stored.byteOffset % 8 === 0 ? stored : stored.slice();
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || header.getUint32(0, true) !== FILE_MAGIC)
    throw new GeocodingIndexFormatError("not_an_index", "These bytes are no address index.");
  if (header.getUint32(4, true) !== GEOCODING_INDEX_VERSION || header.getUint32(12, true) !== columnNames.length)
    throw new GeocodingIndexFormatError(
      "other_version",
      "The address index was stored by another version; import again.",
    );
  const lengths = columnLengthsOf(header);
  if (lengths === undefined) throw new GeocodingIndexFormatError("truncated", "The address index is cut off.");
  if (header.getUint32(8, true) !== crc32(bytes.subarray(12)))
    throw new GeocodingIndexFormatError("damaged", "The address index is damaged; import again.");
  return new AddressIndex(columnsOfBytes(bytes, lengths));
}

/** Lengths of the columns; undefined when they do not add up to the bytes. */
function columnLengthsOf(header: DataView): number[] | undefined {
  if (header.byteLength < columnsOffset) return undefined;
  const lengths = columnNames.map((_, number) => header.getUint32(HEADER_BYTES + number * 4, true));
  const size = lengths.reduce((sum, length) => sum + alignUp(length), columnsOffset);
  return size === header.byteLength ? lengths : undefined;
}

function columnsOfBytes(bytes: Uint8Array, lengths: readonly number[]): AddressIndexColumns {
  let at = bytes.byteOffset + columnsOffset;
  const entries = columnNames.map((name, number) => {
    const type = addressIndexColumnTypes[name];
    const length = lengths[number] ?? 0;
    const column = new type(bytes.buffer as ArrayBuffer, at, length / type.BYTES_PER_ELEMENT);
    at += alignUp(length);
    return [name, column];
  });
  return Object.fromEntries(entries) as AddressIndexColumns;
}

function alignUp(length: number): number {
  return Math.ceil(length / 8) * 8;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

/** The checksum of zip and PNG (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] as number);
  return (crc ^ 0xffff_ffff) >>> 0;
}
