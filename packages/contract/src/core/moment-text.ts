/** Spells a moment as the database does in all answers: with an offset, and no more digits than it takes. */
export const formatUtcTimestamp = (moment: Date) => moment.toISOString().replace(/(\.?0+)?Z$/, "+00:00");

/** Language and time zone, by its IANA name, of the people who read a text. */
export interface TextReaders {
  readonly language: string;
  readonly timezone: string;
}

const MINUTE_PARTS = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "shortOffset",
} as const;

/** By how much clocks go back, in milliseconds: half an hour on Lord Howe Island, two hours at Troll in Antarctica. */
const CLOCK_CHANGES_MS = [3_600_000, 1_800_000, 7_200_000];

/**
 * Spells a moment for a text that people read, in their local time to the minute: `02.07.2026 10:15` in German, and
 * `2026-07-02 10:15` otherwise. In the hour that clocks repeat the offset follows: `25.10.2026 02:30 (UTC+1)`. Put
 * together from its parts, so that no release of Node changes the spelling.
 */
export function formatLocalMinute(moment: string, { language, timezone }: TextReaders): string {
  const format = new Intl.DateTimeFormat("en-US", { ...MINUTE_PARTS, timeZone: timezone });
  const instant = Date.parse(moment);
  const spellingsAt = (shiftMs: number) => spellMinute(format.formatToParts(instant + shiftMs), language);
  const { minute, offset } = spellingsAt(0);
  const isRepeated = CLOCK_CHANGES_MS.some((change) =>
    [spellingsAt(change), spellingsAt(-change)].some((other) => other.minute === minute),
  );
  return isRepeated ? `${minute} (${offset})` : minute;
}

function spellMinute(parts: readonly Intl.DateTimeFormatPart[], language: string) {
  const valueOf = (wanted: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value ?? "";
  const day = [valueOf("year"), valueOf("month"), valueOf("day")];
  const written = language === "de" ? day.toReversed().join(".") : day.join("-");
  return {
    minute: `${written} ${valueOf("hour")}:${valueOf("minute")}`,
    offset: valueOf("timeZoneName").replace(/^GMT(\+0$)?/, "UTC"),
  };
}
