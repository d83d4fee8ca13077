import { metersBetween, type Point } from "./distance.ts";

/** Where the vehicle was at one moment, as the server keeps it. */
export interface TrackFix extends Point {
  readonly at: number;
}
/** A place at which the vehicle stood for a while. */
export interface Stay extends Point {
  readonly from: number;
  readonly to: number;
}
/** A way that was driven without a longer silence. */
export type Leg = readonly TrackFix[];

/** Longer silences are breaks, or a closed app: what was driven then is nobody's business, and not drawn. */
const SILENCE_MS = 10 * 60_000;
const STAY_METERS = 120;
const STAY_MS = 4 * 60_000;
/** Standing, receivers wander: shorter moves are none. */
const MOVE_METERS = 30;

export function legsOf(fixes: readonly TrackFix[]): readonly Leg[] {
  const legs: TrackFix[][] = [];
  for (const fix of fixes) {
    const leg = legs.at(-1);
    const last = leg?.at(-1);
    if (leg === undefined || last === undefined || fix.at - last.at > SILENCE_MS) legs.push([fix]);
    else leg.push(fix);
  }
  return legs;
}

/** Where it stood, in order; a place that it came back to twice. */
export function staysOf(legs: readonly Leg[]): readonly Stay[] {
  return legs.flatMap((leg) => {
    const stays: Stay[] = [];
    for (let first = 0; first < leg.length; ) {
      const stay = stayFrom(leg, first);
      if (stay.to - stay.from >= STAY_MS) stays.push(stay);
      first = stay.next;
    }
    return stays;
  });
}

function stayFrom(leg: Leg, first: number) {
  const { lat, lon, at } = leg[first] as TrackFix;
  let next = first + 1;
  for (let fix = leg[next]; fix !== undefined && metersBetween({ lat, lon }, fix) <= STAY_METERS; fix = leg[next])
    next++;
  return { lat, lon, from: at, to: leg[next - 1]?.at ?? at, next };
}

/** How far it was driven, by a part of the day that each fix belongs to. */
export function kilometersBy(legs: readonly Leg[], partOf: (at: number) => number): ReadonlyMap<number, number> {
  const kilometers = new Map<number, number>();
  for (const leg of legs) {
    let last = leg[0];
    for (const fix of leg) {
      const meters = last === undefined ? 0 : metersBetween(last, fix);
      const part = partOf(fix.at);
      if (meters >= MOVE_METERS) last = fix;
      kilometers.set(part, (kilometers.get(part) ?? 0) + (meters >= MOVE_METERS ? meters / 1_000 : 0));
    }
  }
  return kilometers;
}

/** A frame that a way is drawn into, north up; `meters` is how long one of its units is. */
export interface Frame {
  readonly meters: number;
  place(point: Point): { readonly x: number; readonly y: number };
}
interface FrameSize {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}
/** Who has only stood gets the street, and not the wandering of the receiver. */
const FRAME_METERS_MIN = 400;

export function frameOf(points: readonly Point[], { width, height, margin }: FrameSize): Frame {
  const [west, east] = rangeOf(points.map(({ lon }) => lon));
  const [south, north] = rangeOf(points.map(({ lat }) => lat));
  const middle = { lat: (south + north) / 2, lon: (west + east) / 2 };
  const across = metersBetween({ ...middle, lon: west }, { ...middle, lon: east });
  const along = metersBetween({ ...middle, lat: south }, { ...middle, lat: north });
  const meters = Math.max(
    Math.max(across, FRAME_METERS_MIN) / (width - 2 * margin),
    Math.max(along, FRAME_METERS_MIN) / (height - 2 * margin),
  );
  return {
    meters,
    place: ({ lat, lon }) => ({
      x: width / 2 + (Math.sign(lon - middle.lon) * metersBetween(middle, { ...middle, lon })) / meters,
      y: height / 2 - (Math.sign(lat - middle.lat) * metersBetween(middle, { ...middle, lat })) / meters,
    }),
  };
}

const rangeOf = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)];

/** The length of a scale that people can count in: 1, 2 or 5, and zeros. */
export function scaleOf(metersMax: number): number {
  const power = 10 ** Math.floor(Math.log10(metersMax));
  return ([5, 2].find((step) => step * power <= metersMax) ?? 1) * power;
}
