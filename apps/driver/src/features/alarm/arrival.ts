import type { Case } from "@leitstand/contract/cases/case";

const nearArrivalMinutes: readonly number[] = [10, 15, 20, 30, 45];
const farArrivalMinutes: readonly number[] = [45, 60, 90, 120, 180];
/** Minutes to which a drive is rounded up that is longer than all choices. */
const LONG_DRIVE_STEP_MINUTES = 30;
const MINUTE_MS = 60_000;
/** Milliseconds before its earliest start from which a crew drives to a case at once. */
const DUE_SOON_MS = 60 * MINUTE_MS;

/** Whether accepting includes an arrival time: the crew drives as soon as it has accepted. */
export const isArrivalPromisedOnAccept = ({ data_type, not_before }: Case, now: number) =>
  data_type === "ROADSIDE" || not_before === null || Date.parse(not_before) - now <= DUE_SOON_MS;

/**
 * Minutes to choose from: around the duration of the drive, where it is known. One that is longer than all of them
 * takes the place of the shortest, rounded up.
 */
export function arrivalMinuteChoices(minutes: number | undefined): readonly number[] {
  if (minutes === undefined || minutes <= Math.max(...nearArrivalMinutes)) return nearArrivalMinutes;
  return minutes <= Math.max(...farArrivalMinutes)
    ? farArrivalMinutes
    : [...farArrivalMinutes.slice(1), Math.ceil(minutes / LONG_DRIVE_STEP_MINUTES) * LONG_DRIVE_STEP_MINUTES];
}

/** Preset minutes, rounded up to the next choice: an arrival that is promised too early is worse than a late one. */
export const presetArrivalMinutes = (minutes: number | undefined): number | undefined =>
  minutes === undefined ? undefined : arrivalMinuteChoices(minutes).find((choice) => choice >= minutes);

export const minutesUntil = (moment: string | null, now: number): number | undefined => {
  const minutes = moment === null ? Number.NaN : (Date.parse(moment) - now) / MINUTE_MS;
  return minutes > 0 ? minutes : undefined;
};

export const isoAfterMinutes = (minutes: number, now: number) => new Date(now + minutes * MINUTE_MS).toISOString();
