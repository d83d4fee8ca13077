import type { TimelineTour } from "#live/tour-entity.ts";
import { boundsOf, dayOf } from "#shared/text/time.ts";
import { lanesOf } from "../grid/lanes.ts";
import type { TimeAxis } from "../grid/time-axis.ts";
import { shiftOf, type TimelineRow } from "../grid/tour-rows.ts";
import type { CalendarWindow } from "./calendar-query.ts";
import { type CalendarSpan, joined } from "./calendar-spans.ts";

/** A span of the calendar on a row. */
export interface RowSpan extends CalendarSpan {
  /** `A. Moser`, or the plate of a vehicle that the row is not named after. */
  readonly who: string | null;
  readonly isPerson: boolean;
  /** As far as it is drawn. */
  readonly shown: Time;
  /** The tours that are not over and count on who is away. */
  readonly hit_tour_ids: readonly string[];
  readonly isClash: boolean;
}
interface Time {
  readonly start: number;
  readonly end: number;
}
interface Resource {
  readonly id: string;
  readonly who: string | null;
  readonly isPerson: boolean;
  readonly tours: readonly TimelineTour[];
  /** Times of which the row tells what the calendar says. */
  readonly told: readonly Time[];
}

/** Spans of the vehicle and of its crew, the latter on the days on which they are on the row: who drives on Monday may be away on Tuesday. */
export function rowSpans(row: TimelineRow, axis: TimeAxis, { spans }: CalendarWindow): RowSpan[] {
  const isTold = ({ id }: { id: string }) => spans.has(id);
  return [...vehiclesOf(row, axis), ...peopleOf(row, axis, isTold)]
    .flatMap((resource) => (spans.get(resource.id) ?? []).flatMap((span) => onRow(span, resource)))
    .filter((span) => span.type === "UNAVAILABLE" || !row.tours.some((tour) => overlaps(dutyOf(tour), span)))
    .toSorted((a, b) => a.start - b.start);
}

const onRow = (span: CalendarSpan, { who, isPerson, tours, told }: Resource): RowSpan[] =>
  told.flatMap(({ start, end }) => {
    const shown = { start: Math.max(span.start, start), end: Math.min(span.end, end) };
    if (shown.start >= shown.end) return [];
    const hit = span.type === "UNAVAILABLE" ? tours.filter((tour) => isAwayFrom(tour, span)) : [];
    return [
      { ...span, who, isPerson, shown, hit_tour_ids: hit.map(({ id: tour_id }) => tour_id), isClash: hit.length > 0 },
    ];
  });

function vehiclesOf(row: TimelineRow, { from, to }: TimeAxis): Resource[] {
  const told = [{ start: from, end: to }];
  const own = new Map<string, Resource>();
  if (row.vehicle_id !== null)
    own.set(row.vehicle_id, { id: row.vehicle_id, who: null, isPerson: false, tours: [], told });
  for (const tour of row.tours)
    for (const { vehicle } of tour.vehicle_device_associations) {
      const known = own.get(vehicle.id) ?? { id: vehicle.id, who: vehicle.license_plate, tours: [] };
      own.set(vehicle.id, { ...known, isPerson: false, told, tours: [...known.tours, tour] });
    }
  return [...own.values()];
}

/** Days by the clocks of the tenant take long to work out: they are for those alone of whom the calendar says something. */
function peopleOf(row: TimelineRow, { from, to }: TimeAxis, isTold: (person: { id: string }) => boolean): Resource[] {
  const own = new Map<string, Omit<Resource, "told">>();
  for (const tour of row.tours)
    for (const { id, firstname, lastname } of tour.users) {
      const tours = [...(own.get(id)?.tours ?? []), tour];
      own.set(id, { id, who: `${firstname.slice(0, 1)}. ${lastname}`, isPerson: true, tours });
    }
  return [...own.values()].filter(isTold).map((person) => {
    const days = person.tours.map((tour) => {
      const { start, end } = dutyOf(tour);
      const [first, last] = [Math.max(start, from), Math.max(start, Math.min(end, to) - 1)];
      return { start: boundsOf(dayOf(first), 1).from, end: boundsOf(dayOf(last), 1).to };
    });
    const told = joined(days).map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }));
    return { ...person, told };
  });
}

/** A shift without a planned end is taken for one of that day. */
function dutyOf(tour: TimelineTour): Time {
  const { start, end } = shiftOf(tour);
  return { start, end: Number.isFinite(end) ? end : boundsOf(dayOf(start), 1).to };
}

const overlaps = (one: Time, other: Time) => one.start < other.end && one.end > other.start;

/** An absence that began before the tour was started does not count: the crew has shown up. */
function isAwayFrom(tour: TimelineTour, span: Time): boolean {
  if (tour.status === "FINISHED" || !overlaps(dutyOf(tour), span)) return false;
  return tour.started_at === null || span.start >= Date.parse(tour.started_at);
}

/** Those who are away at the same time stand below each other. */
export function inBands(spans: readonly RowSpan[]) {
  const { lanes, count } = lanesOf(spans.map(({ shown }) => shown));
  return { count, banded: spans.map((span, index) => ({ span, band: lanes[index] ?? 0 })) };
}
