import type { EventPayload } from "@leitstand/contract/board/events";
import type { TourStop, StopName } from "@leitstand/contract/board/tour-plans";
import type { PlanViolation } from "@leitstand/contract/board/planning";

/** What of a computed plan is news: whoever looks at a board reads minutes, and a promise is a promise. */

/** Less is not told. */
const NOTEWORTHY_MS = 60_000;
/** By more than that a promise has moved. */
const PROMISE_MS = 5 * 60_000;
/** A tour is told of so often at most. */
const PAUSE_MS = 10_000;

/** What the stream last told of a plan. */
export interface ToldPlan {
  readonly version: number;
  readonly status: "FRESH" | "PARTIAL";
  readonly level: PlanViolation["level"] | null;
  readonly ends_at: string | null;
  /** Arrivals by case and kind, as last told, and as last promised. */
  readonly arrivals: Readonly<Record<string, { readonly told_at: string; readonly promised_at: string }>>;
}

export interface PlanFacts extends Pick<ToldPlan, "version" | "status" | "level" | "ends_at"> {
  readonly stops: readonly TourStop[];
}
type MovedStops = EventPayload<"tour plan">["moved"];
export type PlanNews =
  | { readonly kind: "nothing" }
  /** Another message came a moment ago: look again then. */
  | { readonly kind: "later"; readonly at: string }
  | { readonly kind: "news"; readonly told: ToldPlan; readonly moved: MovedStops };

export const keyOfStop = ({ case_id, kind }: Pick<TourStop, "case_id" | "kind">) => `${case_id} ${kind}`;
const hasCase = (stop: TourStop): stop is TourStop & StopName => stop.case_id !== null;

/** @param before what was told last, and when; null: nothing yet. */
export function newsOf(
  plan: PlanFacts,
  before: { told: ToldPlan | null; told_at: string | null },
  now: Date,
): PlanNews {
  const { told, told_at } = before;
  const stops = plan.stops.filter(hasCase);
  if (!isNews({ ...plan, stops }, told)) return { kind: "nothing" };
  const free = told_at === null ? 0 : Date.parse(told_at) + PAUSE_MS;
  if (free > now.getTime()) return { kind: "later", at: new Date(free).toISOString() };
  const moved = stops.flatMap((stop): MovedStops => {
    const promised_at = told?.arrivals[keyOfStop(stop)]?.promised_at;
    // A crew that has arrived keeps no promise any more: it is there.
    if (promised_at === undefined || isThere(stop, now) || apart(promised_at, stop.arrival_at) <= PROMISE_MS) return [];
    const { case_id, kind, arrival_at } = stop;
    return [{ case_id, kind, promised_at, arrival_at }];
  });
  const again = new Set(moved.map(keyOfStop));
  const arrivals = Object.fromEntries(
    stops.map((stop) => {
      const key = keyOfStop(stop);
      const known = again.has(key) ? undefined : told?.arrivals[key]?.promised_at;
      return [key, { told_at: stop.arrival_at, promised_at: known ?? stop.arrival_at }];
    }),
  );
  const { version, status, level, ends_at } = plan;
  return { kind: "news", told: { version, status, level, ends_at, arrivals }, moved };
}

function isNews({ stops, ...plan }: PlanFacts, told: ToldPlan | null): boolean {
  if (told === null) return stops.length > 0;
  const known = Object.keys(told.arrivals);
  return (
    plan.version !== told.version ||
    plan.status !== told.status ||
    plan.level !== told.level ||
    stops.length !== known.length ||
    isApart(plan.ends_at, told.ends_at) ||
    stops.some((stop) => isApart(stop.arrival_at, told.arrivals[keyOfStop(stop)]?.told_at ?? null))
  );
}

const isThere = ({ arrival_at, begins_at }: TourStop, now: Date) =>
  arrival_at === begins_at && Date.parse(arrival_at) < now.getTime();
const apart = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other));
const isApart = (one: string | null, other: string | null) =>
  one === null || other === null ? one !== other : apart(one, other) >= NOTEWORTHY_MS;
