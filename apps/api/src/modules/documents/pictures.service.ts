import { buffer } from "node:stream/consumers";
import { JsColorType, ResizeFilterType, ResizeFit, Transformer } from "@napi-rs/image";
import type { FileStore } from "#platform/files/files";
import type { PictureBlock, SignatureBlock, StoredPicture } from "./document";
import { type SvgPathDrawing, parseSvgPath } from "./svg-path";
import { type DocumentPicturePlacer, STRIKETHROUGH_COLOR, type DocumentTypesetter } from "./typesetter.service";

const SIGNATURE_SIZE = { width: 220, height: 90 };
const PICTURE_HEIGHT_MAX = 300;
/** Maximum number of pixels of a picture on a page; more than 600 dots to the inch are not visible. */
const PICTURE_PIXELS_MAX = { width: 4_160, height: 2_500 };
const CAPTION_LINE_HEIGHT = 12;
const INK_COLOR = "#111111";

interface PdfkitImage {
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, where a JPEG has one; pdfkit turns the picture accordingly. */
  readonly orientation?: number;
}
/** Orientation from which on height and width are swapped. */
const FIRST_SIDEWAYS_ORIENTATION = 5;
/** Functions of pdfkit that its types do not name. */
interface PdfkitImageOpener {
  openImage(bytes: Buffer): PdfkitImage;
}

/** Puts photos and signatures on the pages. The bytes of a JPEG go into the document as they are stored. */
export class PicturePlacer implements DocumentPicturePlacer {
  constructor(
    private readonly typesetter: DocumentTypesetter,
    private readonly files: FileStore,
  ) {}

  async place({ file, caption, otherwise }: PictureBlock) {
    const bytes = await this.load(file);
    const image = bytes && this.open(bytes);
    if (!image) this.typesetter.small(otherwise);
    else {
      const { width, height } = uprightImageSize(image);
      const scale = Math.min(this.typesetter.width / width, PICTURE_HEIGHT_MAX / height, 1);
      const size = { width: width * scale, height: height * scale };
      // Photo and caption stay together.
      const [x, y] = this.typesetter.reserve(size.height + 3 * CAPTION_LINE_HEIGHT);
      this.typesetter.pdf.image(image as unknown as string, x, y, size);
      this.typesetter.leave(-2.5 * CAPTION_LINE_HEIGHT);
    }
    this.typesetter.small(caption);
    this.typesetter.leave();
  }

  async sign({ drawing, caption, isStruck, otherwise }: SignatureBlock) {
    const { pdf } = this.typesetter;
    const [x, y] = this.typesetter.reserve(SIGNATURE_SIZE.height + 2 * CAPTION_LINE_HEIGHT);
    const isDrawn =
      "svgPath" in drawing ? this.drawPath(drawing.svgPath, [x, y]) : await this.drawFile(drawing.file, [x, y]);
    pdf.rect(x, y, SIGNATURE_SIZE.width, SIGNATURE_SIZE.height).lineWidth(0.5).strokeColor("#999999").stroke();
    if (isStruck)
      pdf
        .moveTo(x, y)
        .lineTo(x + SIGNATURE_SIZE.width, y + SIGNATURE_SIZE.height)
        .moveTo(x, y + SIGNATURE_SIZE.height)
        .lineTo(x + SIGNATURE_SIZE.width, y)
        .lineWidth(2)
        .strokeColor(STRIKETHROUGH_COLOR)
        .stroke();
    this.typesetter.leave(-1.5 * CAPTION_LINE_HEIGHT);
    if (!isDrawn) this.typesetter.small(otherwise);
    this.typesetter.small(caption);
    this.typesetter.leave();
  }

  private drawPath(path: string, [x, y]: readonly [number, number]): boolean {
    const drawing = parseSvgPath(path);
    if (!drawing) return false;
    const { pdf } = this.typesetter;
    const { left, top, width, height } = drawing;
    const scale = Math.min(
      (SIGNATURE_SIZE.width - 10) / Math.max(width, 1),
      (SIGNATURE_SIZE.height - 10) / Math.max(height, 1),
    );
    const place = ([px, py]: readonly [number, number]) =>
      [x + 5 + (px - left) * scale, y + 5 + (py - top) * scale] as const;
    this.trace(drawing, place);
    pdf.lineWidth(1.2).lineJoin("round").lineCap("round").strokeColor(INK_COLOR).stroke();
    return true;
  }

  private trace({ segments }: SvgPathDrawing, place: (point: readonly [number, number]) => readonly [number, number]) {
    const { pdf } = this.typesetter;
    for (const segment of segments) {
      if (segment.kind === "close") pdf.closePath();
      else if (segment.kind === "curve")
        pdf.bezierCurveTo(...place(segment.first), ...place(segment.second), ...place(segment.to));
      else if (segment.kind === "move") pdf.moveTo(...place(segment.to));
      else pdf.lineTo(...place(segment.to));
    }
  }

  private async drawFile(file: StoredPicture, [x, y]: readonly [number, number]): Promise<boolean> {
    const bytes = await this.load(file);
    const image = bytes && this.open(bytes);
    if (!image) return false;
    const fit = [SIGNATURE_SIZE.width - 10, SIGNATURE_SIZE.height - 10];
    this.typesetter.pdf.image(image as unknown as string, x + 5, y + 5, { fit: fit as [number, number] });
    return true;
  }

  private open(bytes: Buffer): PdfkitImage | undefined {
    try {
      return (this.typesetter.pdf as unknown as PdfkitImageOpener).openImage(bytes);
    } catch {
      // The text says that the picture could not be shown; the file itself stays stored.
      return undefined;
    }
  }

  /** Reads a picture; undefined for a file that is missing, or is no picture. */
  private async load({ path, mime_type }: StoredPicture): Promise<Buffer | undefined> {
    const bytes = await this.files.read(path).then(buffer, () => undefined);
    if (!bytes || mime_type === "image/jpeg") return bytes;
    return flattenOntoWhite(bytes, mime_type).catch(() => undefined);
  }
}

const uprightImageSize = ({ width, height, orientation = 1 }: PdfkitImage) =>
  orientation >= FIRST_SIDEWAYS_ORIENTATION ? { width: height, height: width } : { width, height };

/** Colour types without transparency. */
const OPAQUE_COLOR_TYPES: readonly JsColorType[] = [JsColorType.L8, JsColorType.Rgb8];
const WHITE_PIXEL = new Uint8Array([255, 255, 255, 255]);

/**
 * Picture as it looks on white paper: PDF does not know WebP, and pdfkit splits transparent PNGs pixel by pixel, in
 * JavaScript.
 */
async function flattenOntoWhite(bytes: Buffer, mime_type: string): Promise<Buffer> {
  const { width, height, colorType } = await new Transformer(bytes).metadata();
  const scale = Math.min(1, PICTURE_PIXELS_MAX.width / width, PICTURE_PIXELS_MAX.height / height);
  if (mime_type === "image/png" && scale === 1 && OPAQUE_COLOR_TYPES.includes(colorType)) return bytes;
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale), fit: ResizeFit.Fill };
  const picture = scale === 1 ? bytes : await new Transformer(bytes).resize(size).png();
  const white = await Transformer.fromRgbaPixels(WHITE_PIXEL, 1, 1).jpeg();
  const paper = new Transformer(white).resize({ ...size, filter: ResizeFilterType.Nearest });
  const laid = paper.composite(picture, { left: 0, top: 0 });
  return mime_type === "image/png" ? laid.png() : laid.jpeg(90);
}
