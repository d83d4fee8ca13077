import { MapLabelPainter } from "./label-pen.ts";
import { drawMapIcon, MAP_ICON_SIZE_PIXELS, type MapIconName } from "./map-icons.ts";
import type { ColorTokenReader } from "../map-tokens.ts";

type ScreenPoint = readonly [x: number, y: number];

interface LineStyle {
  readonly color: string;
  readonly width: number;
  readonly dashes?: readonly number[];
}
interface DiscStyle {
  readonly radius: number;
  readonly width: number;
  readonly color: string;
}
interface IconPlacement {
  readonly size: number;
  readonly degrees?: number;
}

/** Draws the shapes of the live map, in CSS pixels and in the page's colours, by token name. */
export class LiveMapPainter {
  readonly labels = new MapLabelPainter();
  private readonly pen: CanvasRenderingContext2D;
  private readonly icons = new Map<MapIconName, HTMLCanvasElement>();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private tokens: ColorTokenReader,
  ) {
    this.pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  }

  recolor(tokens: ColorTokenReader) {
    this.tokens = tokens;
    this.icons.clear();
    this.labels.clear();
  }

  /** Clears the canvas and sets its size. */
  begin({ width, height }: { width: number; height: number }) {
    const { canvas, pen } = this;
    const ratio = window.devicePixelRatio;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.labels.begin();
  }

  line(points: readonly ScreenPoint[], { color, width, dashes = [] }: LineStyle) {
    if (points.length < 2) return;
    const { pen } = this;
    pen.beginPath();
    for (const point of points) pen.lineTo(...point);
    pen.lineCap = pen.lineJoin = "round";
    pen.setLineDash([...dashes]);
    pen.lineWidth = width;
    pen.strokeStyle = this.tokens(color);
    pen.stroke();
    pen.setLineDash([]);
  }

  disc(at: ScreenPoint, { radius, width, color }: DiscStyle) {
    const { pen } = this;
    this.circle(at, radius);
    pen.fillStyle = this.tokens("surface");
    pen.fill();
    pen.lineWidth = width;
    pen.strokeStyle = this.tokens(color);
    pen.stroke();
  }

  /** Draws a ring with a translucent inside. */
  ring(at: ScreenPoint, { radius, width, color }: DiscStyle) {
    const { pen } = this;
    this.circle(at, radius);
    pen.fillStyle = pen.strokeStyle = this.tokens(color);
    this.faded(0.08, () => pen.fill());
    pen.lineWidth = width;
    pen.stroke();
  }

  icon(name: MapIconName, [x, y]: ScreenPoint, { size, degrees = 0 }: IconPlacement) {
    const { pen } = this;
    let icon = this.icons.get(name);
    if (!icon) this.icons.set(name, (icon = drawMapIcon(name, this.tokens)));
    const pixels = MAP_ICON_SIZE_PIXELS * size;
    if (degrees === 0) return pen.drawImage(icon, x - pixels / 2, y - pixels / 2, pixels, pixels);
    pen.save();
    pen.translate(x, y);
    pen.rotate((degrees * Math.PI) / 180);
    pen.drawImage(icon, -pixels / 2, -pixels / 2, pixels, pixels);
    pen.restore();
  }

  count(text: string, [x, y]: ScreenPoint) {
    this.labels.count(this.pen, { text, x, y, color: this.tokens("tx") });
  }

  plate(text: string, [x, y]: ScreenPoint) {
    this.labels.plate(this.pen, { text, x, y, color: this.tokens("tx-2"), halo: this.tokens("land") });
  }

  faded(opacity: number, draw: () => void) {
    this.pen.globalAlpha = opacity;
    draw();
    this.pen.globalAlpha = 1;
  }

  private circle([x, y]: ScreenPoint, radius: number) {
    this.pen.beginPath();
    this.pen.arc(x, y, radius, 0, 2 * Math.PI);
  }
}
