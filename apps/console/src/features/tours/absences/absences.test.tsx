import { afterEach, describe, expect, it } from "vitest";
import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { liveStreamStateStore } from "#live/stream-state.ts";
import { queryClient } from "#shared/api/api.ts";
import { changePreferences } from "#shared/state/preferences.ts";
import { numberedId } from "#shared/testing/example-testkit.ts";
import { clickElement, actAndRender, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal } from "#shared/testing/server-testkit.ts";
import {
  aNumberedTimelineCase,
  aNumberedShift,
  findTimelineBar,
  leftEdgeOf,
  positionsOfHourLabel,
  styledWidthOf,
} from "../grid/timeline-testkit.tsx";
import {
  anAbsence,
  createCalendarEventsAnswer,
  vehicleResource,
  drawnCalendarElements,
  driverResource,
  rowHeadDescription,
  findDrawnCalendarLabels,
  openTestTimelineWithStream,
  findDrawnCalendarTitles,
} from "./absences-testkit.tsx";
import { refetchCalendarOnEvents } from "./follow-calendar.ts";

const startedTour = aNumberedShift(1, { plate: "G 101 BE" });
const plannedTour = aNumberedShift(1, {
  plate: "G 101 BE",
  status: "SCHEDULED",
  started_at: null,
  started_sub_state: null,
});

/** A tour that lasts until the next day, so that it is on the row on both days. */
const overnightTour = { ...plannedTour, scheduled_end_at: "2026-11-22T17:00:00Z" };

afterEach(() => liveStreamStateStore.set("connecting"));

