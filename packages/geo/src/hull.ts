/** Coordinates of points in a plane, by their number. */
interface PlanePoints {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
}

/**
 * The points of the least convex ring around all of them, counter-clockwise, without the first one again at the end; of a
 * line its two ends. Andrew's monotone chain (1979): the lower side from west to east, then the upper one back.
 */
export function convexHullIndicesOf({ xs, ys }: PlanePoints): number[] {
  const x = (point: number) => xs[point] as number;
  const y = (point: number) => ys[point] as number;
  const order = Uint32Array.from(xs, (_, point) => point).sort((a, b) => x(a) - x(b) || y(a) - y(b));
  const turn = (a: number, b: number, c: number) => (x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a));
  const half = (points: Iterable<number>) => {
    const chain: number[] = [];
    for (const point of points) {
      while (chain.length > 1 && turn(chain.at(-2) as number, chain.at(-1) as number, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(order), ...half(order.toReversed())];
}
