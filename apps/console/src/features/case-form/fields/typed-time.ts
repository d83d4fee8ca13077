import { type PlainDate, type PlainTime, Temporal, type ZonedDateTime } from "#shared/text/temporal.ts";

/**
 * Clock for reading days and times as they are typed during a call. Everything is in the tenant's zone, `now` included.
 */
export interface TypedTimeClock {
  readonly now: ZonedDateTime;
  /** Whether an incomplete day or time means the last such one, instead of the next. */
  readonly isPast: boolean;
}

const dayWordOffsets: Readonly<Record<string, number>> = {
  heute: 0,
  today: 0,
  gestern: -1,
  yesterday: -1,
  vorgestern: -2,
  morgen: 1,
  tomorrow: 1,
  übermorgen: 2,
  uebermorgen: 2,
};
const nowWords = new Set(["sofort", "jetzt", "now", "asap"]);

/** Reads a day: `1.3.`, `1.3.41`, `010341`, `2026-03-01`, `gestern`; undefined when the text is no day. */
export function parseTypedDay(text: string, { now, isPast }: TypedTimeClock): PlainDate | undefined {
  const typed = text.trim().toLowerCase();
  const offset = dayWordOffsets[typed];
  const today = now.toPlainDate();
  if (offset !== undefined) return today.add({ days: offset });
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return validDate({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
  const local =
    /^(\d{1,2})[./ ](\d{1,2})\.?(?:[./ ]?(\d{4}|\d{2}))?$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed);
  if (!local) return undefined;
  const [day, month] = [Number(local[1]), Number(local[2])];
  if (local[3] !== undefined) return validDate({ year: parseYear(local[3], { now, isPast }), month, day });
  return nearestYearlyDay({ month, day }, { today, isPast });
}

/** Years between two days of 29 February at most, such as 2096 and 2104. */
const LEAP_YEARS_APART = 8;
/** The next such day of a year, or the last one in a field for the past; undefined when no year has it. */
function nearestYearlyDay(
  parts: { month: number; day: number },
  { today, isPast }: { today: PlainDate; isPast: boolean },
): PlainDate | undefined {
  const direction = isPast ? -1 : 1;
  for (let years = 0; years <= LEAP_YEARS_APART; years++) {
    const day = validDate({ ...parts, year: today.year + direction * years });
    if (day && Temporal.PlainDate.compare(day, today) * direction >= 0) return day;
  }
  return undefined;
}

/** Maximum number of years that a two-digit year may be ahead in a field for the future. */
const TWO_DIGIT_YEARS_AHEAD = 30;
function parseYear(digits: string, { now, isPast }: TypedTimeClock): number {
  if (digits.length === 4) return Number(digits);
  const year = Math.floor(now.year / 100) * 100 + Number(digits);
  return year > now.year + (isPast ? 0 : TWO_DIGIT_YEARS_AHEAD) ? year - 100 : year;
}

const validDate = (parts: { year: number; month: number; day: number }) => {
  try {
    return Temporal.PlainDate.from(parts, { overflow: "reject" });
  } catch {
    return undefined;
  }
};

const TIME_PATTERN = /^(\d{1,2})(?::(\d{2})|(\d{2}))?(?: ?(?:uhr|h))?$/;
function parseTypedTime(text: string): PlainTime | undefined {
  const found = TIME_PATTERN.exec(text);
  if (!found) return undefined;
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? found[3] ?? 0)];
  return hour < 24 && minute < 60 ? Temporal.PlainTime.from({ hour, minute }) : undefined;
}

/**
 * Hours around now within which a time alone is today's; farther on the wrong side of now another day must be meant.
 */
const SAME_DAY_HOURS = 6;

/**
 * Reads a moment: `14:30`, `1430`, `+90`, `1h`, `morgen 8`, `22.11. 9:30`, `sofort`; undefined when the text is none. An
 * offset (`25.10. 2:30 +01:00`) tells apart the two times of the hour that comes twice when clocks go back.
 */
