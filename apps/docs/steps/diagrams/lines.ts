import type { DiagramLayout, DiagramPoint } from "./diagram-layout";

const BOX_HEIGHT = 36;
const BOX_SIDES = ["left", "right", "top", "bottom"] as const;
type BoxSide = (typeof BOX_SIDES)[number];

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Box of a state, or frame of an area. */
export function rectangleOfState({ states, areas }: Pick<DiagramLayout, "states" | "areas">, name: string): Rectangle {
  const state = states[name];
  if (state !== undefined) {
    const { at, width } = state;
    const height = name === "-" ? width : BOX_HEIGHT;
    return { x: at[0] - width / 2, y: at[1] - height / 2, width, height };
  }
  const area = areas[name];
  if (area === undefined) throw new Error(`The diagram has no place for ${name}.`);
  const [x, y, width, height] = area.box;
  return { x, y, width, height };
}

/** Corners of a line in the notation of `DiagramTransition`, and whether it ends at a box, with an arrow. */
export function parseDiagramLine(layout: Pick<DiagramLayout, "states" | "areas">, text: string) {
  const [first = "", ...rest] = text.split(" > ");
  const last = rest.pop();
  if (last === undefined) throw new Error(`The line "${text}" leads nowhere.`);
  const start = lineEndOf(layout, first);
  const end = lineEndOf(layout, last);
  const corners: DiagramPoint[] = [start.at];
  let [x, y] = start.at;
  let isVertical = start.isVertical ?? false;
  for (const step of rest) {
    if (isVertical) y = Number(step);
    else x = Number(step);
    corners.push([x, y]);
    isVertical = !isVertical;
  }
  const target = end.at;
  const corner: DiagramPoint = isVertical ? [x, target[1]] : [target[0], y];
  if (!isSamePoint(corner, corners.at(-1)) && !isSamePoint(corner, target)) corners.push(corner);
  corners.push(target);
  return { corners, isArrow: end.isVertical !== undefined && !last.startsWith("at ") };
}

const isSamePoint = (one: DiagramPoint, other: DiagramPoint | undefined) =>
  one[0] === other?.[0] && one[1] === other[1];

interface LineEnd {
  readonly at: DiagramPoint;
  readonly isVertical: boolean | undefined;
}

function lineEndOf(layout: Pick<DiagramLayout, "states" | "areas">, text: string): LineEnd {
  const meeting = /^at (\d+) (\d+)(?: (down|right))?$/.exec(text);
  if (meeting !== null) {
    const [, x, y, direction] = meeting;
    return { at: [Number(x), Number(y)], isVertical: direction === "down" };
  }
  const [, name = "", side, where] = /^(.+?) (left|right|top|bottom)(?: (\d+))?$/.exec(text) ?? [];
  const { x, y, width, height } = rectangleOfState(layout, name);
  const isVertical = side === "top" || side === "bottom";
  const along = where === undefined ? (isVertical ? x + width / 2 : y + height / 2) : Number(where);
  const fixed = { left: x, right: x + width, top: y, bottom: y + height }[side as BoxSide];
  return { at: isVertical ? [along, fixed] : [fixed, along], isVertical };
}

/** SVG path with right angles and small rounded corners. */
export function roundedPath(corners: readonly DiagramPoint[]): string {
  const ROUND = 4;
  return corners
    .map((corner, index) => {
      const before = corners[index - 1];
      const after = corners[index + 1];
      if (before === undefined) return `M${corner.join(" ")}`;
      if (after === undefined) return `L${corner.join(" ")}`;
      const round = Math.min(ROUND, distanceBetween(before, corner) / 2, distanceBetween(corner, after) / 2);
      const from = pointTowards(corner, before, round);
      const to = pointTowards(corner, after, round);
      return `L${from.join(" ")}Q${corner.join(" ")} ${to.join(" ")}`;
    })
    .join("");
}

const distanceBetween = (one: DiagramPoint, other: DiagramPoint) =>
  Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]);
const pointTowards = (from: DiagramPoint, to: DiagramPoint, by: number): DiagramPoint => [
  from[0] + Math.sign(to[0] - from[0]) * by,
  from[1] + Math.sign(to[1] - from[1]) * by,
];
