import { glyphMarkupOf, type GlyphShape } from "@leitstand/ui/glyph";
import { Children, Fragment, isValidElement, type ReactNode } from "react";
import { alarmStyle, allStateStyles, type StateStyle, type StateWord } from "@leitstand/app/state-style";
import type { ColorTokenReader } from "../map-tokens.ts";

type CanvasContext = CanvasRenderingContext2D;

/** Pixel ratio of icons: sharp on dense screens, and cheap to scale down on others. */
const PIXEL_RATIO = 3;
const ICON_BOX = 32;
const ICON_MIDDLE = ICON_BOX / 2;
const GLYPH_BOX_SIZE = 16;

/** Side of an icon's square in pixels; most of it stays empty. */
export const MAP_ICON_SIZE_PIXELS = ICON_BOX;

/** Names of icons by the thing that they mark; a vehicle without a recent position has the hollow variant. */
export type MapIconName =
  | VehicleIconName
  | `${VehicleIconName}-hollow`
  | "case-open"
  | "case-late"
  | "badge"
  | "heading"
  | "way-end";
export type VehicleIconName = StateWord | keyof typeof idleShapes | "parked";

/** Draws an icon in the present colours. */
export function drawMapIcon(name: MapIconName, tokens: ColorTokenReader): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = ICON_BOX * PIXEL_RATIO;
  const pen = canvas.getContext("2d") as CanvasContext;
  pen.scale(PIXEL_RATIO, PIXEL_RATIO);
  otherIcons[name]?.(pen, tokens);
  if (otherIcons[name]) return canvas;
  const icon = name.replace(/-hollow$/, "") as VehicleIconName;
  drawVehicleIcon(pen, icon, { tokens, isHollow: icon !== name });
  return canvas;
}

/** Shapes of the icons of tours without a case, by the sub-state of the tour. */
const idleShapes = { free: "dot", paused: "pause", refusing: "minus", off_duty: undefined } as const;

/** Icons that mark no vehicle. */
const otherIcons: Readonly<Record<string, (pen: CanvasContext, tokens: ColorTokenReader) => void>> = {
  "case-open": (pen, tokens) => drawRing(pen, tokens("state-open"), tokens("surface")),
  "case-late": (pen, tokens) => {
    drawRing(pen, tokens("state-alarm"), tokens("surface"));
    drawGlyph(pen, { shape: alarmStyle.shape, size: 9, ink: tokens("state-alarm"), paper: tokens("surface") });
  },
  badge: (pen, tokens) => drawAlarmBadge(pen, tokens("state-alarm"), tokens("surface")),
  heading: (pen, tokens) => drawHeadingTip(pen, tokens("tx-2"), tokens("surface")),
  "way-end": (pen, tokens) =>
    drawGlyph(pen, { shape: "pin", size: 22, ink: tokens("brand"), paper: tokens("surface") }),
};

const stateStylesByWord = new Map<string, StateStyle>(allStateStyles.map((look) => [look.word, look]));

function drawVehicleIcon(
  pen: CanvasContext,
  icon: VehicleIconName,
  { tokens, isHollow }: { tokens: ColorTokenReader; isHollow: boolean },
) {
  const surface = tokens("surface");
  const look = stateStylesByWord.get(icon);
  if (icon === "parked") drawSquare(pen, { color: tokens("tx-3"), surface, isHollow });
  else if (look)
    drawDisc(pen, { shape: look.shape, color: tokens(look.color.replace(/^var\(--(.+)\)$/, "$1")), surface, isHollow });
  else
    drawDisc(pen, {
      shape: idleShapes[icon as keyof typeof idleShapes],
      color: tokens("tx-2"),
      surface,
      isHollow: true,
    });
}

interface DiscStyle {
  readonly shape: GlyphShape | undefined;
  readonly color: string;
  readonly surface: string;
  readonly isHollow: boolean;
}

