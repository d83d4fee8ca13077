/** Local times of a zone for exports. */

const QUARTER_HOUR_MS = 900_000;
const DAY_MS = 86_400_000;
/**
 * Maximum number of offsets in the cache: rows come in the order of their times, so those of a few weeks are enough.
 */
const CACHED_OFFSETS_MAX = 4_000;

/**
 * Local times of one zone. Offsets change at quarters of an hour at the earliest (of UTC), so each is looked up once: a
 * formatter for every cell of a million rows would take minutes.
 */
export class LocalTimeFormatter {
  private readonly offsets = new Map<number, number>();
  private readonly parts: Intl.DateTimeFormat;

  /** @param timeZone by its IANA name */
  constructor(readonly timeZone: string) {
    this.parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  }

  /** Milliseconds that local clocks are ahead of UTC. */
  offsetAt(instant: number): number {
    const quarter = Math.floor(instant / QUARTER_HOUR_MS);
    const known = this.offsets.get(quarter);
    if (known !== undefined) return known;
    const offset = this.lookUp(quarter * QUARTER_HOUR_MS);
    if (this.offsets.size >= CACHED_OFFSETS_MAX) this.offsets.clear();
    this.offsets.set(quarter, offset);
    return offset;
  }

  /** Milliseconds of the local time, as if it were UTC. */
  shownAt = (instant: number): number => instant + this.offsetAt(instant);

  /** Local time with its offset, `2026-10-25 02:30:00 +01:00`, which is unambiguous in the hour that clocks repeat. */
  format(instant: number): string {
    const offset = this.offsetAt(instant);
    const shown = new Date(instant + offset).toISOString();
    const minutes = Math.abs(offset) / 60_000;
    const sign = offset < 0 ? "-" : "+";
    return `${shown.slice(0, 10)} ${shown.slice(11, 19)} ${sign}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`;
  }

  private lookUp(instant: number): number {
    const name = this.parts.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
    const [, sign, hours = "0", minutes = "0"] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  }
}

const twoDigits = (number: number) => String(Math.floor(number)).padStart(2, "0");

/** Day a number of days after another, `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Number of days from one to another, both included; 0 or less when they are in the wrong order. */
export const countDaysInclusive = (first: string, last: string): number =>
  (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS + 1;
