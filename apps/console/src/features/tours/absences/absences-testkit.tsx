import { CalendarEvent } from "@leitstand/contract/board/calendar-events";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import type { BoardView } from "#shared/state/board-view.ts";
import { numberedId, exampleOfSchema, createOnePageAnswer } from "#shared/testing/example-testkit.ts";
import { setFakeSystemTime, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole } from "#shared/testing/screen-testkit.ts";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { clearLiveData } from "#live/store.ts";
import { liveStreamStateStore } from "#live/stream-state.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { mountTestTimeline } from "../grid/timeline-testkit.tsx";
import { timelineSettings } from "../timeline-settings.ts";
import type { ListedCalendarEvent } from "./calendar-spans.ts";

type ServerAnswers = Parameters<typeof stubApiFetch>[0];
type CalendarAnswer = NonNullable<ServerAnswers["getDefaultCalendarEvents"]>;

/** The vehicle and the driver of `aShift(1, …)`. */
export const vehicleResource = { resource_type: "VEHICLE", resource_id: numberedId(201) } as const;
export const driverResource = { resource_type: "USER", resource_id: numberedId(301) } as const;

interface AbsenceOptions extends Partial<ListedCalendarEvent> {
  /** Begin and end of each occurrence; when left out, `start_at` to `end_at`. */
  readonly times?: readonly (readonly [start_at: string, end_at: string])[];
}
/** An absence of the driver on a Saturday from nine to noon in Vienna, unless the test changes it. */
export function anAbsence(number: number, { times, ...own }: AbsenceOptions = {}): ListedCalendarEvent {
  const [start_at, end_at] = times?.[0] ?? ["2026-11-21T08:00:00Z", "2026-11-21T11:00:00Z"];
  const occurrences = (times ?? [[start_at, end_at] as const]).map(([start, end]) => ({
    date: start.slice(0, 10),
    start_at: start,
    end_at: end,
  }));
  return {
    ...exampleOfSchema(CalendarEvent),
    id: numberedId(900 + number),
    event_type: "UNAVAILABLE",
    recurrence: null,
    note: null,
    start_at,
    end_at,
    occurrences,
    ...driverResource,
    ...own,
  };
}

/** Lists events as the server does: by kind, and those within the requested time. */
export const createCalendarEventsAnswer =
  (events: () => readonly ListedCalendarEvent[]): CalendarAnswer =>
  ({ query }) => {
    const [type, resource] = [query.get("event_type"), query.get("resource_type")];
    const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""].map(Date.parse) as [number, number];
    return events()
      .filter((event) => event.event_type === type && (resource ?? event.resource_type) === event.resource_type)
      .map((event) => {
        const isAsked = (one: (typeof event.occurrences)[number]) =>
          Date.parse(one.start_at) < to && Date.parse(one.end_at) > from;
        return { ...event, occurrences: event.occurrences.filter(isAsked) };
      })
      .filter(({ occurrences }) => occurrences.length > 0);
  };

interface OpenTimelineOptions {
  readonly tours: readonly TimelineTour[];
  readonly calendar?: CalendarAnswer;
  readonly grants?: string[];
  readonly view?: Partial<BoardView>;
  readonly state?: "connecting" | "live" | "lost";
}
/** Opens the timeline of a board that follows the stream. */
export async function openTestTimelineWithStream({
  tours,
  calendar,
  grants = ["readCalendars"],
  view = {},
  state = "live",
}: OpenTimelineOptions) {
  clearLiveData();
  timelineSettings.set({ grid: 30, collapsed: [] });
  setFakeSystemTime("2026-11-21T08:30:00Z");
  const server = stubApiFetch({
    getUserInfo: () => aDispatcher({ grants }),
    getTours: () => createOnePageAnswer("tours", tours),
    ...(calendar && { getDefaultCalendarEvents: calendar }),
  });
  liveStreamStateStore.set(state);
  await mountTestTimeline(view);
  await waitUntil(() => findByRole("treegrid"));
  return server;
}

/** Description of a row's head; a description is read by screen readers although its element is hidden. */
export const rowHeadDescription = (plate: string) =>
  document.getElementById(findByRole("rowheader", new RegExp(plate)).getAttribute("aria-describedby") ?? "")
    ?.textContent;

/** Elements that are drawn for the calendar. */
export const drawnCalendarElements = () => [...document.querySelectorAll<HTMLElement>("[data-calendar]")];
export const findDrawnCalendarLabels = () => drawnCalendarElements().map(({ textContent }) => textContent);
export const findDrawnCalendarTitles = () => drawnCalendarElements().map(({ title }) => title);
