import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import {
  buildIcsEventLines,
  createOfficeForIcsImport,
  buildIcsCalendarText,
  outlookNewYorkTimezoneLines,
  outlookViennaTimezoneLines,
} from "./import/ics-testkit";

const holidayIcsEvent = buildIcsEventLines(
  "urlaub@khal",
  "SUMMARY:Urlaub",
  "DTSTART;VALUE=DATE:20261224",
  "DTEND;VALUE=DATE:20261227",
);
const workshopIcsEvent = buildIcsEventLines(
  "service@khal",
  "SUMMARY:Service",
  "DTSTART:20261202T080000Z",
  "DTEND:20261202T100000Z",
);
const hourlyIcsEvent = buildIcsEventLines(
  "never@khal",
  "DTSTART:20261202T080000",
  "DURATION:PT1H",
  "RRULE:FREQ=HOURLY",
);

describe("importCalendarEvents: a file of a calendar program", () => {
  const api = startApi();

  it("a dry run of importCalendarEvents returns what would be written, and writes nothing, not even the calendar", async () => {
    const { office, check, listed } = await createOfficeForIcsImport(api);
    const seen = await check(buildIcsCalendarText(holidayIcsEvent, workshopIcsEvent));
    expect(seen).toMatchObject({ applied: false, created: 0, creatable: 2, refused: 0, timezone: "Europe/Vienna" });
    expect(seen.events).toMatchObject([
      {
        line: 4,
        uid: "urlaub@khal",
        summary: "Urlaub",
        status: "WOULD_CREATE",
        event_id: null,
        all_day: true,
        start_at: "2026-12-23T23:00:00+00:00",
        start_date: "2026-12-24",
        end_date: "2026-12-27",
      },
      { line: 11, uid: "service@khal", all_day: false, start_at: "2026-12-02T08:00:00+00:00", recurrence: null },
    ]);
    expect(await office.getCalendars()).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  it("imported calendar events equal events entered by hand, without the titles and texts of the file", async () => {
    const { read, listed, vehicle_id } = await createOfficeForIcsImport(api);
    const done = await read(buildIcsCalendarText(holidayIcsEvent, workshopIcsEvent));
    expect(done).toMatchObject({ applied: true, created: 2, creatable: 0 });
    const events = await listed();
    expect(events.map(({ id }) => id)).toEqual([done.events[1]?.event_id, done.events[0]?.event_id]);
    expect(events[0]).toMatchObject({
      start_at: "2026-12-02T08:00:00+00:00",
      event_type: "UNAVAILABLE",
      resource_type: "VEHICLE",
      resource_id: vehicle_id,
      note: null,
      lock_version: 0,
      occurrences: [{ date: "2026-12-02", start_at: "2026-12-02T08:00:00+00:00", end_at: "2026-12-02T10:00:00+00:00" }],
    });
  });

  it("an import of calendar events keeps their titles on request, except those of private events", async () => {
    const { read, listed } = await createOfficeForIcsImport(api);
    const doctor = buildIcsEventLines("arzt@google", "CLASS:PRIVATE", "SUMMARY:Arzt", "DTSTART;VALUE=DATE:20261210");
    await read(buildIcsCalendarText(holidayIcsEvent, doctor), { keep_summaries: true });
    expect((await listed()).map(({ note }) => note)).toEqual([null, "Urlaub"]);
  });

  it("a calendar file that is imported twice creates no event twice, however its lines are folded and ended", async () => {
    const { read, listed } = await createOfficeForIcsImport(api);
    const first = await read(buildIcsCalendarText(holidayIcsEvent, workshopIcsEvent));
    const again = buildIcsCalendarText(workshopIcsEvent, holidayIcsEvent)
      .replaceAll("\r\n", "\n")
      .replace("urlaub@khal", "urlaub\n @khal");
    const second = await read(`\uFEFF${again.replaceAll("20261101T080000Z", "20261105T080000Z")}`);
    expect(second).toMatchObject({ applied: true, created: 0, unchanged: 2 });
    expect(second.events.map(({ event_id }) => event_id)).toEqual(
      first.events.map(({ event_id }) => event_id).reverse(),
    );
    expect(await listed()).toHaveLength(2);
  });

  it("a calendar file that three requests import at once is written once", async () => {
    const { read, listed } = await createOfficeForIcsImport(api);
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => read(buildIcsCalendarText(holidayIcsEvent, workshopIcsEvent))),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
    expect(refusals.filter((code) => code !== "RESOURCE_ALREADY_EXISTS")).toEqual([]);
    expect(refusals.length).toBeLessThan(outcomes.length);
    expect(await listed()).toHaveLength(2);
  });

  it("an import of calendar events reports an event that has changed since, and leaves the stored one as it is", async () => {
    const { read, listed } = await createOfficeForIcsImport(api);
    await read(buildIcsCalendarText(workshopIcsEvent));
    const moved = buildIcsCalendarText(workshopIcsEvent).replace("T100000Z", "T120000Z");
    const again = await read(moved);
    expect(again).toMatchObject({ applied: true, created: 0, differing: 1, events: [{ status: "DIFFERS" }] });
    const cancelled = buildIcsCalendarText(workshopIcsEvent).replace("DTSTART", "STATUS:CANCELLED\r\nDTSTART");
    expect((await read(cancelled)).events).toMatchObject([{ status: "DIFFERS" }]);
    expect(await listed()).toMatchObject([{ end_at: "2026-12-02T10:00:00+00:00", lock_version: 0 }]);
  });

  it("an import of a calendar file with one refused event writes nothing, unless the request asks for the other events", async () => {
    const { read, listed } = await createOfficeForIcsImport(api);
    const file = buildIcsCalendarText(holidayIcsEvent, hourlyIcsEvent, workshopIcsEvent);
    const held = await read(file);
    expect(held).toMatchObject({ applied: false, created: 0, creatable: 2, refused: 1 });
    expect(held.events[1]).toMatchObject({
      line: 11,
      status: "REFUSED",
      error: {
        code: "VALIDATION_FAILED",
        message: "This repetition is not among those that can be kept. Check the rule, its days and its end.",
      },
    });
    expect(await listed()).toEqual([]);
    expect(await read(file, { skip_refused: true })).toMatchObject({ applied: true, created: 2, refused: 1 });
    expect(await listed()).toHaveLength(2);
  });

  it("an import of calendar events reports cancelled events and those that ended long ago, and creates neither", async () => {
    const { read, listed } = await createOfficeForIcsImport(api);
    const off = buildIcsEventLines(
      "off@outlook",
      "STATUS:CANCELLED",
      "DTSTART:20261202T080000Z",
      "DTEND:20261202T100000Z",
    );
    const past = buildIcsEventLines("past@outlook", "DTSTART:20190102T080000Z", "DTEND:20190102T100000Z");
    const ended = buildIcsEventLines(
      "ended@outlook",
      "DTSTART;VALUE=DATE:20100104",
      "RRULE:FREQ=WEEKLY;UNTIL=20191231",
    );
    const done = await read(buildIcsCalendarText(off, past, ended));
    expect(done).toMatchObject({ applied: true, created: 0, skipped: 3 });
    expect(done.events.map(({ reason }) => reason)).toEqual(["CANCELLED", "PAST", "PAST"]);
    expect(await listed()).toEqual([]);
  });

  it("an imported calendar file of Outlook is read by the time zones that it defines, also those of other continents", async () => {
    const { read, listed } = await createOfficeForIcsImport(api);
    const [vienna, newYork] = ["W. Europe Standard Time", "Eastern Standard Time"];
    const shift = buildIcsEventLines(
      "040000008200E00074C5B7101A82E008",
      `DTSTART;TZID="${vienna}":20270325T220000`,
      `DTEND;TZID="${vienna}":20270326T060000`,
      "RRULE:FREQ=DAILY;COUNT=4",
      `EXDATE;TZID="${vienna}":20270326T220000`,
    );
    const call = buildIcsEventLines(
      "040000008200E00074C5B7101A82E009",
      `DTSTART;TZID=${newYork}:20270320T100000`,
      `DTEND;TZID=${newYork}:20270320T110000`,
    );
    const done = await read(buildIcsCalendarText(outlookViennaTimezoneLines, outlookNewYorkTimezoneLines, shift, call));
    expect(done.events).toMatchObject([
      { recurrence: "FREQ=DAILY;COUNT=4", exclusions: ["2027-03-26"], start_at: "2027-03-25T21:00:00+00:00" },
      // Summer time has begun in New York, and not in Vienna.
      { start_at: "2027-03-20T14:00:00+00:00", start_date: "2027-03-20" },
    ]);
    const nights = (await listed()).find(({ recurrence }) => recurrence !== null)?.occurrences;
    // The clocks are put forward in the night from the 27th to the 28th, which has seven hours.
    expect(nights?.map(({ start_at, end_at }) => [start_at.slice(0, 16), end_at.slice(0, 16)])).toEqual([
      ["2027-03-25T21:00", "2027-03-26T05:00"],
      ["2027-03-27T21:00", "2027-03-28T04:00"],
      ["2027-03-28T20:00", "2027-03-29T04:00"],
    ]);
  });

  it("an imported calendar file of Google moves one occurrence of a series and omits another, and a second import repeats neither", async () => {
    const { read, listed } = await createOfficeForIcsImport(api);
    const zone = "TZID=Europe/Vienna";
    const series = buildIcsEventLines(
      "abc@google.com",
      `DTSTART;${zone}:20261201T070000`,
      `DTEND;${zone}:20261201T150000`,
      "RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20261222T225959Z;BYDAY=TU",
    );
    const moved = buildIcsEventLines(
      "abc@google.com",
      `DTSTART;${zone}:20261209T090000`,
      `DTEND;${zone}:20261209T170000`,
      `RECURRENCE-ID;${zone}:20261208T070000`,
    );
    const gone = buildIcsEventLines(
      "abc@google.com",
      "STATUS:CANCELLED",
      `DTSTART;${zone}:20261215T070000`,
      `DTEND;${zone}:20261215T150000`,
      `RECURRENCE-ID;${zone}:20261215T070000`,
    );
    const file = buildIcsCalendarText(series, moved, gone);
    const done = await read(file);
    expect(done.events).toMatchObject([
      { status: "CREATED", exclusions: ["2026-12-08", "2026-12-15"], recurrence_id: null },
      { status: "CREATED", recurrence_id: "2026-12-08", start_date: "2026-12-09" },
      { status: "SKIPPED", recurrence_id: "2026-12-15", reason: "CANCELLED" },
    ]);
    const days = (await listed()).flatMap(({ occurrences }) => occurrences.map(({ date }) => date)).sort();
    expect(days).toEqual(["2026-12-01", "2026-12-09", "2026-12-22"]);
    expect(await read(file)).toMatchObject({ applied: true, created: 0, unchanged: 2, skipped: 1 });
    // An event that replaces one more day of the series would be listed in addition to that day.
    const later = [moved, gone]
      .flat()
      .join("\r\n")
      .replaceAll("20261208", "20261222")
      .replaceAll("20261209", "20261223");
    const more = await read(buildIcsCalendarText(series, moved, gone, later.split("\r\n")));
    expect(more.events.map(({ status }) => status)).toEqual([
      "DIFFERS",
      "UNCHANGED",
      "SKIPPED",
      "DIFFERS",
      "UNCHANGED",
    ]);
    expect(await listed()).toHaveLength(2);
  });
});
