/**
 * Cuts an .ics file into its events and time zones, line by line (RFC 5545, 3.1); other modules read what the lines
 * mean.
 */
export interface IcsComponent {
  readonly name: string;
  /** Line of the file on which the part begins. */
  readonly line: number;
  /** Lines that matter, unfolded: `DTSTART;VALUE=DATE:20261224`. */
  readonly lines: string[];
  readonly parts: IcsComponent[];
}
export interface IcsFile {
  readonly events: readonly IcsComponent[];
  readonly zones: readonly IcsComponent[];
}
export type IcsFault = "EMPTY" | "NOT_ICALENDAR" | "DAMAGED" | "TOO_COMPLEX";

/** Deepest nesting of parts: a calendar holds events, and these hold alarms; zones hold their rules. */
const ICS_NESTING_DEPTH_MAX = 8;
const KEPT_ICS_COMPONENTS = new Set(["VCALENDAR", "VEVENT", "VTIMEZONE", "STANDARD", "DAYLIGHT"]);
const EVENT_PROPERTY_NAMES = "UID SUMMARY CLASS STATUS DTSTART DTEND DURATION RRULE EXRULE RDATE EXDATE RECURRENCE-ID";
const ZONE_PROPERTY_NAMES = "TZID TZOFFSETFROM TZOFFSETTO X-LIC-LOCATION";
const KEPT_PROPERTY_NAMES = new Set(`${EVENT_PROPERTY_NAMES} ${ZONE_PROPERTY_NAMES}`.split(" "));

interface IcsLine {
  readonly text: string;
  readonly line: number;
}

export function parseIcsComponents(text: string): IcsFile | IcsFault {
  const lines = unfoldIcsLines(text.replace(/^\uFEFF/, ""));
  if (lines.length === 0) return "EMPTY";
  const file = new IcsComponentCollector();
  for (const line of lines) {
    const fault = file.add(line);
    if (fault) return fault;
  }
  return file.isWhole ? file : "DAMAGED";
}

class IcsComponentCollector {
  readonly events: IcsComponent[] = [];
  readonly zones: IcsComponent[] = [];
  private readonly open: IcsComponent[] = [];

  get isWhole() {
    return this.open.length === 0;
  }

  add({ text, line }: IcsLine): IcsFault | undefined {
    const [, name = "", value = ""] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/is.exec(text) ?? [];
    const word = name.toUpperCase();
    if (word === "BEGIN") return this.begin(value.trim().toUpperCase(), line);
    if (word === "END") return this.end(value.trim().toUpperCase());
    const part = this.open.at(-1);
    if (!part) return "NOT_ICALENDAR";
    // Texts of some programs continue in lines that are no valid calendar lines; the properties that matter stand on
    // whole lines.
    if (KEPT_PROPERTY_NAMES.has(/^[A-Z-]+/i.exec(text)?.[0].toUpperCase() ?? "")) part.lines.push(text);
    return undefined;
  }

  private begin(name: string, line: number): IcsFault | undefined {
    if (this.open.length === 0 && name !== "VCALENDAR") return "NOT_ICALENDAR";
    if (this.open.length === ICS_NESTING_DEPTH_MAX) return "TOO_COMPLEX";
    const part: IcsComponent = { name, line, lines: [], parts: [] };
    const within = this.open.at(-1);
    if (within?.name === "VTIMEZONE" && KEPT_ICS_COMPONENTS.has(name)) within.parts.push(part);
    if (within?.name === "VCALENDAR" && name === "VEVENT") this.events.push(part);
    if (within?.name === "VCALENDAR" && name === "VTIMEZONE") this.zones.push(part);
    this.open.push(part);
    return undefined;
  }

  private end(name: string): IcsFault | undefined {
    return this.open.pop()?.name === name ? undefined : "DAMAGED";
  }
}

/** Joins folded lines: a line that begins with a blank continues the one before; empty lines are skipped. */
function unfoldIcsLines(text: string): IcsLine[] {
  const lines: { pieces: string[]; line: number }[] = [];
  for (const [index, piece] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1);
    if (last && /^[ \t]/.test(piece)) last.pieces.push(piece.slice(1));
    else if (piece.trim() !== "") lines.push({ pieces: [piece], line: index + 1 });
  }
  return lines.map(({ pieces, line }) => ({ text: pieces.join(""), line }));
}
