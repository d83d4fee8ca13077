/** Whether two sums of times are the same: they are fractions where speeds differ. */
export const isNearlyEqual = (one: number, other: number) => Math.abs(one - other) <= 1e-3 + 1e-9 * Math.abs(one);
