import type { ErrorCode } from "@leitstand/contract/errors/errors";

/** Reason why the data of a case is invalid: a code of the catalogue and its arguments. */
export interface CaseDataFault {
  readonly code: ErrorCode;
  readonly args: Readonly<Record<string, string>>;
}
export interface AllowedTimeSpan {
  readonly min: Date;
  readonly max: Date;
}

export const fieldCombinationFault = (...fields: string[]): CaseDataFault => ({
  code: "FIELD_COMBINATION_INVALID",
  args: { fields: fields.join(",") },
});
export const isOutsideTimeSpan = (time: string, { min, max }: AllowedTimeSpan) =>
  Date.parse(time) < min.getTime() || Date.parse(time) > max.getTime();
export const timeOutOfRangeFault = (field: string, { min, max }: AllowedTimeSpan): CaseDataFault => ({
  code: "TIME_OUT_OF_RANGE",
  args: { field, min: min.toISOString(), max: max.toISOString() },
});
export const reversedTimeRangeFault = (from: string, to: string): CaseDataFault => ({
  code: "TIME_RANGE_INVALID",
  args: { from, to },
});

/** Whether a value is known: neither null nor undefined nor an empty text. */
export const isPresentAndNotEmpty = <T>(value: T | null | undefined): value is T =>
  value !== null && value !== undefined && value !== "";
