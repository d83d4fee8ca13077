import { glyphDrawing, type GlyphShape } from "@leitstand/ui/glyph";
import type { Map as MapLibreMap } from "maplibre-gl";
import { Children, Fragment, isValidElement, type ReactNode } from "react";
import { alarmLook, allLooks } from "#shared/state-look.ts";
import type { Tokens } from "./map-tokens.ts";
import { iconName } from "./vehicle-features.ts";

type Pen = CanvasRenderingContext2D;

/** Sharp on dense screens too, and cheap to scale down on others. */
const PIXEL_RATIO = 3;
const BOX = 32;
const MIDDLE = BOX / 2;
const GLYPH_BOX = 16;

/** Draws all images of the map in the present colours; called again, it replaces them in place. */
export function drawIcons(map: MapLibreMap, tokens: Tokens) {
  for (const [name, draw] of iconsOf(tokens)) {
    const image = painted(draw);
    if (map.hasImage(name)) map.updateImage(name, image);
    else map.addImage(name, image, { pixelRatio: PIXEL_RATIO });
  }
}

function painted(draw: (pen: Pen) => void): ImageData {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = BOX * PIXEL_RATIO;
  const pen = canvas.getContext("2d") as Pen;
  pen.scale(PIXEL_RATIO, PIXEL_RATIO);
  draw(pen);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

/** What a tour without a case does, as a shape in a quiet ring. */
const idleShapes = { free: "dot", paused: "pause", refusing: "minus", off_duty: undefined } as const;

function iconsOf(tokens: Tokens): [name: string, draw: (pen: Pen) => void][] {
  const colorOf = (color: string) => tokens(color.replace(/^var\(--(.+)\)$/, "$1"));
  const surface = tokens("surface");
  const both = (name: string, draw: (pen: Pen, isHollow: boolean) => void): [string, (pen: Pen) => void][] =>
    [false, true].map((isHollow) => [iconName(name, isHollow), (pen) => draw(pen, isHollow)]);
  return [
    ...allLooks.flatMap(({ word, shape, color }) =>
      both(word, (pen, isHollow) => disc(pen, { shape, color: colorOf(color), surface, isHollow })),
    ),
    ...Object.entries(idleShapes).flatMap(([name, shape]) =>
      both(name, (pen) => disc(pen, { shape, color: tokens("tx-2"), surface, isHollow: true })),
    ),
    ...both("parked", (pen, isHollow) => square(pen, { color: tokens("tx-3"), surface, isHollow })),
    ["case-open", (pen) => ring(pen, tokens("state-open"), surface)],
    [
      "case-late",
      (pen) => {
        ring(pen, tokens("state-alarm"), surface);
        glyph(pen, { shape: alarmLook.shape, size: 9, ink: tokens("state-alarm"), paper: surface });
      },
    ],
    ["badge", (pen) => badge(pen, tokens("state-alarm"), surface)],
    ["heading", (pen) => pointer(pen, tokens("tx-2"), surface)],
    ["way-end", (pen) => glyph(pen, { shape: "pin", size: 22, ink: tokens("brand"), paper: surface })],
  ];
}

interface Disc {
  readonly shape: GlyphShape | undefined;
  readonly color: string;
  readonly surface: string;
  readonly isHollow: boolean;
}

/** A dot in the colour of the state with its shape in it, set off from whatever lies below. */
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
  glyph(pen, { shape: alarmLook.shape, size: 11, ink: color, paper: surface });
}

/** A tip on the rim of a dot, pointing north; the layer turns it. */
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

/** The very shape that stands beside the word elsewhere, drawn from its markup into the middle of the box. */
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
