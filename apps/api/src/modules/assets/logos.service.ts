import { ResizeFilterType, ResizeFit, Transformer } from "@napi-rs/image";
import { detectFileType, guessMimeType } from "./file-type";
import { reencodePicture } from "./images.service";
import type { FileInspectionResult, LogoSizes } from "./inspection";
import { resizeSvg, findSvgFault, svgSizeOf, type SvgSize, stripSvgComments } from "./logo-svg";
import { readPictureHeader } from "./picture-header";

export interface RenderedLogo extends SvgSize {
  readonly bytes: Buffer;
}

/** Largest picture of a logo, 25 megapixels: far more than any sign is drawn with. */
const LOGO_PIXELS_MAX = 25_000_000;

/** Draws the picture in each of the sizes, as PNG. Runs in the process that inspects files. */
export async function drawLogoPngs(bytes: Buffer, sizes: LogoSizes): Promise<RenderedLogo[] | FileInspectionResult> {
  const type = detectFileType(bytes);
  if (type === undefined) {
    const detected = guessMimeType(bytes);
    return detected === "image/svg+xml" || detected === "application/xml" ? drawSvgLogo(bytes, sizes) : { detected };
  }
  if (type === "application/pdf") return { detected: type };
  const header = readPictureHeader(bytes, type);
  if (header && header.width * header.height > LOGO_PIXELS_MAX) return { fault: "TOO_MANY_PIXELS" };
  const upright = await reencodePicture(bytes, type);
  if ("fault" in upright) return upright;
  const drawings: RenderedLogo[] = [];
  for (const height of sizes.heights) {
    const inner = fitIntoBox(upright, logoBox(height, sizes));
    const png = await new Transformer(upright.bytes).resize(exactResizeOptions(inner)).png();
    drawings.push(sizes.padded ? await padToSquare({ ...inner, bytes: png }, height) : { ...inner, bytes: png });
  }
  return drawings;
}

async function drawSvgLogo(bytes: Buffer, sizes: LogoSizes): Promise<RenderedLogo[] | FileInspectionResult> {
  const whole = decodeUtf8(bytes);
  if (whole === undefined) return { fault: "DAMAGED" };
  const text = stripSvgComments(whole);
  const fault = findSvgFault(text);
  if (fault) return { fault };
  const size = svgSizeOf(text);
  if (!size) return { fault: "DAMAGED" };
  const drawings: RenderedLogo[] = [];
  for (const height of sizes.heights) {
    const box = logoBox(height, sizes);
    const target = sizes.padded ? box : fitIntoBox(size, box);
    const png = await renderSvgAsPng(text, target).catch(() => undefined);
    if (!png) return { fault: "DAMAGED" };
    drawings.push({ ...target, bytes: png });
  }
  return drawings;
}

/**
 * Draws an SVG as PNG. The library draws small pictures several times as large, and shrinking them again makes smooth
 * edges.
 */
const renderSvgAsPng = async (text: string, target: SvgSize) =>
  Transformer.fromSvg(resizeSvg(text, target)).resize(exactResizeOptions(target)).png();

const exactResizeOptions = ({ width, height }: SvgSize) => ({
  width,
  height,
  filter: ResizeFilterType.Lanczos3,
  fit: ResizeFit.Fill,
});

/** Text of a file in UTF-8; in another encoding the words that are searched for would be spelled with other bytes. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

const logoBox = (height: number, { shape }: LogoSizes): SvgSize => ({ width: height * shape, height });

/** Largest size that fits into the box, at least a pixel each way. */
function fitIntoBox({ width, height }: SvgSize, box: SvgSize): SvgSize {
  const scale = Math.min(box.width / width, box.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Drawing in the middle of a square that is transparent around it. */
async function padToSquare({ bytes, width, height }: RenderedLogo, side: number): Promise<RenderedLogo> {
  const square = await renderSvgAsPng('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', {
    width: side,
    height: side,
  });
  const [left, top] = [Math.floor((side - width) / 2), Math.floor((side - height) / 2)];
  return { bytes: await new Transformer(square).overlay(bytes, left, top).png(), width: side, height: side };
}
