/** Minutes that a case is late; undefined when it is not. Closed cases are no longer late. */
export function minutesOverdue({ due_at, finalized }: { due_at: string | null; finalized: boolean }, now: number) {
  if (due_at === null || finalized) return undefined;
  const late = Math.floor((now - Date.parse(due_at)) / 60_000);
  return late > 0 ? late : undefined;
}

/** Duration in its two greatest units, as parameters of a text with hours and minutes. */
export const splitMinutesIntoDuration = (minutes: number) => ({
  days: Math.floor(minutes / 1440),
  hours: Math.floor(minutes / 60) % 24,
  minutes: Math.round(minutes) % 60,
});
