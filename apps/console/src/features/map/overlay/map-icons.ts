import { glyphDrawing, type GlyphShape } from "@leitstand/ui/glyph";
import { Children, Fragment, isValidElement, type ReactNode } from "react";
import { alarmStyle, allStateStyles, type StateStyle, type Word } from "@leitstand/app/state-style";
import type { Tokens } from "../map-tokens.ts";

type Pen = CanvasRenderingContext2D;

/** Pixel ratio of icons: sharp on dense screens, and cheap to scale down on others. */
const PIXEL_RATIO = 3;
const BOX = 32;
const MIDDLE = BOX / 2;
const GLYPH_BOX = 16;

/** Side of an icon's square in pixels; most of it stays empty. */
export const ICON_PIXELS = BOX;

/** Names of icons by what they mark; vehicles without a recent position have the same icon, hollow. */
export type IconName =
  | VehicleIcon
  | `${VehicleIcon}-hollow`
  | "case-open"
  | "case-late"
  | "badge"
  | "heading"
  | "way-end";
export type VehicleIcon = Word | keyof typeof idleShapes | "parked";

/** Draws an icon in the present colours. */
export function drawIcon(name: IconName, tokens: Tokens): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = BOX * PIXEL_RATIO;
  const pen = canvas.getContext("2d") as Pen;
  pen.scale(PIXEL_RATIO, PIXEL_RATIO);
  signs[name]?.(pen, tokens);
  if (signs[name]) return canvas;
  const icon = name.replace(/-hollow$/, "") as VehicleIcon;
  vehicle(pen, icon, { tokens, isHollow: icon !== name });
  return canvas;
}

/** Shapes of tours without a case by what they do, in a quiet ring. */
const idleShapes = { free: "dot", paused: "pause", refusing: "minus", off_duty: undefined } as const;

/** Icons that mark no vehicle. */
const signs: Readonly<Record<string, (pen: Pen, tokens: Tokens) => void>> = {
  "case-open": (pen, tokens) => ring(pen, tokens("state-open"), tokens("surface")),
  "case-late": (pen, tokens) => {
    ring(pen, tokens("state-alarm"), tokens("surface"));
    glyph(pen, { shape: alarmStyle.shape, size: 9, ink: tokens("state-alarm"), paper: tokens("surface") });
  },
  badge: (pen, tokens) => badge(pen, tokens("state-alarm"), tokens("surface")),
  heading: (pen, tokens) => pointer(pen, tokens("tx-2"), tokens("surface")),
  "way-end": (pen, tokens) => glyph(pen, { shape: "pin", size: 22, ink: tokens("brand"), paper: tokens("surface") }),
};

const looks = new Map<string, StateStyle>(allStateStyles.map((look) => [look.word, look]));

function vehicle(pen: Pen, icon: VehicleIcon, { tokens, isHollow }: { tokens: Tokens; isHollow: boolean }) {
  const surface = tokens("surface");
  const look = looks.get(icon);
  if (icon === "parked") square(pen, { color: tokens("tx-3"), surface, isHollow });
  else if (look)
    disc(pen, { shape: look.shape, color: tokens(look.color.replace(/^var\(--(.+)\)$/, "$1")), surface, isHollow });
  else
    disc(pen, { shape: idleShapes[icon as keyof typeof idleShapes], color: tokens("tx-2"), surface, isHollow: true });
}

interface Disc {
  readonly shape: GlyphShape | undefined;
  readonly color: string;
  readonly surface: string;
  readonly isHollow: boolean;
}

/** Draws a dot in the colour of the state with its shape in it, set off from what lies below. */
function disc(pen: Pen, { shape, color, surface, isHollow }: Disc) {
  circle(pen, 10.5, surface);
  circle(pen, 8.5, color);
  if (isHollow) circle(pen, 6.8, surface);
  if (shape)
    glyph(pen, { shape, size: isHollow ? 9 : 11, ink: isHollow ? color : surface, paper: isHollow ? surface : color });
}

function square(pen: Pen, { color, surface, isHollow }: Omit<Disc, "shape">) {
  const box = (half: number, fill: string) => {
    pen.beginPath();
    pen.roundRect(MIDDLE - half, MIDDLE - half, 2 * half, 2 * half, 2.5);
    pen.fillStyle = fill;
    pen.fill();
  };
  box(7, surface);
  box(5, color);
  if (isHollow) box(3.4, surface);
}

function ring(pen: Pen, color: string, surface: string) {
  pen.globalAlpha = 0.85;
  circle(pen, 10, surface);
  pen.globalAlpha = 1;
  pen.beginPath();
  pen.arc(MIDDLE, MIDDLE, 7.5, 0, 2 * Math.PI);
  pen.lineWidth = 2.5;
  pen.strokeStyle = color;
  pen.stroke();
}

function badge(pen: Pen, color: string, surface: string) {
  pen.translate(6, -6);
  circle(pen, 6.8, surface);
  glyph(pen, { shape: alarmStyle.shape, size: 11, ink: color, paper: surface });
}

/** Draws a tip on the rim of a dot, pointing north; the caller rotates it. */
function pointer(pen: Pen, color: string, surface: string) {
  const tip = new Path2D(`M${MIDDLE} 0.8 l5 6.6 h-10 z`);
  pen.lineJoin = "round";
  pen.lineWidth = 2;
  pen.strokeStyle = surface;
  pen.stroke(tip);
  pen.fillStyle = color;
  pen.fill(tip);
}

function circle(pen: Pen, radius: number, fill: string) {
  pen.beginPath();
  pen.arc(MIDDLE, MIDDLE, radius, 0, 2 * Math.PI);
  pen.fillStyle = fill;
  pen.fill();
}

interface Ink {
  readonly shape: GlyphShape;
  readonly size: number;
  readonly ink: string;
  readonly paper: string;
}

/** Draws the same shape as beside the state's word elsewhere, from its markup into the middle of the box. */
function glyph(pen: Pen, { shape, size, ink, paper }: Ink) {
  pen.save();
  pen.translate(MIDDLE - size / 2, MIDDLE - size / 2);
  pen.scale(size / GLYPH_BOX, size / GLYPH_BOX);
  pen.lineCap = pen.lineJoin = "round";
  drawMarkup(pen, glyphDrawing(shape), (color) => (color === "currentColor" ? ink : paper));
  pen.restore();
}

interface Markup {
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

function drawMarkup(pen: Pen, node: ReactNode, colorOf: (color: string) => string) {
  if (!isValidElement<Markup>(node)) return;
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
