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
} as const;

/**
 * Spells a moment for a text that people read, in their local time to the minute: `02.07.2026 10:15` in German, and
 * `2026-07-02 10:15` otherwise. Put together from its parts, so that no release of Node changes the spelling.
 */
export function formatLocalMinute(moment: string, { language, timezone }: TextReaders): string {
  const parts = new Intl.DateTimeFormat("en-US", { ...MINUTE_PARTS, timeZone: timezone }).formatToParts(
    new Date(moment),
  );
  const valueOf = (wanted: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value ?? "";
  const day = [valueOf("year"), valueOf("month"), valueOf("day")];
  const written = language === "de" ? day.toReversed().join(".") : day.join("-");
  return `${written} ${valueOf("hour")}:${valueOf("minute")}`;
}
