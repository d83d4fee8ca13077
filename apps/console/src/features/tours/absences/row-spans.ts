import type { TimelineTour } from "#live/tour-entity.ts";
import { dayBounds, localDayOf } from "#shared/text/time.ts";
import { assignTimelineLanes } from "../grid/lanes.ts";
import type { TimelineAxis } from "../grid/time-axis.ts";
import { shiftSpanOf, shortNameOf, type TimelineRow } from "../grid/tour-rows.ts";
import type { TimelineCalendarData } from "./calendar-query.ts";
import { type CalendarSpan, joinConsecutiveTimes } from "./calendar-spans.ts";

/** Span of the calendar as it is drawn on a row. */
export interface AbsenceRowSpan extends CalendarSpan {
  /** Name of the absent person (`A. Moser`), or the plate of a vehicle that the row is not named after. */
  readonly who: string | null;
  readonly isPerson: boolean;
  /** Part of the span that is drawn. */
  readonly shown: TimeSpan;
  /** Tours that are not over and need the absent person or vehicle. */
  readonly hit_tour_ids: readonly string[];
  readonly isClash: boolean;
}
interface TimeSpan {
  readonly start: number;
  readonly end: number;
}
interface RowResource {
  readonly id: string;
  readonly who: string | null;
  readonly isPerson: boolean;
  readonly tours: readonly TimelineTour[];
  /** Times in which the row shows the person's or vehicle's calendar. */
  readonly told: readonly TimeSpan[];
}

/**
 * Spans of the vehicle and of its crew; those of a person on the days on which that person is on the row: a driver of
 * Monday may be away on Tuesday.
 */
export function absenceRowSpansOf(
  row: TimelineRow,
  axis: TimelineAxis,
  { spans }: TimelineCalendarData,
): AbsenceRowSpan[] {
  const isTold = ({ id }: { id: string }) => spans.has(id);
  return [...vehicleResources(row, axis), ...personResources(row, axis, isTold)]
    .flatMap((resource) => (spans.get(resource.id) ?? []).flatMap((span) => spansOfResource(span, resource)))
    .filter((span) => span.type === "UNAVAILABLE" || !row.tours.some((tour) => spansOverlap(dutySpan(tour), span)))
    .toSorted((a, b) => a.start - b.start);
}

const spansOfResource = (span: CalendarSpan, { who, isPerson, tours, told }: RowResource): AbsenceRowSpan[] =>
  told.flatMap(({ start, end }) => {
    const shown = { start: Math.max(span.start, start), end: Math.min(span.end, end) };
    if (shown.start >= shown.end) return [];
    const hit = span.type === "UNAVAILABLE" ? tours.filter((tour) => isAwayFrom(tour, span)) : [];
    return [
      { ...span, who, isPerson, shown, hit_tour_ids: hit.map(({ id: tour_id }) => tour_id), isClash: hit.length > 0 },
    ];
  });

function vehicleResources(row: TimelineRow, { from, to }: TimelineAxis): RowResource[] {
  const told = [{ start: from, end: to }];
  const own = new Map<string, RowResource>();
  if (row.vehicle_id !== null)
    own.set(row.vehicle_id, { id: row.vehicle_id, who: null, isPerson: false, tours: [], told });
  for (const tour of row.tours)
    for (const { vehicle } of tour.vehicle_device_associations) {
      const known = own.get(vehicle.id) ?? { id: vehicle.id, who: vehicle.license_plate, tours: [] };
      own.set(vehicle.id, { ...known, isPerson: false, told, tours: [...known.tours, tour] });
    }
  return [...own.values()];
}

/**
 * People and vehicles of a row that have spans, with their days. Days by the tenant's clock are expensive to compute,
 * so others are left out.
 */
function personResources(
  row: TimelineRow,
  { from, to }: TimelineAxis,
  isTold: (person: { id: string }) => boolean,
): RowResource[] {
  const own = new Map<string, Omit<RowResource, "told">>();
  for (const tour of row.tours)
    for (const user of tour.users) {
      const { id } = user;
      const tours = [...(own.get(id)?.tours ?? []), tour];
      own.set(id, { id, who: shortNameOf(user), isPerson: true, tours });
    }
  return [...own.values()].filter(isTold).map((person) => {
    const days = person.tours.map((tour) => {
      const { start, end } = dutySpan(tour);
      const [first, last] = [Math.max(start, from), Math.max(start, Math.min(end, to) - 1)];
      return { start: dayBounds(localDayOf(first), 1).from, end: dayBounds(localDayOf(last), 1).to };
    });
    const told = joinConsecutiveTimes(days).map(({ start, end }) => ({
      start: Math.max(start, from),
      end: Math.min(end, to),
    }));
    return { ...person, told };
  });
}

/** Duty of a tour; a shift without a planned end counts until the end of its day. */
function dutySpan(tour: TimelineTour): TimeSpan {
  const { start, end } = shiftSpanOf(tour);
  return { start, end: Number.isFinite(end) ? end : dayBounds(localDayOf(start), 1).to };
}

const spansOverlap = (one: TimeSpan, other: TimeSpan) => one.start < other.end && one.end > other.start;

/**
 * Whether the span is an absence from the tour. One that began before the tour was started does not count: the crew has
 * shown up.
 */
function isAwayFrom(tour: TimelineTour, span: TimeSpan): boolean {
  if (tour.status === "FINISHED" || !spansOverlap(dutySpan(tour), span)) return false;
  return tour.started_at === null || span.start >= Date.parse(tour.started_at);
}

/** Assigns bands to spans: those at the same time stand below each other. */
export function assignAbsenceLanes(spans: readonly AbsenceRowSpan[]) {
  const { lanes, count } = assignTimelineLanes(spans.map(({ shown }) => shown));
  return { count, banded: spans.map((span, index) => ({ span, band: lanes[index] ?? 0 })) };
}
