/** The Monday that readers see; runs of samples have one ahead of them instead, and all days are as far from theirs. */
const SHOWN_MONDAY = "2027-05-03";
const DAY_MS = 86_400_000;

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const moved = (day: string, from: string, to: string) => dayAt(Date.parse(day) - Date.parse(from) + Date.parse(to));

/** In a week or two: no calendar refuses it. */
export function mondayAhead(now: Date): string {
  const inWeek = now.getTime() + 7 * DAY_MS;
  return dayAt(inWeek + ((8 - new Date(inWeek).getUTCDay()) % 7) * DAY_MS);
}

/** The day that readers see instead of one of a run. */
export const asShown = (day: string, monday: string) => moved(day, monday, SHOWN_MONDAY);

/** A calendar file that is written for the Monday that readers see, for one of a run. */
export const movedTo = (monday: string, ics: string) =>
  ics.replaceAll(/\b\d{8}(?=T\d{6}\b)/g, (found) => {
    const day = `${found.slice(0, 4)}-${found.slice(4, 6)}-${found.slice(6)}`;
    return moved(day, SHOWN_MONDAY, monday).replaceAll("-", "");
  });
