import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../../testing/start-api";
import { buildIcsEventLines, createOfficeForIcsImport, buildIcsCalendarText } from "./ics-testkit";

const repeatIcsEvent = (count: number, ...lines: readonly string[]) =>
  Array.from({ length: count }, (_, index) => ["BEGIN:VEVENT", `UID:${index}`, ...lines, "END:VEVENT"]).flat();

describe("files that are no calendars, or more than one", () => {
  const api = startApi();

  it("an import refuses a file that is not a calendar or contains several, and writes nothing", async () => {
    const { office, read, request } = await createOfficeForIcsImport(api);
    const whole = buildIcsCalendarText(buildIcsEventLines("one", "DTSTART;VALUE=DATE:20261224"));
    const refusalOf = (ics: string) =>
      read(ics).then(
        ({ events }) => `${events.length} events`,
        ({ code, args }: { code: string; args: readonly { value: string }[] }) => `${code} ${args[0]?.value}`,
      );
    expect(await refusalOf("license_plate;active\nG 1;yes\n")).toBe("FILE_CONTENT_INVALID NOT_ICALENDAR");
    expect(await refusalOf("BEGIN:VCARD\nVERSION:4.0\nFN:A\nEND:VCARD\n")).toBe("FILE_CONTENT_INVALID NOT_ICALENDAR");
    expect(await refusalOf("\uFEFF\r\n \r\n")).toBe("FILE_CONTENT_INVALID EMPTY");
    expect(await refusalOf("BEGIN:VCALENDAR\nEND:VCALENDAR")).toBe("0 events");
    for (const length of [20, 80, 120, whole.length - 20])
      expect(await refusalOf(whole.slice(0, length)), `${length} letters`).toMatch(
        /^FILE_CONTENT_INVALID (DAMAGED|NOT_)/,
      );
    expect(await refusalOf(`BEGIN:VCALENDAR\n${"BEGIN:VEVENT\n".repeat(60_000)}`)).toBe(
      "FILE_CONTENT_INVALID TOO_COMPLEX",
    );
    expect(await refusalOf("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\nEND:VEVENT\n")).toBe(
      "FILE_CONTENT_INVALID DAMAGED",
    );
    expect(await refusalOf(buildIcsCalendarText(repeatIcsEvent(10_000, "DTSTART;VALUE=DATE:20261224")))).toBe(
      "LIMIT_EXCEEDED 5000",
    );
    expect(
      await refusalOf(buildIcsCalendarText(repeatIcsEvent(101, "DTSTART;VALUE=DATE:20261224", "RRULE:FREQ=MONTHLY"))),
    ).toBe("LIMIT_EXCEEDED 100");
    await expect(read("a".repeat(1_000_001))).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(read("a".repeat(1_100_000))).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    const none = { ...request, ics: whole, calendar_id: "0b5e7a1c-3d2f-4a6b-8c9d-1e2f3a4b5c6d", dry_run: true };
    await expect(office.importCalendarEvents(none)).rejects.toMatchObject({ code: "REFERENCE_NOT_FOUND" });
    expect(await office.getCalendars()).toEqual([]);
  });

  it("an imported event with one endless line or an invalid time zone is refused, and the others are accepted", async () => {
    const { check } = await createOfficeForIcsImport(api);
    const rules = ["BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"];
    const each = (rule: string) => [...rules, `RRULE:${rule}`, "END:STANDARD"];
    const zone = (tzid: string, ...lines: readonly string[]) => [
      "BEGIN:VTIMEZONE",
      `TZID:${tzid}`,
      ...lines,
      "END:VTIMEZONE",
    ];
    const inZone = (tzid: string) => buildIcsEventLines(tzid, `DTSTART;TZID=${tzid}:20261202T080000`, "DURATION:PT1H");
    const { events } = await check(
      buildIcsCalendarText(
        zone("Secondly", ...each("FREQ=SECONDLY")),
        zone("Never", ...each("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")),
        zone("Many", ...Array.from({ length: 90 }, () => each("FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10")).flat()),
        ...["Secondly", "Never", "Many", "Empty"].map(inZone),
        buildIcsEventLines("long", `DTSTART${";a=b".repeat(50_000)}:20261202T080000`, "DURATION:PT1H"),
        buildIcsEventLines("broken", "DTSTART", "DTEND:20261202T080000"),
        buildIcsEventLines("__proto__", "DTSTART;__proto__=1;VALUE=CONSTRUCTOR:20261202T080000", "DURATION:PT1H"),
      ),
    );
    expect(events.map(({ status, error }) => error?.args[1]?.value ?? status)).toEqual([
      "timezone",
      // The clock of this zone stays at the offset to which it was set once.
      "WOULD_CREATE",
      "timezone",
      "timezone",
      "format",
      "format",
      "format",
    ]);
  });

  it("an imported event with an endless duration is refused, and the others are accepted", async () => {
    const { check } = await createOfficeForIcsImport(api);
    const { events } = await check(
      buildIcsCalendarText(
        buildIcsEventLines("overflow", "DTSTART:20261202T080000", "DURATION:PT2500000000H"),
        buildIcsEventLines("aeons", "DTSTART:20261202T080000", "DURATION:PT99999999H"),
        buildIcsEventLines("end of calendar", "DTSTART:99991202T080000", "DURATION:P36600D"),
        buildIcsEventLines("last days", "DTSTART;VALUE=DATE:99991230", "DURATION:P36600D"),
        buildIcsEventLines("backwards", "DTSTART:20261202T080000", "DURATION:-PT1H"),
        buildIcsEventLines("an hour", "DTSTART:20261202T080000", "DURATION:PT1H"),
      ),
    );
    const outcomes = Object.fromEntries(events.map(({ uid, status, error }) => [uid, error?.code ?? status]));
    const refused = ["overflow", "aeons", "end of calendar", "last days", "backwards"];
    expect(outcomes).toEqual({
      ...Object.fromEntries(refused.map((uid) => [uid, "VALIDATION_FAILED"])),
      "an hour": "WOULD_CREATE",
    });
  });

  it("a calendar file of two thousand events is imported in one request, each event with its times", async () => {
    const { office, read } = await createOfficeForIcsImport(api);
    const ics = buildIcsCalendarText(repeatIcsEvent(2_000, "DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261226"));
    const done = await read(ics);
    expect(done).toMatchObject({ applied: true, created: 2_000 });
    const kept = await api.db.system.one(sql`
      select count(*) as events, (select count(*) from calendar_occurrences where tenant_id = ${office.session.tenant.id}) as times
      from calendar_events where tenant_id = ${office.session.tenant.id}`);
    expect(kept).toEqual({ events: 2_000, times: 2_000 });
    expect(await read(ics)).toMatchObject({ created: 0, unchanged: 2_000 });
  });
});
