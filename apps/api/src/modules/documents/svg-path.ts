/**
 * Drawing in the language of SVG paths, with absolute coordinates, so that its size is known and it can be drawn in any
 * scale.
 */

type SvgPoint = readonly [x: number, y: number];
type SvgPathSegment =
  | { readonly kind: "move" | "line"; readonly to: SvgPoint }
  | { readonly kind: "curve"; readonly first: SvgPoint; readonly second: SvgPoint; readonly to: SvgPoint }
  | { readonly kind: "close" };
export interface SvgPathDrawing {
  readonly segments: readonly SvgPathSegment[];
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const SVG_PATH_TOKEN = /([MmLlHhVvCcSsQqTtAaZz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?)|[\s,]+/y;
const ARGUMENT_COUNTS: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
};
/** Maximum number of segments of a signature; minutes of signing by hand do not draw more. */
const PATH_SEGMENTS_MAX = 20_000;
const PATH_COORDINATE_MAX = 1_000_000;

interface PathPen {
  at: SvgPoint;
  start: SvgPoint;
  /** Last control point of a curve, which a smooth curve mirrors. */
  control: SvgPoint | undefined;
  readonly segments: SvgPathSegment[];
}

/**
 * Reads a drawing.
 * @returns undefined for what is no path, or has nothing to draw
 */
export function parseSvgPath(path: string): SvgPathDrawing | undefined {
  const commands = parsePathCommands(path);
  if (!commands) return undefined;
  const pen: PathPen = { at: [0, 0], start: [0, 0], control: undefined, segments: [] };
  for (const command of commands) {
    drawCommand(pen, command);
    if (pen.segments.length > PATH_SEGMENTS_MAX) return undefined;
  }
  return measureDrawing(pen.segments);
}

interface SvgPathCommand {
  readonly letter: string;
  readonly values: readonly number[];
}

function parsePathCommands(path: string): SvgPathCommand[] | undefined {
  const commands: SvgPathCommand[] = [];
  let letter: string | undefined;
  let values: number[] = [];
  const end = () => {
    if (letter === undefined) return values.length === 0;
    const wanted = ARGUMENT_COUNTS[letter.toUpperCase()] as number;
    if (wanted === 0 ? values.length > 0 : values.length === 0 || values.length % wanted !== 0) return false;
    if (wanted === 0) commands.push({ letter, values });
    for (let at = 0; at < values.length; at += wanted) {
      commands.push({ letter: at > 0 ? repeatedCommandLetter(letter) : letter, values: values.slice(at, at + wanted) });
    }
    return true;
  };
  SVG_PATH_TOKEN.lastIndex = 0;
  while (SVG_PATH_TOKEN.lastIndex < path.length) {
    const token = SVG_PATH_TOKEN.exec(path);
    if (!token) return undefined;
    if (token[1] !== undefined) {
      if (!end()) return undefined;
      [letter, values] = [token[1], []];
    } else if (token[2] !== undefined) {
      const value = Number(token[2]);
      if (!Number.isFinite(value) || Math.abs(value) > PATH_COORDINATE_MAX) return undefined;
      values.push(value);
    }
  }
  return end() && commands[0]?.letter.toUpperCase() === "M" ? commands : undefined;
}

/** Command for further pairs behind a move, which are lines. */
const repeatedCommandLetter = (letter: string) => (letter === "M" ? "L" : letter === "m" ? "l" : letter);

function drawCommand(pen: PathPen, { letter, values }: SvgPathCommand) {
  const [x0, y0] = letter === letter.toLowerCase() ? pen.at : [0, 0];
  const pair = (at: number): SvgPoint => [x0 + (values[at] ?? 0), y0 + (values[at + 1] ?? 0)];
  switch (letter.toUpperCase()) {
    case "M":
      pen.start = pair(0);
      return movePen(pen, { kind: "move", to: pen.start });
    case "L":
      return movePen(pen, { kind: "line", to: pair(0) });
    case "H":
      return movePen(pen, { kind: "line", to: [x0 + (values[0] ?? 0), pen.at[1]] });
    case "V":
      return movePen(pen, { kind: "line", to: [pen.at[0], y0 + (values[0] ?? 0)] });
    case "C":
      return addCubicCurve(pen, [pair(0), pair(2), pair(4)]);
    case "S":
      return addCubicCurve(pen, [mirroredControlPoint(pen), pair(0), pair(2)]);
    case "Q":
      return addQuadraticCurve(pen, pair(0), pair(2));
    case "T":
      return addQuadraticCurve(pen, mirroredControlPoint(pen), pair(0));
    case "A":
      // Signatures by hand have no arcs; the straight line is close enough.
      return movePen(pen, { kind: "line", to: pair(5) });
    default:
      pen.at = pen.start;
      pen.control = undefined;
      pen.segments.push({ kind: "close" });
  }
}

function movePen(pen: PathPen, segment: Extract<SvgPathSegment, { readonly kind: "move" | "line" }>) {
  pen.at = segment.to;
  pen.control = undefined;
  pen.segments.push(segment);
}

function addCubicCurve(pen: PathPen, [first, second, to]: readonly [SvgPoint, SvgPoint, SvgPoint]) {
  pen.segments.push({ kind: "curve", first, second, to });
  [pen.at, pen.control] = [to, second];
}

function addQuadraticCurve(pen: PathPen, control: SvgPoint, to: SvgPoint) {
  const towards = ([x, y]: SvgPoint): SvgPoint => [x + (2 / 3) * (control[0] - x), y + (2 / 3) * (control[1] - y)];
  addCubicCurve(pen, [towards(pen.at), towards(to), to]);
  pen.control = control;
}

const mirroredControlPoint = ({ at, control }: PathPen): SvgPoint =>
  control ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at;

function measureDrawing(segments: readonly SvgPathSegment[]): SvgPathDrawing | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const segment of segments)
    for (const [x, y] of segmentPointsOf(segment)) {
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
    }
  if (segments.every(({ kind }) => kind === "move" || kind === "close") || (right === left && bottom === top))
    return undefined;
  return { segments, left, top, width: right - left, height: bottom - top };
}

function segmentPointsOf(segment: SvgPathSegment): readonly SvgPoint[] {
  if (segment.kind === "close") return [];
  return segment.kind === "curve" ? [segment.first, segment.second, segment.to] : [segment.to];
}
