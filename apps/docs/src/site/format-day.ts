const MONTH_NAMES = "January February March April May June July August September October November December".split(" ");

/** Formats `2026-11-22` as 22 November 2026, independent of the browser's language and zone. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${date} ${MONTH_NAMES[(month ?? 1) - 1]} ${year}`;
}
