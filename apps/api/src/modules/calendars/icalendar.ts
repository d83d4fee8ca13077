/** Writes iCalendar (RFC 5545), the format that calendar programs read. */
export interface FeedTime {
  readonly uid: string;
  readonly starts_at: string;
  readonly ends_at: string;
  /** First day of an all-day event, and the day after its last; null for other events. */
  readonly days: readonly [from: string, to: string] | null;
  readonly summary: string;
  readonly changed_at: string;
}

export function writeCalendar(name: string, times: readonly FeedTime[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Leitstand//Calendar feed//EN",
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...times.flatMap((time) => [
      "BEGIN:VEVENT",
      `UID:${escaped(time.uid)}`,
      `DTSTAMP:${momentText(time.changed_at)}`,
      ...boundsOf(time),
      `SUMMARY:${escaped(time.summary)}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

function boundsOf({ starts_at, ends_at, days }: FeedTime): readonly string[] {
  if (days === null) return [`DTSTART:${momentText(starts_at)}`, `DTEND:${momentText(ends_at)}`];
  const [from, to] = days.map((day) => day.replaceAll("-", ""));
  return [`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`];
}

const momentText = (moment: string) => `${new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);

/** Folds a line into lines of at most 75 bytes; continued lines begin with a blank, and no character is cut in two. */
function folded(line: string): string {
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