describe("an absence on the timeline", () => {
  it("the timeline draws an absence on its row, at its hours in the tenant's time zone, with a label", async () => {
    await openTestTimelineWithStream({
      tours: [plannedTour],
      calendar: createCalendarEventsAnswer(() => [anAbsence(1)]),
    });
    await waitUntil(() => expect(findDrawnCalendarLabels()).toEqual(["A. Moser abwesend"]));
    const [span] = drawnCalendarElements();
    expect(leftEdgeOf(span as HTMLElement)).toBe(positionsOfHourLabel("09:00")[0]);
    expect(leftEdgeOf(span as HTMLElement) + styledWidthOf(span as HTMLElement)).toBe(positionsOfHourLabel("12:00")[0]);
  });

  it("the timeline labels the absence of a vehicle with its note", async () => {
    const repair = anAbsence(1, { ...vehicleResource, note: "Werkstatt" });
    await openTestTimelineWithStream({ tours: [startedTour], calendar: createCalendarEventsAnswer(() => [repair]) });
    await waitUntil(() => expect(findDrawnCalendarLabels()).toEqual(["Werkstatt"]));
    expect(findDrawnCalendarTitles()).toEqual([
      "Fahrzeug nicht verfügbar, 09:00 bis 12:00, überschneidet sich mit der Tour: Werkstatt",
    ]);
  });

  it("the head of a timeline row describes an absence for screen readers, with times and note", async () => {
    await openTestTimelineWithStream({
      tours: [plannedTour],
      calendar: createCalendarEventsAnswer(() => [anAbsence(1, { note: "Arzt" })]),
    });
    await waitUntil(() =>
      expect(rowHeadDescription("G 101 BE")).toBe(
        "A. Moser abwesend, 09:00 bis 12:00, überschneidet sich mit der Tour: Arzt",
      ),
    );
  });

  it("the timeline does not show the note about a person's absence", async () => {
    await openTestTimelineWithStream({
      tours: [startedTour],
      calendar: createCalendarEventsAnswer(() => [anAbsence(1, { note: "Krebsvorsorge" })]),
    });
    await waitUntil(() => expect(findDrawnCalendarLabels()).toEqual(["A. Moser abwesend"]));
  });

  it("the timeline labels an absence in English for a user with English texts", async () => {
    changePreferences({ language: "en" });
    await openTestTimelineWithStream({
      tours: [plannedTour],
      calendar: createCalendarEventsAnswer(() => [anAbsence(1)]),
    });
    await waitUntil(() => expect(findDrawnCalendarLabels()).toEqual(["A. Moser away"]));
    expect(findDrawnCalendarTitles()).toEqual(["A. Moser away, 09:00 to 12:00, overlaps with the tour"]);
  });

  it("an absence on the timeline is drawn beneath the cases, which can still be dragged", async () => {
    const busy = aNumberedShift(1, { plate: "G 101 BE", open_cases: [aNumberedTimelineCase(1)] });
    await openTestTimelineWithStream({ tours: [busy], calendar: createCalendarEventsAnswer(() => [anAbsence(1)]) });
    await waitUntil(() => expect(drawnCalendarElements()).toHaveLength(1));
    const [span] = drawnCalendarElements();
    expect((span as HTMLElement).compareDocumentPosition(findTimelineBar(/C-1/))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(span?.closest("[data-bar], [data-shift]")).toBeNull();
  });

  it("an absence that began before the tour was started is not marked as a conflict", async () => {
    const times = [["2026-11-21T06:00:00Z", "2026-11-21T12:00:00Z"]] as const;
    await openTestTimelineWithStream({
      tours: [startedTour],
      calendar: createCalendarEventsAnswer(() => [anAbsence(1, { times })]),
    });
    await waitUntil(() => expect(findDrawnCalendarTitles()).toEqual(["A. Moser abwesend, 07:00 bis 13:00"]));
  });

  it("each absence within a tour counts as one conflict, and the button of conflicts leads to the head of its row", async () => {
    const away = anAbsence(1, {
      times: [
        ["2026-11-21T08:00:00Z", "2026-11-21T09:00:00Z"],
        ["2026-11-21T10:00:00Z", "2026-11-21T11:00:00Z"],
      ],
    });
    const repair = anAbsence(2, { ...vehicleResource, note: "Werkstatt" });
    const earlier = anAbsence(3, { times: [["2026-11-21T02:00:00Z", "2026-11-21T03:00:00Z"]] });
    await openTestTimelineWithStream({
      tours: [plannedTour],
      calendar: createCalendarEventsAnswer(() => [away, repair, earlier]),
    });
    await waitUntil(() => expect(drawnCalendarElements()).toHaveLength(4));
    await clickElement(findByRole("button", "2 Konflikte"));
    await waitUntil(() => expect(document.activeElement).toBe(findByRole("rowheader", /G 101 BE/)));
  });

  it.each([
    { is: "and the cases that break a rule because of it count as one conflict", broken: [], counted: "1 Konflikt" },
    {
      is: "counts as a conflict beside other rules that its cases break",
      broken: ["AVAILABILITY_VEHICLE"],
      counted: "2 Konflikte",
    },
  ])("an absence of the driver $is", async ({ broken, counted }) => {
    const known = { level: "SEVERE", vehicle_id: null, user_id: null, tour_id: null } as const;
    const breach = (number: number, constraint: string) => ({
      ...known,
      constraint,
      case_id: aNumberedTimelineCase(number).id,
    });
    const constraint_violations = [
      ...[1, 2].map((number) => breach(number, "AVAILABILITY_USER")),
      ...broken.map((constraint) => breach(2, constraint)),
    ];
    const busy = {
      ...plannedTour,
      open_cases: [aNumberedTimelineCase(1), aNumberedTimelineCase(2)],
      constraint_violations,
    };
    await openTestTimelineWithStream({ tours: [busy], calendar: createCalendarEventsAnswer(() => [anAbsence(1)]) });
    await waitUntil(() => expect(findByRole("button", counted)).toBeDefined());
  });

  it("an absence outside the tours that need the absent driver or vehicle is not counted as a conflict", async () => {
    const earlier = anAbsence(1, { times: [["2026-11-21T02:00:00Z", "2026-11-21T03:00:00Z"]] });
    await openTestTimelineWithStream({ tours: [plannedTour], calendar: createCalendarEventsAnswer(() => [earlier]) });
    await waitUntil(() => expect(drawnCalendarElements()).toHaveLength(1));
    expect(findAllByRole("button", /Konflikt/)).toEqual([]);
  });

  it("the timeline draws no absences and shifts when the calendar is empty", async () => {
    const asked: string[] = [];
    const calendar = createCalendarEventsAnswer(() => []);
    await openTestTimelineWithStream({
      tours: [startedTour],
      calendar: (call) => (asked.push(call.query.toString()), calendar(call)),
    });
    await waitUntil(() => expect(asked).toHaveLength(2));
    expect(drawnCalendarElements()).toEqual([]);
    expect(rowHeadDescription("G 101 BE")).toBeUndefined();
  });
});

describe("a shift of the calendar", () => {
  const shift = (own: Parameters<typeof anAbsence>[1]) =>
    anAbsence(1, { event_type: "SCHEDULED_SHIFT", ...vehicleResource, ...own });

  it("the timeline draws a calendar shift of a vehicle at hours without a tour of that vehicle", async () => {
    const night = shift({ times: [["2026-11-21T19:00:00Z", "2026-11-21T22:00:00Z"]] });
    await openTestTimelineWithStream({ tours: [startedTour], calendar: createCalendarEventsAnswer(() => [night]) });
    await waitUntil(() => expect(findDrawnCalendarTitles()).toEqual(["Schicht laut Kalender, 20:00 bis 23:00"]));
  });

  it("the timeline does not draw a calendar shift during a tour", async () => {
    const events = [shift({}), anAbsence(2, { note: "Arzt" })];
    await openTestTimelineWithStream({ tours: [startedTour], calendar: createCalendarEventsAnswer(() => events) });
    await waitUntil(() => expect(findDrawnCalendarLabels()).toEqual(["A. Moser abwesend"]));
  });
});

describe("what is asked of the calendar", () => {
  it("the timeline reads the calendar by kind, for the shown window and a day on either side, and again when the window moves", async () => {
    const asked: string[] = [];
    const calendar = createCalendarEventsAnswer(() => [anAbsence(1)]);
    await openTestTimelineWithStream({
      tours: [overnightTour],
      calendar: (call) => {
        asked.push(["event_type", "from", "to"].map((name) => call.query.get(name)).join(" "));
        return calendar(call);
      },
    });
    await waitUntil(() => expect(drawnCalendarElements()).toHaveLength(1));
    expect(asked.splice(0).toSorted()).toEqual([
      "SCHEDULED_SHIFT 2026-11-19T23:00:00.000Z 2026-11-22T23:00:00.000Z",
      "UNAVAILABLE 2026-11-19T23:00:00.000Z 2026-11-22T23:00:00.000Z",
    ]);
    await clickElement(findByRole("button", "Später"));
    await waitUntil(() => expect(asked).toContain("UNAVAILABLE 2026-11-20T23:00:00.000Z 2026-11-23T23:00:00.000Z"));
  });

  it("the timeline does not read the calendar for a user without the grant", async () => {
    // The server of this test has no answer about the calendar: a call would fail it.
    await openTestTimelineWithStream({ tours: [startedTour], grants: ["getCases"] });
    await waitUntil(() => findByRole("rowheader", /G 101 BE/));
    expect(drawnCalendarElements()).toEqual([]);
  });

  it("the timeline does not read the calendar before the live stream is open", async () => {
    let calls = 0;
    await openTestTimelineWithStream({ tours: [startedTour], calendar: () => (calls++, []), state: "connecting" });
    expect(calls).toBe(0);
    await actAndRender(() => liveStreamStateStore.set("live"));
    await waitUntil(() => expect(calls).toBe(2));
  });

  it("the timeline reads the calendar in smaller parts when a window has too many events, and draws none twice", async () => {
    const calendar = createCalendarEventsAnswer(() => [anAbsence(1)]);
    const hours = ({ query }: { query: URLSearchParams }) =>
      (Date.parse(query.get("to") ?? "") - Date.parse(query.get("from") ?? "")) / 3_600_000;
    let refused = 0;
    await openTestTimelineWithStream({
      tours: [plannedTour],
      calendar: (call) => {
        if (hours(call) <= 20) return calendar(call);
        refused++;
        return new StubApiRefusal("LIMIT_EXCEEDED", ["limit", "10000"]);
      },
    });
    await waitUntil(() => expect(findDrawnCalendarLabels()).toEqual(["A. Moser abwesend"]));
    expect(refused).toBe(6);
  });

  it("the timeline shows neither absences nor a fault for days that are too far ahead for the calendar", async () => {
    const ahead = () =>
      new StubApiRefusal(
        "TIME_OUT_OF_RANGE",
        ["field", "to"],
        ["min", "2026-11-21T00:00:00Z"],
        ["max", "2027-12-27T00:00:00Z"],
      );
    let calls = 0;
    await openTestTimelineWithStream({ tours: [startedTour], calendar: () => (calls++, ahead()) });
    await waitUntil(() => expect(calls).toBe(2));
    expect(pageText()).not.toContain("nicht geladen");
  });
});

describe("a calendar that cannot be read", () => {
  const denied = () => new StubApiRefusal("AUTH_GRANT_MISSING", ["grant", "readCalendars"]);

  it("the timeline reports once that the calendar cannot be read, keeps what it shows, and reads it on a retry", async () => {
    const server = await openTestTimelineWithStream({ tours: [plannedTour], calendar: denied });
    await waitUntil(() => findByRole("status", /Abwesenheiten und Schichten wurden nicht geladen/));
    findByRole("rowheader", /G 101 BE/);
    server.answer({ getDefaultCalendarEvents: createCalendarEventsAnswer(() => [anAbsence(1)]) });
    await clickElement(findByRole("button", "Nochmals versuchen"));
    await waitUntil(() => expect(findDrawnCalendarLabels()).toEqual(["A. Moser abwesend"]));
    await waitUntil(() => expect(pageText()).not.toContain("nicht geladen"));
  });

  it("the timeline does not report that the calendar cannot be read while the board says that it is not live", async () => {
    let calls = 0;
    await openTestTimelineWithStream({ tours: [overnightTour], calendar: () => (calls++, denied()), state: "lost" });
    await waitUntil(() => expect(calls).toBe(2));
    await waitUntil(() => expect(queryClient.isFetching()).toBe(0));
    expect(findAllByRole("status", /nicht geladen/)).toEqual([]);
    await actAndRender(() => liveStreamStateStore.set("live"));
    await waitUntil(() => findByRole("status", /nicht geladen/));
  });
});

describe("the message of the stream about the calendar", () => {
  type News = Extract<StreamEvent, { type: "calendar" }>;
  const news = (own: Partial<News["data"]>) =>
    ({
      type: "calendar",
      timestamp: "2026-11-21T08:31:00Z",
      data: {
        event_id: numberedId(901),
        change: "created",
        calendar_id: numberedId(1),
        event_type: "UNAVAILABLE",
        ...driverResource,
        starts_at: "2026-11-21T08:00:00Z",
        ends_at: "2026-11-21T11:00:00Z",
        ...own,
      },
    }) as News;

  /** Timeline with a stream that the test sends events by, over a calendar that can change. */
  async function openFollowing(first: ReturnType<typeof anAbsence>[]) {
    let events = first;
    let calls = 0;
    const calendar = createCalendarEventsAnswer(() => events);
    await openTestTimelineWithStream({ tours: [plannedTour], calendar: (call) => (calls++, calendar(call)) });
    await waitUntil(() => expect(drawnCalendarElements()).toHaveLength(first.length));
    let tell: (said: readonly StreamEvent[]) => void = () => undefined;
    const stop = refetchCalendarOnEvents((listener) => {
      tell = listener;
      return () => undefined;
    });
    return {
      calls: () => calls,
      become: (next: typeof events, said: Partial<News["data"]>[]) => {
        events = next;
        return actAndRender(() => tell(said.map(news)));
      },
      stop,
    };
  }

  it("the timeline draws absences that events announce, and many events cause one read of the calendar", async () => {
    const { become, calls, stop } = await openFollowing([]);
    await waitUntil(() => expect(calls()).toBe(2));
    await become([anAbsence(1)], [{}, { event_id: numberedId(902) }, { event_id: numberedId(903) }]);
    await waitUntil(() => expect(findDrawnCalendarLabels()).toEqual(["A. Moser abwesend"]));
    expect(calls()).toBe(4);
    stop();
  });

  it("the timeline removes an absence when an event says that it moved out of the shown window", async () => {
    const { become, stop } = await openFollowing([anAbsence(1)]);
    const moved = { change: "updated", starts_at: "2027-01-04T08:00:00Z", ends_at: "2027-01-04T11:00:00Z" } as const;
    await become([], [moved]);
    await waitUntil(() => expect(drawnCalendarElements()).toEqual([]));
    stop();
  });

  it("an event about an absence in another month causes no read of the calendar", async () => {
    const { become, calls, stop } = await openFollowing([]);
    await waitUntil(() => expect(calls()).toBe(2));
    const later = { event_id: numberedId(902), starts_at: "2027-01-04T08:00:00Z", ends_at: null } as const;
    await become([anAbsence(1)], [later]);
    await become([anAbsence(1)], [{ event_id: numberedId(903) }]);
    await waitUntil(() => expect(drawnCalendarElements()).toHaveLength(1));
    expect(calls()).toBe(4);
    stop();
  });
});
