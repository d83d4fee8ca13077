import { crc32, deflateSync } from "node:zlib";
import { UPLOAD_FILE_BYTES_MAX } from "@leitstand/contract/operation/limits";

/** Kinds of files that cost little to send and much to inspect; 20 of each kind. */
export type HostileFileKind = "PDF" | "PNG" | "JPEG" | "WebP" | "HEIC";

const FILES_PER_KIND = 20;
/** Size of 50 megapixels, the most that is accepted. */
const [WIDTH, HEIGHT] = [7_071, 7_070];

const latin1Bytes = (text: string) => Buffer.from(text, "latin1");
const repeatMakers = <T>(makers: readonly (() => T)[]) => {
  const made = makers.map((make) => make());
  return Array.from({ length: FILES_PER_KIND }, (_, index) => made[index % made.length] as T);
};

export const hostileFiles: Readonly<Record<HostileFileKind, () => readonly Buffer[]>> = {
  PDF: () =>
    repeatMakers([
      () => pdfFile(latin1Bytes("#41".repeat(8_000_000))),
      () => pdfFile(latin1Bytes("/#2F".repeat(6_000_000))),
      () => pdfFile(latin1Bytes("1 0 obj<<(".repeat(2_400_000))),
      () => pdfFile(latin1Bytes("1 0 obj<</A[".repeat(2_000_000))),
      () => pdfFile(latin1Bytes("1 0 obj<<>>stream\n".repeat(1_300_000))),
      () => pdfFile(pdfObjectStream(deflateSync(Buffer.alloc(40_000_000)))),
      () => pdfFile(...Array<Buffer>(500).fill(pdfObjectStream(deflateSync(Buffer.alloc(1_000_000))))),
    ]),
  PNG: () =>
    repeatMakers([
      () => pngFile(WIDTH, HEIGHT, { depth: 16, type: 6, channels: 4 }),
      () => pngFile(WIDTH, HEIGHT, { depth: 8, type: 6, channels: 4 }),
      () => pngFile(WIDTH, HEIGHT, { depth: 8, type: 3, channels: 1 }),
      () => pngFile(WIDTH, HEIGHT, { depth: 16, type: 2, channels: 3 }),
      () => pngFile(WIDTH, HEIGHT, { depth: 16, type: 0, channels: 1 }),
    ]),
  JPEG: () =>
    repeatMakers([
      () => jpegFile(WIDTH, HEIGHT),
      () => jpegFile(WIDTH, HEIGHT, { isProgressive: true }),
      () => jpegFile(4_472, 4_472, { isProgressive: true }),
      () => jpegFile(WIDTH, HEIGHT, { components: 4 }),
      () => jpegFile(WIDTH, HEIGHT, { orientation: 6 }),
      () => jpegFile(4_700, 4_700, { orientation: 6 }),
    ]),
  WebP: () =>
    repeatMakers([() => webpFile(WIDTH, HEIGHT), () => webpFile(16_383, 16_383), () => webpFile(3_800, 3_800)]),
  HEIC: () =>
    repeatMakers([
      () => Buffer.concat([latin1Bytes("\0\0\0\u0018ftypheic\0\0\0\0heicmif1"), Buffer.alloc(20_000_000)]),
    ]),
};

const pdfFile = (...parts: Uint8Array[]) =>
  Buffer.concat([latin1Bytes("%PDF-1.7\n"), ...parts, latin1Bytes("\nstartxref\n9\n%%EOF\n")]).subarray(
    0,
    UPLOAD_FILE_BYTES_MAX,
  );

const pdfObjectStream = (data: Uint8Array) =>
  Buffer.concat([
    latin1Bytes("1 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\n"),
    data,
    latin1Bytes("\nendstream endobj\n"),
  ]);

interface PngColours {
  readonly depth: number;
  readonly type: number;
  readonly channels: number;
}

function pngFile(width: number, height: number, { depth, type, channels }: PngColours): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, type], 8);
  const rowBytes = 1 + (width * channels * depth) / 8;
  return Buffer.concat([
    latin1Bytes("\u0089PNG\r\n\u001a\n"),
    pngChunk("IHDR", header),
    ...(type === 3 ? [pngChunk("PLTE", Buffer.alloc(768, 7))] : []),
    pngChunk("IDAT", deflateSync(Buffer.alloc(rowBytes * height))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin1Bytes(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

interface JpegOptions {
  readonly components?: number;
  readonly isProgressive?: boolean;
  readonly orientation?: number;
}

/** Makes a grey JPEG, in which each block of pixels takes one or two bits. */
function jpegFile(width: number, height: number, options: JpegOptions = {}): Buffer {
  const { components = 3, isProgressive = false, orientation } = options;
  const frame = Buffer.alloc(6 + 3 * components);
  frame.set([8, height >> 8, height & 255, width >> 8, width & 255, components]);
  for (let index = 0; index < components; index++) frame.set([index + 1, 0x11, 0], 6 + 3 * index);
  const codes = (table: number) => Buffer.concat([Buffer.from([table, 1]), Buffer.alloc(16)]);
  const scan = Buffer.alloc(4 + 2 * components);
  scan[0] = components;
  for (let index = 0; index < components; index++) scan[1 + 2 * index] = index + 1;
  scan[2 + 2 * components] = isProgressive ? 0 : 63;
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8) * components;
  const exif = Buffer.from(`45786966000049492a0008000000010012010300010000000${orientation ?? 1}00000000000000`, "hex");
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(orientation === undefined ? [] : [jpegSegment(0xe1, exif)]),
    jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    jpegSegment(isProgressive ? 0xc2 : 0xc0, frame),
    jpegSegment(0xc4, codes(0)),
    jpegSegment(0xc4, codes(0x10)),
    jpegSegment(0xda, scan),
    Buffer.alloc(Math.ceil((blocks * (isProgressive ? 1 : 2)) / 8) + 1),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const jpegSegment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data]);

/** A WebP of one colour without loss: no bit is spent on a pixel. */
function webpFile(width: number, height: number): Buffer {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1);
  };
  put(0x2f, 8);
  put(width - 1, 14);
  put(height - 1, 14);
  put(1, 1); // bit for transparency
  put(0, 6); // version, then no transform, no cache of colours, no groups of codes
  for (let code = 0; code < 5; code++) put(0b0001, 4); // a code with one symbol, which is 0
  const data = Buffer.alloc(Math.ceil(bits.length / 16) * 2);
  for (const [index, bit] of bits.entries()) data[index >> 3] = (data[index >> 3] as number) | (bit << (index & 7));
  const header = Buffer.alloc(20);
  header.write("RIFF\0\0\0\0WEBPVP8L", "latin1");
  header.writeUInt32LE(12 + data.length, 4);
  header.writeUInt32LE(data.length, 16);
  return Buffer.concat([header, data]);
}
