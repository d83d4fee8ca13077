import { describe, expect, it } from "vitest";
import { insertBranch } from "../../../testing/fixtures";
import { listenToStream, announceTitledEvent } from "../../../testing/live-streams";
import { startApi } from "../../../testing/start-api";
import {
  buildIcsEventLines,
  createOfficeForIcsImport,
  buildIcsCalendarText,
  outlookNewYorkTimezoneLines,
} from "./ics-testkit";

const timedIcsEvent = (uid: string, ...more: readonly string[]) =>
  buildIcsEventLines(uid, "DTSTART:20261202T080000", "DTEND:20261202T100000", ...more);

describe("events of a file", () => {
  const api = startApi();

  /** Refusal code of each event with its arguments, or else its status. */
  async function outcomesOf(...parts: readonly (string | readonly string[])[]) {
    const { check } = await createOfficeForIcsImport(api);
    const { events } = await check(buildIcsCalendarText(...parts));
    return events.map(({ status, error }) => {
      const named = error?.args.filter(({ key }) => key !== "min" && key !== "max").map(({ value }) => value) ?? [];
      return error ? [error.code, ...named].join(" ") : status;
    });
  }

  it("imported events without a time zone are in that of the tenant, and last as long as the file says", async () => {
    const { check } = await createOfficeForIcsImport(api);
    const { events } = await check(
      buildIcsCalendarText(
        timedIcsEvent("floating"),
        buildIcsEventLines("hours", "DTSTART:20270327T220000", "DURATION:PT8H"),
        buildIcsEventLines("days", "DTSTART:20270327T220000", "DURATION:P1D"),
        buildIcsEventLines("one day", "DTSTART;VALUE=DATE:20261224"),
        buildIcsEventLines("week", "DTSTART;VALUE=DATE:20261224", "DURATION:P1W"),
        buildIcsEventLines(
          "mozilla",
          "DTSTART;TZID=/mozilla.org/20050126_1/Europe/Lisbon:20261202T080000",
          "DURATION:PT1H",
        ),
      ),
    );
    expect(events.map(({ start_at, end_at }) => [start_at?.slice(0, 16), end_at?.slice(0, 16)])).toEqual([
      ["2026-12-02T07:00", "2026-12-02T09:00"],
      // The night is an hour shorter: eight hours end at seven on the clock, and a day later is the same time.
      ["2027-03-27T21:00", "2027-03-28T05:00"],
      ["2027-03-27T21:00", "2027-03-28T20:00"],
      ["2026-12-23T23:00", "2026-12-24T23:00"],
      ["2026-12-23T23:00", "2026-12-30T23:00"],
      ["2026-12-02T08:00", "2026-12-02T09:00"],
    ]);
  });

  it("recurring imported events keep their local time, and are refused where another zone's clock changes would move them", async () => {
    const weekly = "RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=30";
    const inZone = (uid: string, zone: string, time = "080000") =>
      buildIcsEventLines(uid, `DTSTART;TZID=${zone}:20261202T${time}`, "DURATION:PT1H", weekly);
    const { check } = await createOfficeForIcsImport(api);
    const refused = { code: "VALIDATION_FAILED", args: [{ value: "DTSTART" }, { value: "recurrence_timezone" }] };
    const seen = await check(
      buildIcsCalendarText(
        outlookNewYorkTimezoneLines,
        inZone("berlin", "Europe/Berlin"),
        inZone("london", "Europe/London"),
        inZone("late in london", "Europe/London", "233000"),
        inZone("new york", "America/New_York"),
        inZone("outlook", "Eastern Standard Time"),
        buildIcsEventLines("utc", "DTSTART:20261202T080000Z", "DURATION:PT1H", weekly),
      ),
    );
    expect(seen.events).toMatchObject([
      { status: "WOULD_CREATE", start_at: "2026-12-02T07:00:00+00:00" },
      { status: "WOULD_CREATE", start_at: "2026-12-02T08:00:00+00:00" },
      ...Array.from({ length: 4 }, () => ({ status: "REFUSED", error: refused })),
    ]);
    expect(seen.events[5]?.error?.message).toContain("by the clock of another time zone");
  });

  it("an imported series that began years ago continues from the first day that is still stored, in step with its past", async () => {
    const { read, listed } = await createOfficeForIcsImport(api);
    const biweekly = buildIcsEventLines(
      "old",
      "DTSTART;TZID=Europe/Vienna:20150105T060000",
      "DURATION:PT8H",
      "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
    );
    const { events } = await read(buildIcsCalendarText(biweekly));
    const since = (events[0]?.start_date ?? "") as string;
    expect(since > "2025-10-13" && since < "2025-10-29").toBe(true);
    expect((Date.parse(since) - Date.parse("2015-01-05")) % (14 * 86_400_000)).toBe(0);
    const times = (await listed("2026-11-17", "2026-12-31"))[0]?.occurrences ?? [];
    expect(times.map(({ date }) => (Date.parse(date) - Date.parse("2015-01-05")) % (14 * 86_400_000))).toEqual(
      times.map(() => 0),
    );
    expect(await read(buildIcsCalendarText(biweekly))).toMatchObject({ created: 0, unchanged: 1 });
  });

  it("imported all-day events of more than 31 days recur daily, and others of that length are refused with advice", async () => {
    const { check } = await createOfficeForIcsImport(api);
    const { events } = await check(
      buildIcsCalendarText(
        buildIcsEventLines("leave", "DTSTART;VALUE=DATE:20270101", "DTEND;VALUE=DATE:20270401"),
        buildIcsEventLines("long", "DTSTART:20270101T080000", "DTEND:20270301T170000"),
      ),
      {},
    );
    expect(events).toMatchObject([
      { status: "WOULD_CREATE", recurrence: "FREQ=DAILY;COUNT=90", end_date: "2027-01-02" },
      {
        status: "REFUSED",
        error: {
          code: "LIMIT_EXCEEDED",
          message: "An event lasts 31 days at most. Let a longer one come again daily, or divide it.",
        },
      },
    ]);
  });

  it("imported events are refused one by one, with the error of a single event and the property that is wrong", async () => {
    expect(
      await outcomesOf(
        timedIcsEvent("hourly", "RRULE:FREQ=HOURLY"),
        timedIcsEvent("leap", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
        timedIcsEvent("extra", "RDATE:20261205T080000"),
        timedIcsEvent("two rules", "RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=WEEKLY;COUNT=2"),
        timedIcsEvent("from then on", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T080000"),
        buildIcsEventLines("mars", "DTSTART;TZID=Mars/Olympus:20261202T080000", "DURATION:PT1H"),
        buildIcsEventLines("no start", "SUMMARY:Nothing"),
        buildIcsEventLines("no end", "DTSTART:20261202T080000"),
        buildIcsEventLines("backwards", "DTSTART:20261202T080000", "DTEND:20261202T070000"),
        buildIcsEventLines("31 June", "DTSTART;VALUE=DATE:20270631"),
        buildIcsEventLines("mixed", "DTSTART;VALUE=DATE:20270601", "DTEND:20270602T080000"),
        buildIcsEventLines("far", "DTSTART;VALUE=DATE:20990101"),
        timedIcsEvent("twice"),
        buildIcsEventLines("twice", "DTSTART:20261203T080000", "DTEND:20261203T100000"),
        timedIcsEvent("twice"),
        buildIcsEventLines("broken", 'DTSTART;TZID="Vienna:20261203T080000', "DTEND:20261203T100000"),
      ),
    ).toEqual([
      "VALIDATION_FAILED recurrence recurrence",
      "FIELD_COMBINATION_INVALID start_at,recurrence",
      "VALIDATION_FAILED RDATE recurrence_dates",
      "VALIDATION_FAILED RRULE recurrence",
      "VALIDATION_FAILED RECURRENCE-ID recurrence_range",
      "VALIDATION_FAILED DTSTART timezone",
      "VALIDATION_FAILED DTSTART required",
      "TIME_RANGE_INVALID 2026-12-02T08:00:00 2026-12-02T08:00:00",
      "TIME_RANGE_INVALID 2026-12-02T08:00:00 2026-12-02T07:00:00",
      "VALIDATION_FAILED DTSTART format",
      "FIELD_COMBINATION_INVALID DTSTART,DTEND",
      "TIME_OUT_OF_RANGE start_at",
      "WOULD_CREATE",
      "RESOURCE_ALREADY_EXISTS UID",
      "UNCHANGED",
      "VALIDATION_FAILED DTSTART format",
    ]);
  });

  it("refusals of imported events are in the caller's language, and titles lose characters that reverse or hide letters", async () => {
    const { office, check, request } = await createOfficeForIcsImport(api);
    const answer = await fetch(`${api.url}/api/v1/calendars/default/events/import`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${office.session.token}`,
        "content-type": "application/json",
        "accept-language": "de-AT, en;q=0.5",
      },
      body: JSON.stringify({
        ...request,
        ics: buildIcsCalendarText(timedIcsEvent("extra", "RDATE:20261205T080000")),
        dry_run: true,
      }),
    });
    expect(await answer.text()).toContain("Tragen Sie diese als eigene Termine ein.");
    const { events } = await check(
      buildIcsCalendarText(timedIcsEvent("rtl", "SUMMARY:Dienst\u202E\u0007 tse\u200FT", "RRULE:FREQ=SECONDLY")),
    );
    expect(events).toMatchObject([{ summary: "Dienst tseT", status: "REFUSED" }]);
    await expect(check(buildIcsCalendarText(timedIcsEvent("nul", "SUMMARY:a\u0000b")))).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });

  it("an import of calendar events requires the right to write events of that person or vehicle", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const grants = ["readCalendars", "writeCalendars", "createVehicle"];
    const company = await api.bearer({ tenant, grants });
    const aVehicle = async (branch_id: string | null) =>
      (
        await company.createVehicle({
          license_plate: `G ${branch_id?.slice(0, 8)}`,
          description: "",
          active: true,
          capacity: 2,
          branch_id,
        })
      ).id;
    const [ofNorth, ofSouth, ofCompany] = [await aVehicle(north), await aVehicle(south), await aVehicle(null)];
    const northern = await api.bearer({ tenant, grants, branchIds: [north] });
    const reader = await api.bearer({ tenant, grants: ["readCalendars"] });
    const stranger = await api.bearer({ grants });
    for (const dry_run of [true, false]) {
      const codeFor = (session: typeof company, resource_id: string) =>
        session
          .importCalendarEvents({
            ics: buildIcsCalendarText(timedIcsEvent("shift")),
            resource_type: "VEHICLE",
            resource_id,
            event_type: "SCHEDULED_SHIFT",
            dry_run,
          })
          .then(
            ({ events }) => events[0]?.status,
            (refusal: { code: string }) => refusal.code,
          );
      expect(await codeFor(northern, ofNorth)).toBe(dry_run ? "WOULD_CREATE" : "CREATED");
      expect(await codeFor(northern, ofSouth)).toBe("REFERENCE_NOT_FOUND");
      expect(await codeFor(northern, ofCompany)).toBe("BRANCH_ACCESS_DENIED");
      expect(await codeFor(stranger, ofNorth)).toBe("REFERENCE_NOT_FOUND");
      expect(await codeFor(reader, ofNorth)).toBe("AUTH_GRANT_MISSING");
    }
    expect(await company.getDefaultCalendarEvents({ from: "2026-12-01", to: "2026-12-31" })).toHaveLength(1);
  });

  it("each imported event is announced on the live stream", async () => {
    const office = await api.signIn("getDashboard", "getAreas", "readCalendars", "writeCalendars");
    const { reading } = await listenToStream({ url: api.url, session: office }, "the end");
    const read = (dry_run: boolean) =>
      office.importCalendarEvents({
        ics: buildIcsCalendarText(timedIcsEvent("one"), timedIcsEvent("two")),
        resource_type: "USER",
        resource_id: office.session.user_id as string,
        event_type: "UNAVAILABLE",
        dry_run,
      });
    await read(true);
    const { events } = await read(false);
    await api.db.transaction(office.session.tenant.id, async (tx) => announceTitledEvent(tx, "the end"));
    const told = (await reading).flatMap((message) => (message.type === "calendar" ? [message.data] : []));
    expect(told.map(({ event_id, change }) => [event_id, change])).toEqual(
      events.map(({ event_id }) => [event_id, "created"]),
    );
  });
});