/** Draws a dot in the colour of the state with the state's shape in it, and a rim that sets it off from the map. */
function drawDisc(pen: CanvasContext, { shape, color, surface, isHollow }: DiscStyle) {
  drawCircle(pen, 10.5, surface);
  drawCircle(pen, 8.5, color);
  if (isHollow) drawCircle(pen, 6.8, surface);
  if (shape)
    drawGlyph(pen, {
      shape,
      size: isHollow ? 9 : 11,
      ink: isHollow ? color : surface,
      paper: isHollow ? surface : color,
    });
}

function drawSquare(pen: CanvasContext, { color, surface, isHollow }: Omit<DiscStyle, "shape">) {
  const box = (half: number, fill: string) => {
    pen.beginPath();
    pen.roundRect(ICON_MIDDLE - half, ICON_MIDDLE - half, 2 * half, 2 * half, 2.5);
    pen.fillStyle = fill;
    pen.fill();
  };
  box(7, surface);
  box(5, color);
  if (isHollow) box(3.4, surface);
}

function drawRing(pen: CanvasContext, color: string, surface: string) {
  pen.globalAlpha = 0.85;
  drawCircle(pen, 10, surface);
  pen.globalAlpha = 1;
  pen.beginPath();
  pen.arc(ICON_MIDDLE, ICON_MIDDLE, 7.5, 0, 2 * Math.PI);
  pen.lineWidth = 2.5;
  pen.strokeStyle = color;
  pen.stroke();
}

function drawAlarmBadge(pen: CanvasContext, color: string, surface: string) {
  pen.translate(6, -6);
  drawCircle(pen, 6.8, surface);
  drawGlyph(pen, { shape: alarmStyle.shape, size: 11, ink: color, paper: surface });
}

/** Draws a tip on the rim of a dot, pointing north; the caller rotates it. */
function drawHeadingTip(pen: CanvasContext, color: string, surface: string) {
  const tip = new Path2D(`M${ICON_MIDDLE} 0.8 l5 6.6 h-10 z`);
  pen.lineJoin = "round";
  pen.lineWidth = 2;
  pen.strokeStyle = surface;
  pen.stroke(tip);
  pen.fillStyle = color;
  pen.fill(tip);
}

function drawCircle(pen: CanvasContext, radius: number, fill: string) {
  pen.beginPath();
  pen.arc(ICON_MIDDLE, ICON_MIDDLE, radius, 0, 2 * Math.PI);
  pen.fillStyle = fill;
  pen.fill();
}

interface GlyphStyle {
  readonly shape: GlyphShape;
  readonly size: number;
  readonly ink: string;
  readonly paper: string;
}

/** Draws the same shape as beside the state's word elsewhere, from its markup into the middle of the box. */
function drawGlyph(pen: CanvasContext, { shape, size, ink, paper }: GlyphStyle) {
  pen.save();
  pen.translate(ICON_MIDDLE - size / 2, ICON_MIDDLE - size / 2);
  pen.scale(size / GLYPH_BOX_SIZE, size / GLYPH_BOX_SIZE);
  pen.lineCap = pen.lineJoin = "round";
  drawMarkup(pen, glyphMarkupOf(shape), (color) => (color === "currentColor" ? ink : paper));
  pen.restore();
}

interface SvgMarkup {
  readonly d?: string;
  readonly cx?: string;
  readonly cy?: string;
  readonly r?: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: string;
  readonly strokeDasharray?: string;
  readonly children?: ReactNode;
}

function drawMarkup(pen: CanvasContext, node: ReactNode, colorOf: (color: string) => string) {
  if (!isValidElement<SvgMarkup>(node)) return;
  const { props } = node;
  if (node.type === Fragment) return Children.forEach(props.children, (child) => drawMarkup(pen, child, colorOf));
  const path = new Path2D(props.d ?? "");
  if (node.type === "circle") path.arc(Number(props.cx), Number(props.cy), Number(props.r), 0, 2 * Math.PI);
  if (props.fill !== undefined && props.fill !== "none") {
    pen.fillStyle = colorOf(props.fill);
    pen.fill(path, "nonzero");
  }
  if (props.stroke === undefined) return;
  pen.strokeStyle = colorOf(props.stroke);
  pen.lineWidth = Number(props.strokeWidth);
  pen.setLineDash((props.strokeDasharray ?? "").split(" ").filter(Boolean).map(Number));
  pen.stroke(path);
}
