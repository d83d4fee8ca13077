import { Transformer } from "@napi-rs/image";
import { problem } from "#platform/problem";
import { type FileType, findPixelSize, isBomb } from "./file-type";

export interface Picture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const QUALITY = 85;
/** Decoded pixels are large and cores are few. */
const CONCURRENT_MAX = 2;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * The picture alone, upright: decoded and written anew, so that places, names of devices and whatever else hides in a file
 * stay behind. Throws FILE_CONTENT_INVALID.
 */
export async function rewriteImage(bytes: Buffer, type: FileType): Promise<Picture> {
  const claimed = findPixelSize(bytes, type);
  if (!claimed) throw problem("FILE_CONTENT_INVALID", { reason: "DAMAGED" });
  if (isBomb(claimed)) throw problem("FILE_CONTENT_INVALID", { reason: "TOO_MANY_PIXELS" });
  if (running >= CONCURRENT_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    const rewritten = await encode(new Transformer(bytes).rotate(), type);
    const size = findPixelSize(rewritten, type);
    if (!size) throw new Error(`The ${type} that we wrote has no size.`);
    return { bytes: rewritten, ...size };
  } catch (error) {
    if ((error as { code?: string }).code === "INTERNAL_ERROR") throw error;
    throw problem("FILE_CONTENT_INVALID", { reason: "DAMAGED" });
  } finally {
    running--;
    waiting.shift()?.();
  }
}

function encode(image: Transformer, type: FileType): Promise<Buffer> {
  if (type === "image/png") return image.png();
  return type === "image/webp" ? image.webp(QUALITY) : image.jpeg(QUALITY);
}
