/**
 * Reads from its header what size a picture claims and how much memory decoding would take, before anything is
 * decoded.
 */
import { pictureMegapixelsMax, pictureSideMax } from "@leitstand/contract/cases/assets";
import type { FileType } from "./file-type";

export interface PictureHeader {
  readonly width: number;
  readonly height: number;
  readonly packing: keyof typeof pictureMegapixelsMax;
  /** Memory that decoding and re-encoding takes for each pixel, as measured, and a little more. */
  readonly bytesPerPixel: number;
  /** Orientation as EXIF counts: 1 is upright, 2 to 8 are turned or mirrored. */
  readonly orientation: number;
}

/** Reads the header of a picture; undefined when it names no size. */
export function readPictureHeader(bytes: Buffer, type: FileType): PictureHeader | undefined {
  try {
    if (type === "image/png") return readPngHeader(bytes);
    if (type === "image/webp") return readWebpHeader(bytes);
    return type === "image/jpeg" ? readJpegHeader(bytes) : undefined;
  } catch {
    // The header ends before the size.
    return undefined;
  }
}

/** Channels by PNG's colour type; types in which a part of the colours may be transparent have one more. */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 2, 2: 4, 3: 4, 4: 2, 6: 4 };

function readPngHeader(bytes: Buffer): PictureHeader | undefined {
  const channels = PNG_CHANNELS[bytes.readUInt8(25)];
  if (bytes.toString("latin1", 12, 16) !== "IHDR" || channels === undefined) return undefined;
  // 16-bit channels are held twice while decoding: two bytes as read, and two with their order swapped.
  const bytesPerChannel = bytes.readUInt8(24) === 16 ? 4 : 1;
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    packing: bytesPerChannel === 1 ? "png" : channels === 2 ? "png_16_bit_grey" : "png_16_bit_colour",
    bytesPerPixel: channels * bytesPerChannel,
    orientation: 1,
  };
}

const WEBP_BYTES_PER_PIXEL = { webp: 6, webp_lossless: 14 } as const;

function readWebpHeader(bytes: Buffer): PictureHeader | undefined {
  const header = (width: number, height: number, packing: keyof typeof WEBP_BYTES_PER_PIXEL) => ({
    width,
    height,
    packing,
    bytesPerPixel: WEBP_BYTES_PER_PIXEL[packing],
    orientation: 1,
  });
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return header(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1, "webp_lossless");
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return header((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1, "webp_lossless");
    }
    case "VP8 ":
      return header(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff, "webp");
    default:
      return undefined;
  }
}

const EXIF_MARKER = 0xe1;
/** Frames that are decoded block by block (baseline and extended). All others are kept whole until their last scan. */
const SEQUENTIAL_FRAME_MARKERS = [0xc0, 0xc1];
/** JPEG markers in the numeric range of frame headers that begin no frame. */
const NON_FRAME_MARKERS = [0xc4, 0xc8, 0xcc];
const UNPACKED_BYTES_PER_PIXEL = 3;
const PROGRESSIVE_BYTES_PER_PIXEL = 9;

/** Reads the segments of a JPEG up to the frame header. */
function readJpegHeader(bytes: Buffer): PictureHeader | undefined {
  let orientation = 1;
  for (let at = 2; bytes.readUInt8(at) === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    while (bytes.readUInt8(at + 1) === 0xff) at++;
    const marker = bytes.readUInt8(at + 1);
    if (marker === EXIF_MARKER) orientation = readExifOrientation(bytes.subarray(at + 4)) ?? orientation;
    if (marker < 0xc0 || marker > 0xcf || NON_FRAME_MARKERS.includes(marker)) continue;
    const isSequential = SEQUENTIAL_FRAME_MARKERS.includes(marker);
    return {
      width: bytes.readUInt16BE(at + 7),
      height: bytes.readUInt16BE(at + 5),
      packing: isSequential ? "jpeg" : "jpeg_progressive",
      bytesPerPixel: isSequential ? UNPACKED_BYTES_PER_PIXEL : PROGRESSIVE_BYTES_PER_PIXEL,
      orientation,
    };
  }
  return undefined;
}

const EXIF_ORIENTATION_TAG = 0x0112;
const EXIF_ENTRY_BYTES = 12;

/** Reads the orientation from the first directory of an EXIF segment. */
function readExifOrientation(segment: Buffer): number | undefined {
  if (segment.toString("latin1", 0, 6) !== "Exif\0\0") return undefined;
  const tiff = segment.subarray(6);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < short(directory); entry++) {
      const at = directory + 2 + entry * EXIF_ENTRY_BYTES;
      if (short(at) !== EXIF_ORIENTATION_TAG) continue;
      const value = short(at + 8);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  } catch {
    // The directory points behind the end of the segment; the picture counts as upright then.
  }
  return undefined;
}

/** Maximum memory of the decoded pixels of a picture; larger ones are refused. */
const PICTURE_MEMORY_BYTES_MAX = 200_000_000;

/** Whether a picture exceeds the size that the contract allows, whatever the size of its file. */
export const isPictureTooLarge = ({ width, height, packing }: PictureHeader) =>
  width * height > pictureMegapixelsMax[packing] * 1_000_000 ||
  Math.max(width, height) > pictureSideMax ||
  Math.min(width, height) < 1;

/** Whether there is memory to turn the picture, which copies it twice. */
export const fitsInMemoryForRotation = ({ width, height, bytesPerPixel }: PictureHeader) =>
  width * height * Math.max(PROGRESSIVE_BYTES_PER_PIXEL, 2 * bytesPerPixel) <= PICTURE_MEMORY_BYTES_MAX;

/**
 * EXIF segment for a picture that is too large to be turned here, so that viewers turn it. It holds nothing but the
 * orientation.
 */
export function createExifOrientationSegment(orientation: number): Buffer {
  const segment = Buffer.from("ffe1002245786966000049492a00080000000100120103000100000000000000" + "00000000", "hex");
  segment.writeUInt16LE(orientation, 28);
  return segment;
}
