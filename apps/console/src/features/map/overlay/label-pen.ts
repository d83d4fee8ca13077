import { FONT_FAMILY } from "./lettering.ts";

type Pen = CanvasRenderingContext2D;

interface Count {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly color: string;
}
interface Plate extends Count {
  readonly halo: string;
}

const PLATE_PIXELS = 11;
const HALO = 1.4;
/** Most plates kept in the cache; beyond it those that were not drawn for longest are dropped. */
const KEPT_MAX = 600;

/**
 * Draws labels on the map: counts always, plates where they do not cover one another. A plate is rendered once and then
 * copied.
 */
export class LabelPen {
  private readonly written = new Map<string, HTMLCanvasElement>();
  private taken: Box[] = [];

  /** Starts a new picture: forgets the places of earlier labels. */
  begin() {
    this.taken = [];
  }

  /** Drops the rendered plates. */
  clear() {
    this.written.clear();
  }

  count(pen: Pen, { text, x, y, color }: Count) {
    pen.font = `600 12px ${FONT_FAMILY}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = color;
    pen.fillText(text, x, y + 0.5);
  }

  /** Draws a plate below `y`, centred at `x`. */
  plate(pen: Pen, label: Plate) {
    const image = this.imageOf(label);
    const ratio = window.devicePixelRatio;
    const [width, height] = [image.width / ratio, image.height / ratio];
    const box = { x: label.x - width / 2, y: label.y, width, height };
    if (this.taken.some((other) => overlap(box, other))) return;
    this.taken.push(box);
    pen.drawImage(image, box.x, box.y, width, height);
  }

  private imageOf(label: Plate): HTMLCanvasElement {
    const known = this.written.get(label.text);
    if (known) return known;
    const image = write(label);
    const [oldest] = this.written.keys();
    if (this.written.size >= KEPT_MAX && oldest !== undefined) this.written.delete(oldest);
    this.written.set(label.text, image);
    return image;
  }
}

function write({ text, color, halo }: Plate): HTMLCanvasElement {
  const image = document.createElement("canvas");
  const pen = image.getContext("2d") as Pen;
  const font = `400 ${PLATE_PIXELS}px ${FONT_FAMILY}`;
  pen.font = font;
  const ratio = window.devicePixelRatio;
  image.width = Math.ceil((pen.measureText(text).width + 2 * HALO + 2) * ratio);
  image.height = Math.ceil((PLATE_PIXELS * 1.3 + 2 * HALO) * ratio);
  // Resizing a canvas resets its drawing state.
  pen.scale(ratio, ratio);
  pen.font = font;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 2 * HALO;
  pen.strokeStyle = halo;
  const [x, y] = [image.width / ratio / 2, image.height / ratio / 2];
  pen.strokeText(text, x, y);
  pen.fillStyle = color;
  pen.fillText(text, x, y);
  return image;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
