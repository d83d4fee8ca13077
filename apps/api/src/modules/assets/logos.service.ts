import { ResizeFilterType, ResizeFit, Transformer } from "@napi-rs/image";
import { findType, guessType } from "./file-type";
import { rewritePicture } from "./images.service";
import type { FileAnswer, LogoSizes } from "./inspection";
import { atSize, findSvgFault, sizeOf, type SvgSize, withoutComments } from "./logo-svg";
import { readPictureHeader } from "./picture-header";

export interface Drawing extends SvgSize {
  readonly bytes: Buffer;
}

/** Largest picture of a logo, 25 megapixels: far more than any sign is drawn with. */
const PIXELS_MAX = 25_000_000;

/** Draws the picture in each of the sizes, as PNG. Runs in the process that inspects files. */
export async function drawLogo(bytes: Buffer, sizes: LogoSizes): Promise<Drawing[] | FileAnswer> {
  const type = findType(bytes);
  if (type === undefined) {
    const detected = guessType(bytes);
    return detected === "image/svg+xml" || detected === "application/xml" ? drawSvg(bytes, sizes) : { detected };
  }
  if (type === "application/pdf") return { detected: type };
  const header = readPictureHeader(bytes, type);
  if (header && header.width * header.height > PIXELS_MAX) return { fault: "TOO_MANY_PIXELS" };
  const upright = await rewritePicture(bytes, type);
  if ("fault" in upright) return upright;
  const drawings: Drawing[] = [];
  for (const height of sizes.heights) {
    const inner = fitted(upright, boxOf(height, sizes));
    const png = await new Transformer(upright.bytes).resize(exactly(inner)).png();
    drawings.push(sizes.padded ? await padded({ ...inner, bytes: png }, height) : { ...inner, bytes: png });
  }
  return drawings;
}

async function drawSvg(bytes: Buffer, sizes: LogoSizes): Promise<Drawing[] | FileAnswer> {
  const whole = decoded(bytes);
  if (whole === undefined) return { fault: "DAMAGED" };
  const text = withoutComments(whole);
  const fault = findSvgFault(text);
  if (fault) return { fault };
  const size = sizeOf(text);
  if (!size) return { fault: "DAMAGED" };
  const drawings: Drawing[] = [];
  for (const height of sizes.heights) {
    const box = boxOf(height, sizes);
    const target = sizes.padded ? box : fitted(size, box);
    const png = await svgAsPng(text, target).catch(() => undefined);
    if (!png) return { fault: "DAMAGED" };
    drawings.push({ ...target, bytes: png });
  }
  return drawings;
}

/**
 * Draws an SVG as PNG. The library draws small pictures several times as large, and shrinking them again makes smooth
 * edges.
 */
const svgAsPng = async (text: string, target: SvgSize) =>
  Transformer.fromSvg(atSize(text, target)).resize(exactly(target)).png();

const exactly = ({ width, height }: SvgSize) => ({
  width,
  height,
  filter: ResizeFilterType.Lanczos3,
  fit: ResizeFit.Fill,
});

/** Text of a file in UTF-8; in another encoding the words that are searched for would be spelled with other bytes. */
function decoded(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

const boxOf = (height: number, { shape }: LogoSizes): SvgSize => ({ width: height * shape, height });

/** Largest size that fits into the box, at least a pixel each way. */
function fitted({ width, height }: SvgSize, box: SvgSize): SvgSize {
  const scale = Math.min(box.width / width, box.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Drawing in the middle of a square that is transparent around it. */
async function padded({ bytes, width, height }: Drawing, side: number): Promise<Drawing> {
  const square = await svgAsPng('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', {
    width: side,
    height: side,
  });
  const [left, top] = [Math.floor((side - width) / 2), Math.floor((side - height) / 2)];
  return { bytes: await new Transformer(square).overlay(bytes, left, top).png(), width: side, height: side };
}
