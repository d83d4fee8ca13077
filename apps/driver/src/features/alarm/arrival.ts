import type { Case } from "@leitstand/contract/cases/case";

const near: readonly number[] = [10, 15, 20, 30, 45];
const far: readonly number[] = [45, 60, 90, 120, 180];
const MINUTE_MS = 60_000;
/** A case that is due later than this, in milliseconds, is not driven to at once. */
const SOON_MS = 60 * MINUTE_MS;

/** Whether accepting includes an arrival time: the crew drives as soon as it has accepted. */
export const saysArrival = ({ data_type, not_before }: Case, now: number) =>
  data_type === "ROADSIDE" || not_before === null || Date.parse(not_before) - now <= SOON_MS;

/** Minutes to choose from: around the duration of the drive, where it is known. */
export const arrivalChoices = (minutes: number | undefined): readonly number[] =>
  minutes === undefined || minutes <= Math.max(...near) ? near : far;

/** Preset minutes, rounded up so that the promise is not too short; the longest choice for a longer drive. */
export const presetOf = (minutes: number | undefined): number | undefined =>
  minutes === undefined
    ? undefined
    : (arrivalChoices(minutes).find((choice) => choice >= minutes) ?? arrivalChoices(minutes).at(-1));

export const minutesUntil = (moment: string | null, now: number): number | undefined => {
  const minutes = moment === null ? Number.NaN : (Date.parse(moment) - now) / MINUTE_MS;
  return minutes > 0 ? minutes : undefined;
};

export const inMinutes = (minutes: number, now: number) => new Date(now + minutes * MINUTE_MS).toISOString();
