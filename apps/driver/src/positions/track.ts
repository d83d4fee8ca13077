import { metersBetween, type GeoPoint } from "./distance.ts";

/** Position of the vehicle at one moment, as the server stores it. */
export interface TrackFix extends GeoPoint {
  readonly at: number;
}
/** Place at which the vehicle stood for a while. */
export interface TrackStay extends GeoPoint {
  readonly from: number;
  readonly to: number;
}
/** Part of a track without a longer gap. */
export type TrackLeg = readonly TrackFix[];

/** Milliseconds of a gap that cuts a track: longer ones are breaks, or a closed app, and must not be drawn. */
const TRACK_GAP_MS = 10 * 60_000;
const STAY_RADIUS_METERS = 120;
const STAY_MS_MIN = 4 * 60_000;
/** Smallest move in metres: while standing, receivers wander. */
const MOVE_METERS_MIN = 30;

export function splitTrackIntoLegs(fixes: readonly TrackFix[]): readonly TrackLeg[] {
  const legs: TrackFix[][] = [];
  for (const fix of fixes) {
    const leg = legs.at(-1);
    const last = leg?.at(-1);
    if (leg === undefined || last === undefined || fix.at - last.at > TRACK_GAP_MS) legs.push([fix]);
    else leg.push(fix);
  }
  return legs;
}

/** Places where the vehicle stood, in order; a place to which it returned appears twice. */
export function findStays(legs: readonly TrackLeg[]): readonly TrackStay[] {
  return legs.flatMap((leg) => {
    const stays: TrackStay[] = [];
    for (let first = 0; first < leg.length; ) {
      const stay = stayBeginningAt(leg, first);
      if (stay.to - stay.from >= STAY_MS_MIN) stays.push(stay);
      first = stay.next;
    }
    return stays;
  });
}

function stayBeginningAt(leg: TrackLeg, first: number) {
  const { lat, lon, at } = leg[first] as TrackFix;
  let next = first + 1;
  for (
    let fix = leg[next];
    fix !== undefined && metersBetween({ lat, lon }, fix) <= STAY_RADIUS_METERS;
    fix = leg[next]
  )
    next++;
  return { lat, lon, from: at, to: leg[next - 1]?.at ?? at, next };
}

/** Driven kilometres, by a part of the day that each fix belongs to. */
export function kilometersByPartOfDay(
  legs: readonly TrackLeg[],
  partOf: (at: number) => number,
): ReadonlyMap<number, number> {
  const kilometers = new Map<number, number>();
  for (const leg of legs) {
    let last = leg[0];
    for (const fix of leg) {
      const meters = last === undefined ? 0 : metersBetween(last, fix);
      const part = partOf(fix.at);
      if (meters >= MOVE_METERS_MIN) last = fix;
      kilometers.set(part, (kilometers.get(part) ?? 0) + (meters >= MOVE_METERS_MIN ? meters / 1_000 : 0));
    }
  }
  return kilometers;
}

/** Frame that a track is drawn into, north up; `meters` is the length of one of its units. */
export interface TrackProjection {
  readonly meters: number;
  place(point: GeoPoint): { readonly x: number; readonly y: number };
}
interface FrameSize {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}
/**
 * Smallest extent of the frame in metres: for a vehicle that did not move the picture shows the street, and not the
 * inaccuracy of the receiver.
 */
const FRAME_METERS_MIN = 400;

export function createTrackProjection(
  points: readonly GeoPoint[],
  { width, height, margin }: FrameSize,
): TrackProjection {
  const [west, east] = minAndMax(points.map(({ lon }) => lon));
  const [south, north] = minAndMax(points.map(({ lat }) => lat));
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

const minAndMax = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)];

/** Length of the scale in round metres: 1, 2 or 5, and zeros. */
export function roundedScaleBarLength(metersMax: number): number {
  const power = 10 ** Math.floor(Math.log10(metersMax));
  return ([5, 2].find((step) => step * power <= metersMax) ?? 1) * power;
}
