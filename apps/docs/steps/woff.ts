import { inflateSync } from "node:zlib";

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;

/** The font of a WOFF file as the original sfnt (TrueType): the same tables, each unpacked by itself. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is no WOFF file.");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = WOFF_HEADER_BYTES + at * WOFF_ENTRY_BYTES;
    const [offset, packedBytes, bytes] = [4, 8, 12].map((place) => woff.readUInt32BE(entry + place)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(offset, offset + packedBytes);
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.subarray(entry + 16, entry + 20),
      data: packedBytes < bytes ? inflateSync(packed) : packed,
    };
  });
  const power = 2 ** Math.floor(Math.log2(count));
  const header = Buffer.alloc(12);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(power * 16, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE((count - power) * 16, 10);
  let offset = header.length + count * 16;
  const directory: Buffer[] = [];
  const body: Buffer[] = [];
  for (const { tag, checksum, data } of tables) {
    const place = Buffer.alloc(8);
    place.writeUInt32BE(offset, 0);
    place.writeUInt32BE(data.length, 4);
    directory.push(tag, checksum, place);
    // Tables in an sfnt begin at multiples of four bytes.
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    body.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat([header, ...directory, ...body]);
}
