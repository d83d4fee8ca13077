import { estimateDistanceAndDuration } from "@leitstand/geo/routing/estimate";
import type { CasePlace } from "./case-place";
import type { SnapshotCase, SnapshotTour } from "./case-snapshot";

/** Seconds for which dispatchers expect a crew to be busy at a place. */
export const CREW_SECONDS_AT_PLACE = {
  FUNERAL: { source: 30 * 60, target: 20 * 60 },
  ROADSIDE: { source: 30 * 60, target: 15 * 60 },
} as const;
/** Seconds of a case whose destination is not known. */
const DEFAULT_CASE_SECONDS = 2 * 3600;
/** Maximum number of hours of a case for which calendars are read; those of the day after are not used in planning. */
export const CASE_SPAN_HOURS_MAX = 24;

/** Start and end, in milliseconds, of the time that a crew would spend on a case: at its places and between them. */
export function estimateCaseTimeSpan(
  dispatchCase: SnapshotCase,
  tour: SnapshotTour,
  now: Date,
): readonly [from: number, to: number] {
  const { not_before, postponed_until, source, target } = dispatchCase;
  const awaited = [
    source?.timeframe?.from ?? not_before,
    postponed_until,
    tour.status === "SCHEDULED" ? tour.scheduled_start_at : null,
  ];
  const from = Math.max(
    now.getTime(),
    ...awaited.flatMap((time) => (typeof time === "string" ? [Date.parse(time)] : [])),
  );
  const [start, end] = [lonLatOf(source), lonLatOf(target)];
  const service = CREW_SECONDS_AT_PLACE[dispatchCase.data_type];
  const seconds =
    start && end
      ? service.source + estimateDistanceAndDuration(start, end).duration_seconds + service.target
      : DEFAULT_CASE_SECONDS;
  return [from, from + Math.min(seconds, CASE_SPAN_HOURS_MAX * 3600) * 1000];
}

const lonLatOf = (place: CasePlace | null): readonly [number, number] | undefined => {
  const { lon, lat } = place ?? {};
  return typeof lon === "number" && typeof lat === "number" ? [lon, lat] : undefined;
};
