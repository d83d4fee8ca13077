import type { Places, Point } from "./places";

const BOX_HEIGHT = 36;
const SIDES = ["left", "right", "top", "bottom"] as const;
type Side = (typeof SIDES)[number];

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Box of a state, or frame of an area. */
export function rectangleOf({ states, areas }: Pick<Places, "states" | "areas">, name: string): Rectangle {
  const state = states[name];
  if (state !== undefined) {
    const { at, width } = state;
    const height = name === "-" ? width : BOX_HEIGHT;
    return { x: at[0] - width / 2, y: at[1] - height / 2, width, height };
  }
  const area = areas[name];
  if (area === undefined) throw new Error(`The picture has no place for ${name}.`);
  const [x, y, width, height] = area.box;
  return { x, y, width, height };
}

/** Corners of a line in the notation of `state-places.ts`, and whether it ends at a box, with an arrow. */
export function readLine(places: Pick<Places, "states" | "areas">, text: string) {
  const [first = "", ...rest] = text.split(" > ");
  const last = rest.pop();
  if (last === undefined) throw new Error(`The line "${text}" leads nowhere.`);
  const start = endOf(places, first);
  const end = endOf(places, last);
  const corners: Point[] = [start.at];
  let [x, y] = start.at;
  let isVertical = start.isVertical ?? false;
  for (const step of rest) {
    if (isVertical) y = Number(step);
    else x = Number(step);
    corners.push([x, y]);
    isVertical = !isVertical;
  }
  const target = end.at;
  const corner: Point = isVertical ? [x, target[1]] : [target[0], y];
  if (!isSame(corner, corners.at(-1)) && !isSame(corner, target)) corners.push(corner);
  corners.push(target);
  return { corners, isArrow: end.isVertical !== undefined && !last.startsWith("at ") };
}

const isSame = (one: Point, other: Point | undefined) => one[0] === other?.[0] && one[1] === other[1];

interface End {
  readonly at: Point;
  readonly isVertical: boolean | undefined;
}

function endOf(places: Pick<Places, "states" | "areas">, text: string): End {
  const meeting = /^at (\d+) (\d+)(?: (down|right))?$/.exec(text);
  if (meeting !== null) {
    const [, x, y, direction] = meeting;
    return { at: [Number(x), Number(y)], isVertical: direction === "down" };
  }
  const [, name = "", side, where] = /^(.+?) (left|right|top|bottom)(?: (\d+))?$/.exec(text) ?? [];
  const { x, y, width, height } = rectangleOf(places, name);
  const isVertical = side === "top" || side === "bottom";
  const along = where === undefined ? (isVertical ? x + width / 2 : y + height / 2) : Number(where);
  const fixed = { left: x, right: x + width, top: y, bottom: y + height }[side as Side];
  return { at: isVertical ? [along, fixed] : [fixed, along], isVertical };
}

/** SVG path with right angles and small rounded corners. */
export function pathOf(corners: readonly Point[]): string {
  const ROUND = 4;
  return corners
    .map((corner, index) => {
      const before = corners[index - 1];
      const after = corners[index + 1];
      if (before === undefined) return `M${corner.join(" ")}`;
      if (after === undefined) return `L${corner.join(" ")}`;
      const round = Math.min(ROUND, distance(before, corner) / 2, distance(corner, after) / 2);
      const from = towards(corner, before, round);
      const to = towards(corner, after, round);
      return `L${from.join(" ")}Q${corner.join(" ")} ${to.join(" ")}`;
    })
    .join("");
}

const distance = (one: Point, other: Point) => Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]);
const towards = (from: Point, to: Point, by: number): Point => [
  from[0] + Math.sign(to[0] - from[0]) * by,
  from[1] + Math.sign(to[1] - from[1]) * by,
];
