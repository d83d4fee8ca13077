/** Writes iCalendar (RFC 5545), the format that calendar programs read. */
export interface CalendarFeedEventTime {
  readonly uid: string;
  readonly starts_at: string;
  readonly ends_at: string;
  /** First day of an all-day event, and the day after its last; null for other events. */
  readonly days: readonly [from: string, to: string] | null;
  readonly summary: string;
  readonly changed_at: string;
}

export function formatIcsCalendar(name: string, times: readonly CalendarFeedEventTime[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Leitstand//Calendar feed//EN",
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escapeIcsText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...times.flatMap((time) => [
      "BEGIN:VEVENT",
      `UID:${escapeIcsText(time.uid)}`,
      `DTSTAMP:${formatIcsMoment(time.changed_at)}`,
      ...icsStartAndEnd(time),
      `SUMMARY:${escapeIcsText(time.summary)}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return `${lines.map(foldIcsLine).join("\r\n")}\r\n`;
}

function icsStartAndEnd({ starts_at, ends_at, days }: CalendarFeedEventTime): readonly string[] {
  if (days === null) return [`DTSTART:${formatIcsMoment(starts_at)}`, `DTEND:${formatIcsMoment(ends_at)}`];
  const [from, to] = days.map((day) => day.replaceAll("-", ""));
  return [`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`];
}

const formatIcsMoment = (moment: string) => `${new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
const escapeIcsText = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);

/** Folds a line into lines of at most 75 bytes; continued lines begin with a blank, and no character is cut in two. */
function foldIcsLine(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > 75) {
      parts.push(part);
      part = " ";
    }
    part += letter;
  }
  return [...parts, part].join("\r\n");
}
