import type { TestApi } from "../../../testing/start-api";

/** Text of an .ics file with these components, as a calendar program writes it. */
export const buildIcsCalendarText = (...parts: readonly (string | readonly string[])[]) =>
  `${["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...parts.flat(), "END:VCALENDAR"].join("\r\n")}\r\n`;

export const buildIcsEventLines = (uid: string, ...lines: readonly string[]) => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  "DTSTAMP:20261101T080000Z",
  ...lines,
  "END:VEVENT",
];

/** Zone of Vienna as Outlook describes it, under a name that no other program knows. */
export const outlookViennaTimezoneLines = [
  "BEGIN:VTIMEZONE",
  "TZID:W. Europe Standard Time",
  "BEGIN:STANDARD",
  "DTSTART:16010101T030000",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

/** Zone of New York as Outlook describes it. */
export const outlookNewYorkTimezoneLines = [
  "BEGIN:VTIMEZONE",
  "TZID:Eastern Standard Time",
  "BEGIN:STANDARD",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:-0400",
  "TZOFFSETTO:-0500",
  "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:-0500",
  "TZOFFSETTO:-0400",
  "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

const grants = ["readCalendars", "writeCalendars", "createVehicle"];

export async function createOfficeForIcsImport(api: TestApi) {
  // The clock is frozen, so that today is the same day until the test has finished.
  api.clock.freeze();
  const office = await api.signIn(...grants);
  const { id } = await office.createVehicle({ license_plate: "G 1", description: "", active: true, capacity: 2 });
  const request = { resource_type: "VEHICLE", resource_id: id, event_type: "UNAVAILABLE" } as const;
  const read = (ics: string, more: object = {}) =>
    office.importCalendarEvents({ ...request, ics, dry_run: false, ...more });
  const check = (ics: string, more: object = {}) => read(ics, { dry_run: true, ...more });
  const listed = (from = "2026-11-01", to = "2027-11-30") => office.getDefaultCalendarEvents({ from, to });
  return { office, vehicle_id: id, request, read, check, listed };
}
