/** Extent below which a drawing is a touch of the pad, and no signature; the pad is 320 by 140. */
const SIGNATURE_EXTENT_MIN = 8;

/** Whether a path of the signature pad shows something: a touch leaves a path that draws nothing, or a dot. */
export function isSignature(path: string): boolean {
  const points = [...path.matchAll(/[ML](-?\d+) (-?\d+)/g)];
  const extentOf = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const extents = [1, 2].map((axis) => extentOf(points.map((point) => Number(point[axis]))));
  return points.length > 0 && Math.max(...extents) >= SIGNATURE_EXTENT_MIN;
}
