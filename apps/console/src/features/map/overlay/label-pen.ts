import { CANVAS_FONT_FAMILY } from "./lettering.ts";

type CanvasContext = CanvasRenderingContext2D;

interface CountLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly color: string;
}
interface PlateLabel extends CountLabel {
  readonly halo: string;
}

const PLATE_FONT_PIXELS = 11;
const HALO_WIDTH = 1.4;
/** Maximum number of plates kept in the cache; beyond it those that were not drawn for longest are dropped. */
const CACHED_PLATES_MAX = 600;

/**
 * Draws labels on the map: counts always, plates where they do not cover one another. A plate is rendered once and then
 * copied.
 */
export class MapLabelPainter {
  private readonly written = new Map<string, HTMLCanvasElement>();
  private taken: LabelBox[] = [];

  /** Starts a new picture: forgets the places of earlier labels. */
  begin() {
    this.taken = [];
  }

  /** Drops the rendered plates. */
  clear() {
    this.written.clear();
  }

  count(pen: CanvasContext, { text, x, y, color }: CountLabel) {
    pen.font = `600 12px ${CANVAS_FONT_FAMILY}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = color;
    pen.fillText(text, x, y + 0.5);
  }

  /** Draws a plate below `y`, centred at `x`. */
  plate(pen: CanvasContext, label: PlateLabel) {
    const image = this.imageOf(label);
    const ratio = window.devicePixelRatio;
    const [width, height] = [image.width / ratio, image.height / ratio];
    const box = { x: label.x - width / 2, y: label.y, width, height };
    if (this.taken.some((other) => boxesOverlap(box, other))) return;
    this.taken.push(box);
    pen.drawImage(image, box.x, box.y, width, height);
  }

  private imageOf(label: PlateLabel): HTMLCanvasElement {
    const known = this.written.get(label.text);
    if (known) return known;
    const image = renderPlate(label);
    const [oldest] = this.written.keys();
    if (this.written.size >= CACHED_PLATES_MAX && oldest !== undefined) this.written.delete(oldest);
    this.written.set(label.text, image);
    return image;
  }
}

function renderPlate({ text, color, halo }: PlateLabel): HTMLCanvasElement {
  const image = document.createElement("canvas");
  const pen = image.getContext("2d") as CanvasContext;
  const font = `400 ${PLATE_FONT_PIXELS}px ${CANVAS_FONT_FAMILY}`;
  pen.font = font;
  const ratio = window.devicePixelRatio;
  image.width = Math.ceil((pen.measureText(text).width + 2 * HALO_WIDTH + 2) * ratio);
  image.height = Math.ceil((PLATE_FONT_PIXELS * 1.3 + 2 * HALO_WIDTH) * ratio);
  // Resizing a canvas resets its drawing state.
  pen.scale(ratio, ratio);
  pen.font = font;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 2 * HALO_WIDTH;
  pen.strokeStyle = halo;
  const [x, y] = [image.width / ratio / 2, image.height / ratio / 2];
  pen.strokeText(text, x, y);
  pen.fillStyle = color;
  pen.fillText(text, x, y);
  return image;
}

interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const boxesOverlap = (one: LabelBox, other: LabelBox) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
