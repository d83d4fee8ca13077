import { shrinkSizeToLongestSide } from "./fit-into.ts";

const PICTURE_FORMAT = { longest: 1600, quality: 0.8 } as const;
const THUMBNAIL_FORMAT = { longest: 320, quality: 0.7 } as const;

/** Thrown when the chosen file is no picture that this phone can read. */
export class UnreadablePictureError extends Error {}

/** Draws a picture again, upright and smaller: metadata of the camera, such as the place, is lost by that. */
export async function shrinkPicture(file: Blob): Promise<{ picture: Blob; thumbnail: Blob }> {
  const bitmap = await createImageBitmap(file).catch((cause: unknown) => {
    throw new UnreadablePictureError("not a picture", { cause });
  });
  try {
    return { picture: await drawToBlob(bitmap, PICTURE_FORMAT), thumbnail: await drawToBlob(bitmap, THUMBNAIL_FORMAT) };
  } finally {
    bitmap.close();
  }
}

interface ImageFormat {
  readonly longest: number;
  readonly quality: number;
}

function drawToBlob(bitmap: ImageBitmap, { longest, quality }: ImageFormat): Promise<Blob> {
  const { width, height } = shrinkSizeToLongestSide(bitmap, longest);
  if (!("OffscreenCanvas" in globalThis)) return drawInPageCanvas(bitmap, { width, height, quality });
  const canvas = new OffscreenCanvas(width, height);
  paintBitmap(canvas.getContext("2d"), bitmap, { width, height });
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}

/** Draws in a canvas of the page, for browsers without OffscreenCanvas. */
function drawInPageCanvas(
  bitmap: ImageBitmap,
  { quality, ...size }: { width: number; height: number; quality: number },
) {
  const canvas = Object.assign(document.createElement("canvas"), size);
  paintBitmap(canvas.getContext("2d"), bitmap, size);
  return new Promise<Blob>((resolve, reject) => {
    const take = (blob: Blob | null) => (blob === null ? reject(new UnreadablePictureError()) : resolve(blob));
    canvas.toBlob(take, "image/jpeg", quality);
  });
}

function paintBitmap(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null,
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number },
) {
  if (context === null) throw new UnreadablePictureError();
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
}
