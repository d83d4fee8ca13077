/** The Monday that readers see; runs use a future one instead, and all days keep their distance from it. */
const SHOWN_MONDAY = "2027-05-03";
const DAY_MS = 86_400_000;

const dayAtInstant = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const moveDay = (day: string, from: string, to: string) =>
  dayAtInstant(Date.parse(day) - Date.parse(from) + Date.parse(to));

/** A Monday in a week or two, which no calendar refuses. */
export function mondayAtLeastAWeekAhead(now: Date): string {
  const inWeek = now.getTime() + 7 * DAY_MS;
  return dayAtInstant(inWeek + ((8 - new Date(inWeek).getUTCDay()) % 7) * DAY_MS);
}

/** The day that readers see instead of one of a run. */
export const moveDayToShownWeek = (day: string, monday: string) => moveDay(day, monday, SHOWN_MONDAY);

/** A calendar file that is written for the shown Monday, moved to that of a run. */
export const moveCalendarFileToWeek = (monday: string, ics: string) =>
  ics.replaceAll(/\b\d{8}(?=T\d{6}\b)/g, (found) => {
    const day = `${found.slice(0, 4)}-${found.slice(4, 6)}-${found.slice(6)}`;
    return moveDay(day, SHOWN_MONDAY, monday).replaceAll("-", "");
  });
