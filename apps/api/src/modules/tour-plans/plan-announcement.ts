/**
 * Decides which changes of a computed plan are news: boards show minutes, and promised arrivals count from the promise.
 */
import type { EventPayload } from "@leitstand/contract/board/events";
import type { TourStop, StopName } from "@leitstand/contract/board/tour-plans";
import type { PlanViolation } from "@leitstand/contract/board/planning";

/** Smallest change that is news. */
const NOTEWORTHY_CHANGE_MS = 60_000;
/** Change of an arrival above which a promise has moved. */
const PROMISE_TOLERANCE_MS = 5 * 60_000;
/** Pause between two announcements of one tour. */
const ANNOUNCEMENT_PAUSE_MS = 10_000;

/** Plan as the stream announced it last. */
export interface AnnouncedTourPlan {
  readonly version: number;
  readonly status: "FRESH" | "PARTIAL";
  readonly level: PlanViolation["level"] | null;
  readonly ends_at: string | null;
  /** Arrivals by case and kind, as announced last, and as promised last. */
  readonly arrivals: Readonly<Record<string, { readonly told_at: string; readonly promised_at: string }>>;
}

export interface ComputedTourPlanFacts extends Pick<AnnouncedTourPlan, "version" | "status" | "level" | "ends_at"> {
  readonly stops: readonly TourStop[];
}
type MovedStopTimes = EventPayload<"tour plan">["moved"];
export type TourPlanAnnouncementDecision =
  | { readonly kind: "nothing" }
  /** Another announcement was made a moment ago: check again at this time. */
  | { readonly kind: "later"; readonly at: string }
  | { readonly kind: "news"; readonly told: AnnouncedTourPlan; readonly moved: MovedStopTimes };

export const tourStopKey = ({ case_id, kind }: Pick<TourStop, "case_id" | "kind">) => `${case_id} ${kind}`;
const isCaseStop = (stop: TourStop): stop is TourStop & StopName => stop.case_id !== null;

/**
 * Compares a plan with its last announcement.
 * @param before the last announcement, and its time; null when there was none
 */
export function decideTourPlanAnnouncement(
  plan: ComputedTourPlanFacts,
  before: { told: AnnouncedTourPlan | null; told_at: string | null },
  now: Date,
): TourPlanAnnouncementDecision {
  const { told, told_at } = before;
  const stops = plan.stops.filter(isCaseStop);
  if (!isNoteworthyChange({ ...plan, stops }, told)) return { kind: "nothing" };
  const free = told_at === null ? 0 : Date.parse(told_at) + ANNOUNCEMENT_PAUSE_MS;
  if (free > now.getTime()) return { kind: "later", at: new Date(free).toISOString() };
  const moved = stops.flatMap((stop): MovedStopTimes => {
    const promised_at = told?.arrivals[tourStopKey(stop)]?.promised_at;
    // A crew that has arrived keeps no promise any more.
    if (
      promised_at === undefined ||
      hasCrewArrived(stop, now) ||
      millisecondsBetween(promised_at, stop.arrival_at) <= PROMISE_TOLERANCE_MS
    )
      return [];
    const { case_id, kind, arrival_at } = stop;
    return [{ case_id, kind, promised_at, arrival_at }];
  });
  const again = new Set(moved.map(tourStopKey));
  const arrivals = Object.fromEntries(
    stops.map((stop) => {
      const key = tourStopKey(stop);
      const known = again.has(key) ? undefined : told?.arrivals[key]?.promised_at;
      return [key, { told_at: stop.arrival_at, promised_at: known ?? stop.arrival_at }];
    }),
  );
  const { version, status, level, ends_at } = plan;
  return { kind: "news", told: { version, status, level, ends_at, arrivals }, moved };
}

function isNoteworthyChange({ stops, ...plan }: ComputedTourPlanFacts, told: AnnouncedTourPlan | null): boolean {
  if (told === null) return stops.length > 0;
  const known = Object.keys(told.arrivals);
  return (
    plan.version !== told.version ||
    plan.status !== told.status ||
    plan.level !== told.level ||
    stops.length !== known.length ||
    differsNoteworthily(plan.ends_at, told.ends_at) ||
    stops.some((stop) => differsNoteworthily(stop.arrival_at, told.arrivals[tourStopKey(stop)]?.told_at ?? null))
  );
}

const hasCrewArrived = ({ arrival_at, begins_at }: TourStop, now: Date) =>
  arrival_at === begins_at && Date.parse(arrival_at) < now.getTime();
const millisecondsBetween = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other));
const differsNoteworthily = (one: string | null, other: string | null) =>
  one === null || other === null ? one !== other : millisecondsBetween(one, other) >= NOTEWORTHY_CHANGE_MS;