export function parseTypedMoment(text: string, clock: TypedTimeClock): ZonedDateTime | undefined {
  const typed = text
    .trim()
    .toLowerCase()
    .replace("t", (letter, at: number) =>
      // Replaces only the T of `2026-11-21T09:30`, and not the T of a word.
      at === 10 ? " " : letter,
    );
  const { now } = clock;
  if (nowWords.has(typed)) return now.round({ smallestUnit: "minute", roundingMode: "floor" });
  const ahead = parseRelativeTime(typed);
  if (ahead) return now.add(ahead).round({ smallestUnit: "minute", roundingMode: "floor" });
  const [, local = typed, offset] = /^(.*\S) +([+-]\d{2}:\d{2})$/.exec(typed) ?? [];
  const read = parseLocalMoment(local, clock);
  return read && momentOfOffset(read, { clock, offset });
}

function parseLocalMoment(typed: string, clock: TypedTimeClock): ZonedDateTime | undefined {
  const { now, isPast } = clock;
  const alone = parseTypedTime(typed);
  if (alone) {
    const today = now.withPlainTime(alone);
    const hours = today.since(now).total("hours");
    if (isPast) return hours > SAME_DAY_HOURS ? today.subtract({ days: 1 }) : today;
    return hours < -SAME_DAY_HOURS ? today.add({ days: 1 }) : today;
  }
  const split = /^(\S+),? +(?:um |at )?(\S+(?: ?(?:uhr|h))?)$/.exec(typed);
  const day = split && parseTypedDay((split[1] as string).replace(/,$/, ""), clock);
  const time = split && parseTypedTime(split[2] as string);
  return day && time ? day.toZonedDateTime({ timeZone: now.timeZoneId, plainTime: time }) : undefined;
}

/** Both moments that have this local time: they differ only in the hour that comes twice when clocks go back. */
function momentsOfLocalTime(moment: ZonedDateTime): readonly [earlier: ZonedDateTime, later: ZonedDateTime] {
  const [local, zone] = [moment.toPlainDateTime(), moment.timeZoneId];
  return [
    local.toZonedDateTime(zone, { disambiguation: "earlier" }),
    local.toZonedDateTime(zone, { disambiguation: "later" }),
  ];
}

/**
 * The moment of a local time that has this offset; undefined where neither has it. Without an offset it is the next
 * one, or the last one in a field for the past.
 */
function momentOfOffset(
  moment: ZonedDateTime,
  { clock: { now, isPast }, offset }: { clock: TypedTimeClock; offset: string | undefined },
): ZonedDateTime | undefined {
  const [earlier, later] = momentsOfLocalTime(moment);
  if (offset !== undefined) return [earlier, later].find((one) => one.offset === offset);
  const isEarlier = isPast
    ? Temporal.ZonedDateTime.compare(later, now) > 0
    : Temporal.ZonedDateTime.compare(earlier, now) >= 0;
  return isEarlier ? earlier : later;
}

function parseRelativeTime(typed: string): { minutes: number } | { hours: number } | undefined {
  const found = /^\+ ?(\d{1,4}) ?(h|std|m|min)?$/.exec(typed) ?? /^(?:in )?(\d{1,3}) ?(h|std|min)$/.exec(typed);
  if (!found) return undefined;
  const amount = Number(found[1]);
  return found[2] === "h" || found[2] === "std" ? { hours: amount } : { minutes: amount };
}

/** Writes a day in a form that can be read back: `05.03.2026` in German, `2026-03-05` in all other languages. */
export const formatTypedDay = (day: PlainDate, locale: string) =>
  locale === "de"
    ? `${twoDigits(day.day)}.${twoDigits(day.month)}.${String(day.year).padStart(4, "0")}`
    : day.toString();
/** Writes a moment in a form that can be read back: with its offset only where its local time comes twice. */
export function formatTypedMoment(moment: ZonedDateTime, locale: string): string {
  const local = `${formatTypedDay(moment.toPlainDate(), locale)} ${twoDigits(moment.hour)}:${twoDigits(moment.minute)}`;
  const [earlier, later] = momentsOfLocalTime(moment);
  return earlier.equals(later) ? local : `${local} ${moment.offset}`;
}
const twoDigits = (number: number) => String(number).padStart(2, "0");
