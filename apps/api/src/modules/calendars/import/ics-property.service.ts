import ICAL from "ical.js";
import type { IcsPart } from "./ics-parts";

/** One property of an event as ical.js reads it; moments as `2026-11-23T22:00:00`, with a `Z` in UTC, days as `2026-11-23`. */
export interface IcsProperty {
  /** Upper case, as files write it. */
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly values: readonly unknown[];
  /** As it is written, after the colon. */
  readonly raw: string;
}
export type PropertiesByName = ReadonlyMap<string, readonly IcsProperty[]>;

/** A time each day for two years is left out on so many characters, or so many lines; nothing that we read is longer. */
const LINE_MAX = 20_000;
const LINES_MAX = 1_000;
/** Before the colon stands the name of a zone at most. */
const PARAMS_MAX = 500;

interface ReadProperties {
  readonly known: PropertiesByName;
  /** The names of those that cannot be read. */
  readonly broken: readonly string[];
}
const read = new WeakMap<Pick<IcsPart, "lines">, ReadProperties>();

export function readProperties(part: Pick<IcsPart, "lines">): ReadProperties {
  const before = read.get(part);
  if (before) return before;
  const known = new Map<string, IcsProperty[]>();
  const broken: string[] = [];
  for (const [index, line] of part.lines.entries()) {
    const name = /^[A-Z-]+/i.exec(line)?.[0].toUpperCase() ?? "";
    const isShort = index < LINES_MAX && line.length <= LINE_MAX && line.indexOf(":") <= PARAMS_MAX;
    const property = isShort ? parseLine(name, line) : undefined;
    const others = known.get(name);
    if (!property) broken.push(name);
    else if (others) others.push(property);
    else known.set(name, [property]);
  }
  const result = { known, broken };
  read.set(part, result);
  return result;
}

function parseLine(name: string, line: string): IcsProperty | undefined {
  if (!line.includes(":")) return undefined;
  const raw = line.slice(line.indexOf(":") + 1);
  // Rules are read by the product itself, which takes fewer of them.
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

export const textOf = (properties: PropertiesByName, name: string): string | undefined => {
  const value = properties.get(name)?.[0]?.values[0];
  return typeof value === "string" ? value : undefined;
};

/** When something is: on a day, at a moment in UTC, or when the clock of a zone (null: the tenant's) shows a time. */
export type IcsTime =
  | { readonly kind: "DAY"; readonly day: string }
  | { readonly kind: "UTC"; readonly moment: string }
  | { readonly kind: "LOCAL"; readonly local: string; readonly zone: string | null };

/** Undefined: one of its values is no time. */
export function timesOf({ params, values }: IcsProperty): readonly IcsTime[] | undefined {
  const zone = typeof params["tzid"] === "string" ? params["tzid"] : null;
  const times = values.map((value) => timeOf(String(value), zone));
  return times.every((time) => time !== undefined) ? times : undefined;
}

function timeOf(value: string, zone: string | null): IcsTime | undefined {
  const [, day, time, utc] = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T([0-9]{2}:[0-9]{2}:[0-9]{2})(Z?))?$/.exec(value) ?? [];
  const local = `${day}T${time ?? "00:00:00"}`;
  const known = new Date(`${local}Z`);
  if (day === undefined || Number.isNaN(known.getTime()) || !known.toISOString().startsWith(local)) return undefined;
  if (known.getTime() < EARLIEST || known.getTime() > LATEST) return undefined;
  if (time === undefined) return { kind: "DAY", day };
  return utc === "Z" ? { kind: "UTC", moment: `${local}Z` } : { kind: "LOCAL", local, zone };
}

/** Whatever lies beyond is a mistake, and would have to be counted through. */
const EARLIEST = Date.UTC(1900);
const LATEST = Date.UTC(2200);

/** Days count by the calendar, hours by the clock (RFC 5545, 3.3.6). Undefined: it is none, or goes back. */
export function durationOf({ raw }: IcsProperty): { readonly days: number; readonly seconds: number } | undefined {
  try {
    const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(raw);
    if (isNegative) return undefined;
    return { days: weeks * 7 + days, seconds: hours * 3600 + minutes * 60 + seconds };
  } catch {
    return undefined;
  }
}
