/**
 * Drawing in the language of SVG paths, with absolute coordinates, so that its size is known and it can be drawn in any
 * scale.
 */

type Point = readonly [x: number, y: number];
type Segment =
  | { readonly kind: "move" | "line"; readonly to: Point }
  | { readonly kind: "curve"; readonly first: Point; readonly second: Point; readonly to: Point }
  | { readonly kind: "close" };
export interface Drawing {
  readonly segments: readonly Segment[];
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const TOKEN = /([MmLlHhVvCcSsQqTtAaZz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?)|[\s,]+/y;
const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
/** Most segments of a signature; minutes of signing by hand do not draw more. */
const SEGMENTS_MAX = 20_000;
const COORDINATE_MAX = 1_000_000;

interface Pen {
  at: Point;
  start: Point;
  /** Last control point of a curve, which a smooth curve mirrors. */
  control: Point | undefined;
  readonly segments: Segment[];
}

/**
 * Reads a drawing.
 * @returns undefined for what is no path, or has nothing to draw
 */
export function readDrawing(path: string): Drawing | undefined {
  const commands = readCommands(path);
  if (!commands) return undefined;
  const pen: Pen = { at: [0, 0], start: [0, 0], control: undefined, segments: [] };
  for (const command of commands) {
    draw(pen, command);
    if (pen.segments.length > SEGMENTS_MAX) return undefined;
  }
  return measured(pen.segments);
}

interface Command {
  readonly letter: string;
  readonly values: readonly number[];
}

function readCommands(path: string): Command[] | undefined {
  const commands: Command[] = [];
  let letter: string | undefined;
  let values: number[] = [];
  const end = () => {
    if (letter === undefined) return values.length === 0;
    const wanted = ARGUMENTS[letter.toUpperCase()] as number;
    if (wanted === 0 ? values.length > 0 : values.length === 0 || values.length % wanted !== 0) return false;
    if (wanted === 0) commands.push({ letter, values });
    for (let at = 0; at < values.length; at += wanted) {
      commands.push({ letter: at > 0 ? afterFirst(letter) : letter, values: values.slice(at, at + wanted) });
    }
    return true;
  };
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < path.length) {
    const token = TOKEN.exec(path);
    if (!token) return undefined;
    if (token[1] !== undefined) {
      if (!end()) return undefined;
      [letter, values] = [token[1], []];
    } else if (token[2] !== undefined) {
      const value = Number(token[2]);
      if (!Number.isFinite(value) || Math.abs(value) > COORDINATE_MAX) return undefined;
      values.push(value);
    }
  }
  return end() && commands[0]?.letter.toUpperCase() === "M" ? commands : undefined;
}

/** Command for further pairs behind a move, which are lines. */
const afterFirst = (letter: string) => (letter === "M" ? "L" : letter === "m" ? "l" : letter);

function draw(pen: Pen, { letter, values }: Command) {
  const [x0, y0] = letter === letter.toLowerCase() ? pen.at : [0, 0];
  const pair = (at: number): Point => [x0 + (values[at] ?? 0), y0 + (values[at + 1] ?? 0)];
  switch (letter.toUpperCase()) {
    case "M":
      pen.start = pair(0);
      return move(pen, { kind: "move", to: pen.start });
    case "L":
      return move(pen, { kind: "line", to: pair(0) });
    case "H":
      return move(pen, { kind: "line", to: [x0 + (values[0] ?? 0), pen.at[1]] });
    case "V":
      return move(pen, { kind: "line", to: [pen.at[0], y0 + (values[0] ?? 0)] });
    case "C":
      return curve(pen, [pair(0), pair(2), pair(4)]);
    case "S":
      return curve(pen, [mirrored(pen), pair(0), pair(2)]);
    case "Q":
      return quadratic(pen, pair(0), pair(2));
    case "T":
      return quadratic(pen, mirrored(pen), pair(0));
    case "A":
      // Signatures by hand have no arcs; the straight line is close enough.
      return move(pen, { kind: "line", to: pair(5) });
    default:
      pen.at = pen.start;
      pen.control = undefined;
      pen.segments.push({ kind: "close" });
  }
}

function move(pen: Pen, segment: Extract<Segment, { readonly kind: "move" | "line" }>) {
  pen.at = segment.to;
  pen.control = undefined;
  pen.segments.push(segment);
}

function curve(pen: Pen, [first, second, to]: readonly [Point, Point, Point]) {
  pen.segments.push({ kind: "curve", first, second, to });
  [pen.at, pen.control] = [to, second];
}

function quadratic(pen: Pen, control: Point, to: Point) {
  const towards = ([x, y]: Point): Point => [x + (2 / 3) * (control[0] - x), y + (2 / 3) * (control[1] - y)];
  curve(pen, [towards(pen.at), towards(to), to]);
  pen.control = control;
}

const mirrored = ({ at, control }: Pen): Point => (control ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at);

function measured(segments: readonly Segment[]): Drawing | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const segment of segments)
    for (const [x, y] of pointsOf(segment)) {
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
    }
  if (segments.every(({ kind }) => kind === "move" || kind === "close") || (right === left && bottom === top))
    return undefined;
  return { segments, left, top, width: right - left, height: bottom - top };
}

function pointsOf(segment: Segment): readonly Point[] {
  if (segment.kind === "close") return [];
  return segment.kind === "curve" ? [segment.first, segment.second, segment.to] : [segment.to];
}
