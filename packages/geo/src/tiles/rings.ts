import Flatbush from "flatbush";

/** A closed line: the nodes that it runs through, the first one not named again. */
export type NodeRing = readonly number[];
/** Coordinates of nodes in any plane, by their number. */
export interface PlaneCoordinates {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

/**
 * Joins lines end to end until they close. Rings that touch in a node stay apart; lines that do not close are left out.
 */
export function joinLinesIntoRings(lines: readonly (readonly number[])[]): NodeRing[] {
  const openAt = new Map<number, Set<number>>();
  const open = new Set<number>();
  const take = (index: number): readonly number[] => {
    const line = lines[index] as readonly number[];
    for (const end of endNodesOf(line)) openAt.get(end)?.delete(index);
    open.delete(index);
    return line;
  };
  const rings: NodeRing[] = [];
  for (const [index, line] of lines.entries()) {
    const [first, last] = endNodesOf(line);
    if (first === last) rings.push(line.slice(1));
    if (first === last) continue;
    open.add(index);
    for (const end of [first, last]) openAt.set(end, (openAt.get(end) ?? new Set()).add(index));
  }
  for (const start of open) {
    const path = new JoinedPath(endNodesOf(lines[start] as readonly number[])[0]);
    for (let next: number | undefined = start; next !== undefined; [next] = openAt.get(path.end) ?? []) {
      const ring = path.append(take(next));
      if (ring) rings.push(ring);
    }
  }
  return rings.filter((ring) => ring.length >= 3);
}

const endNodesOf = (line: readonly number[]) => [line[0] as number, line.at(-1) as number] as const;

/** Lines one behind the other, which come back to where two of them were joined as soon as a ring is closed. */
class JoinedPath {
  private readonly nodes: number[];
  private readonly joints: number[];
  /** Position in `nodes` of each joint. */
  private readonly standsAt: Map<number, number>;

  constructor(start: number) {
    this.nodes = [start];
    this.joints = [start];
    this.standsAt = new Map([[start, 0]]);
  }

  get end(): number {
    return this.nodes.at(-1) as number;
  }

  /** Appends a line and returns the ring that it closes, if it does; the path then ends where that began. */
  append(line: readonly number[]): NodeRing | undefined {
    const onwards = line[0] === this.end ? line : line.toReversed();
    for (let index = 1; index < onwards.length; index++) this.nodes.push(onwards[index] as number);
    const { end } = this;
    const from = this.standsAt.get(end);
    if (from === undefined) {
      this.joints.push(end);
      this.standsAt.set(end, this.nodes.length - 1);
      return undefined;
    }
    while (this.joints.at(-1) !== end) this.standsAt.delete(this.joints.pop() as number);
    return this.nodes.splice(from + 1);
  }
}

interface MeasuredRing {
  readonly ring: NodeRing;
  readonly area: number;
  /** Rings that it lies in, the smallest first. */
  readonly around: MeasuredRing[];
}

/**
 * Sorts rings into polygons: each an outline and the holes in it. Their positions decide; the roles that mappers gave
 * are often wrong. Islands in lakes are polygons of their own.
 */
export function groupRingsIntoPolygons(rings: readonly NodeRing[], plane: PlaneCoordinates): NodeRing[][] {
  if (rings.length < 2) return rings.map((ring) => [ring]);
  const measured = rings.map((ring): MeasuredRing => ({ ring, area: ringArea(ring, plane), around: [] }));
  const boxes = new Flatbush(rings.length);
  for (const ring of rings) boxes.add(...ringBox(ring, plane));
  boxes.finish();
  for (const inner of measured) {
    const [x, y] = pointOnEdge(inner.ring, plane);
    const around = boxes
      .search(x, y, x, y)
      .map((index) => measured[index] as MeasuredRing)
      .filter((outer) => outer.area > inner.area && ringContains(outer.ring, [x, y], plane));
    inner.around.push(...around.toSorted((one, other) => one.area - other.area));
  }
  const isHole = ({ around }: MeasuredRing) => around.length % 2 === 1;
  const polygons = new Map(measured.filter((ring) => !isHole(ring)).map((outline) => [outline, [outline.ring]]));
  for (const hole of measured.filter(isHole)) {
    const outline = hole.around.find((outer) => !isHole(outer));
    if (outline) polygons.get(outline)?.push(hole.ring);
  }
  return [...polygons.values()];
}

/** Area of a ring without its sign, in the units of the plane. */
export function ringArea(ring: NodeRing, { xs, ys }: PlaneCoordinates): number {
  let twice = 0;
  let last = ring.at(-1) as number;
  for (const node of ring) {
    twice += (xs[last] as number) * (ys[node] as number) - (xs[node] as number) * (ys[last] as number);
    last = node;
  }
  return Math.abs(twice) / 2;
}

function ringBox(
  ring: NodeRing,
  { xs, ys }: PlaneCoordinates,
): [minX: number, minY: number, maxX: number, maxY: number] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const node of ring) {
    minX = Math.min(minX, xs[node] as number);
    minY = Math.min(minY, ys[node] as number);
    maxX = Math.max(maxX, xs[node] as number);
    maxY = Math.max(maxY, ys[node] as number);
  }
  return [minX, minY, maxX, maxY];
}

/** Middle of an edge of the ring: rings may share a node, but no edge. */
function pointOnEdge(ring: NodeRing, { xs, ys }: PlaneCoordinates): readonly [x: number, y: number] {
  const [first, second] = ring as readonly [number, number];
  return [((xs[first] as number) + (xs[second] as number)) / 2, ((ys[first] as number) + (ys[second] as number)) / 2];
}

/** Whether a ring contains a point, by how often a ray to the east crosses the ring. */
function ringContains(ring: NodeRing, [x, y]: readonly [x: number, y: number], { xs, ys }: PlaneCoordinates): boolean {
  let isInside = false;
  let last = ring.at(-1) as number;
  for (const node of ring) {
    const [fromX, fromY, toX, toY] = [xs[last], ys[last], xs[node], ys[node]] as [number, number, number, number];
    if (toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) isInside = !isInside;
    last = node;
  }
  return isInside;
}
