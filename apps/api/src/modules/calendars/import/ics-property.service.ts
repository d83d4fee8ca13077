import ICAL from "ical.js";
import type { IcsComponent } from "./ics-parts";

/**
 * Property of an event as ical.js reads it: moments as `2026-11-23T22:00:00`, with a `Z` in UTC, days as `2026-11-23`.
 */
export interface IcsProperty {
  /** Name in upper case, as files write it. */
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly values: readonly unknown[];
  /** Value as it is written, after the colon. */
  readonly raw: string;
}
export type IcsPropertiesByName = ReadonlyMap<string, readonly IcsProperty[]>;

/**
 * Longest line: two years of daily exclusions take so many characters, or so many lines (LINES_MAX); no property that
 * is read is longer.
 */
const ICS_LINE_LENGTH_MAX = 20_000;
const ICS_LINES_PER_PROPERTY_MAX = 1_000;
/** Maximum number of characters before the colon, where the name of a zone is the longest part. */
const ICS_PARAMETERS_LENGTH_MAX = 500;

interface ParsedIcsProperties {
  readonly known: IcsPropertiesByName;
  /** Names of the properties that cannot be read. */
  readonly broken: readonly string[];
}
const parsedPropertiesCache = new WeakMap<Pick<IcsComponent, "lines">, ParsedIcsProperties>();

export function parseIcsProperties(part: Pick<IcsComponent, "lines">): ParsedIcsProperties {
  const before = parsedPropertiesCache.get(part);
  if (before) return before;
  const known = new Map<string, IcsProperty[]>();
  const broken: string[] = [];
  for (const [index, line] of part.lines.entries()) {
    const name = /^[A-Z-]+/i.exec(line)?.[0].toUpperCase() ?? "";
    const isShort =
      index < ICS_LINES_PER_PROPERTY_MAX &&
      line.length <= ICS_LINE_LENGTH_MAX &&
      line.indexOf(":") <= ICS_PARAMETERS_LENGTH_MAX;
    const property = isShort ? parseIcsLine(name, line) : undefined;
    const others = known.get(name);
    if (!property) broken.push(name);
    else if (others) others.push(property);
    else known.set(name, [property]);
  }
  const result = { known, broken };
  parsedPropertiesCache.set(part, result);
  return result;
}

function parseIcsLine(name: string, line: string): IcsProperty | undefined {
  if (!line.includes(":")) return undefined;
  const raw = line.slice(line.indexOf(":") + 1);
  // Rules are read by the product's own parser, which accepts fewer of them.
  if (name === "RRULE") return { name, params: {}, values: [raw], raw };
  try {
    const [, params, , ...values] = ICAL.parse.property(line) as [
      string,
      Record<string, unknown>,
      string,
      ...unknown[],
    ];
    return { name, params, values, raw };
  } catch {
    return undefined;
  }
}

export const readIcsTextProperty = (properties: IcsPropertiesByName, name: string): string | undefined => {
  const value = properties.get(name)?.[0]?.values[0];
  return typeof value === "string" ? value : undefined;
};

/** Time in a file: a day, a moment in UTC, or a local time in a zone (null for the tenant's). */
export type IcsTime =
  | { readonly kind: "DAY"; readonly day: string }
  | { readonly kind: "UTC"; readonly moment: string }
  | { readonly kind: "LOCAL"; readonly local: string; readonly zone: string | null };

/** Times of a property; undefined when one of its values is no time. */
export function parseIcsTimesOfProperty({ params, values }: IcsProperty): readonly IcsTime[] | undefined {
  const zone = typeof params["tzid"] === "string" ? params["tzid"] : null;
  const times = values.map((value) => parseIcsTime(String(value), zone));
  return times.every((time) => time !== undefined) ? times : undefined;
}

function parseIcsTime(value: string, zone: string | null): IcsTime | undefined {
  const [, day, time, utc] = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T([0-9]{2}:[0-9]{2}:[0-9]{2})(Z?))?$/.exec(value) ?? [];
  const local = `${day}T${time ?? "00:00:00"}`;
  const known = new Date(`${local}Z`);
  if (day === undefined || Number.isNaN(known.getTime()) || !known.toISOString().startsWith(local)) return undefined;
  if (known.getTime() < EARLIEST_ICS_MOMENT || known.getTime() > LATEST_ICS_MOMENT) return undefined;
  if (time === undefined) return { kind: "DAY", day };
  return utc === "Z" ? { kind: "UTC", moment: `${local}Z` } : { kind: "LOCAL", local, zone };
}

/** Range of plausible times: others are mistakes, and recurrences up to them would take long to compute. */
const EARLIEST_ICS_MOMENT = Date.UTC(1900);
const LATEST_ICS_MOMENT = Date.UTC(2200);

/**
 * Duration of a property, in days by the calendar and hours by the clock (RFC 5545, 3.3.6). Undefined when it is
 * invalid or negative.
 */
export function parseIcsDuration({
  raw,
}: IcsProperty): { readonly days: number; readonly seconds: number } | undefined {
  try {
    const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(raw);
    if (isNegative) return undefined;
    return { days: weeks * 7 + days, seconds: hours * 3600 + minutes * 60 + seconds };
  } catch {
    return undefined;
  }
}
