import { type Orientation, Transformer } from "@napi-rs/image";
import type { FileType } from "./file-type";
import type { FileFault } from "./inspection";
import { isCompleteJpeg } from "./jpeg-scans";
import {
  fitsInMemoryForRotation,
  isPictureTooLarge,
  createExifOrientationSegment,
  type PictureHeader,
  readPictureHeader,
} from "./picture-header";

interface EncodedPicture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const JPEG_QUALITY = 85;
const UPRIGHT_ORIENTATION = 1;
/** EXIF orientation from which on height and width are swapped. */
const FIRST_SIDEWAYS_ORIENTATION = 5;

/**
 * Unpacks and re-encodes a picture, so that places, names of devices and whatever else hides in the file are dropped.
 * The picture is turned upright; one too large for that keeps its orientation mark, by which viewers turn it. A JPEG
 * without Huffman tables of its own, such as a bare frame of an old camera's film (MJPEG), is DAMAGED: the encoder does
 * not know the usual tables of ITU-T T.81 (annex K.3) and cannot decode it either.
 */
export async function reencodePicture(bytes: Buffer, type: FileType): Promise<EncodedPicture | { fault: FileFault }> {
  const header = readPictureHeader(bytes, type);
  if (!header) return { fault: "DAMAGED" };
  if (isPictureTooLarge(header)) return { fault: "TOO_MANY_PIXELS" };
  // Pictures of other types fail to decode when something is missing.
  if (type === "image/jpeg" && !isCompleteJpeg(bytes)) return { fault: "DAMAGED" };
  const { orientation } = header;
  const isTurnedHere = orientation !== UPRIGHT_ORIENTATION && fitsInMemoryForRotation(header);
  const image = new Transformer(bytes);
  if (isTurnedHere) image.rotate(orientation as Orientation);
  const rewritten = await encodePicture(image, type).catch(() => undefined);
  if (!rewritten) return { fault: "DAMAGED" };
  const marked =
    orientation !== UPRIGHT_ORIENTATION && !isTurnedHere ? insertOrientationSegment(rewritten, orientation) : rewritten;
  return { bytes: marked, ...uprightSize(header) };
}

function uprightSize({ width, height, orientation }: PictureHeader) {
  return orientation >= FIRST_SIDEWAYS_ORIENTATION ? { width: height, height: width } : { width, height };
}

/** Inserts the orientation segment right behind the mark with which a JPEG begins. */
const insertOrientationSegment = (jpeg: Buffer, orientation: number) =>
  Buffer.concat([jpeg.subarray(0, 2), createExifOrientationSegment(orientation), jpeg.subarray(2)]);

function encodePicture(image: Transformer, type: FileType): Promise<Buffer> {
  if (type === "image/png") return image.png();
  return type === "image/webp" ? image.webp(JPEG_QUALITY) : image.jpeg(JPEG_QUALITY);
}
