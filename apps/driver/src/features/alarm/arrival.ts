import type { Case } from "@leitstand/contract/cases/case";

const near: readonly number[] = [10, 15, 20, 30, 45];
const far: readonly number[] = [45, 60, 90, 120, 180];
/** Minutes to which a drive is rounded up that is longer than all choices. */
const LONG_STEP = 30;
const MINUTE_MS = 60_000;
/** A case that is due later than this, in milliseconds, is not driven to at once. */
const SOON_MS = 60 * MINUTE_MS;

/** Whether accepting includes an arrival time: the crew drives as soon as it has accepted. */
export const saysArrival = ({ data_type, not_before }: Case, now: number) =>
  data_type === "ROADSIDE" || not_before === null || Date.parse(not_before) - now <= SOON_MS;

/**
 * Minutes to choose from: around the duration of the drive, where it is known. One that is longer than all of them
 * takes the place of the shortest, rounded up.
 */
export function arrivalChoices(minutes: number | undefined): readonly number[] {
  if (minutes === undefined || minutes <= Math.max(...near)) return near;
  return minutes <= Math.max(...far) ? far : [...far.slice(1), Math.ceil(minutes / LONG_STEP) * LONG_STEP];
}

/** Preset minutes, rounded up to the next choice: an arrival that is promised too early is worse than a late one. */
export const presetOf = (minutes: number | undefined): number | undefined =>
  minutes === undefined ? undefined : arrivalChoices(minutes).find((choice) => choice >= minutes);

export const minutesUntil = (moment: string | null, now: number): number | undefined => {
  const minutes = moment === null ? Number.NaN : (Date.parse(moment) - now) / MINUTE_MS;
  return minutes > 0 ? minutes : undefined;
};

export const inMinutes = (minutes: number, now: number) => new Date(now + minutes * MINUTE_MS).toISOString();
