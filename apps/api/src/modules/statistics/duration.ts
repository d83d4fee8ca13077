const SECONDS_PER_UNIT = { W: 604_800, D: 86_400, H: 3_600, M: 60, S: 1 } as const;

/** Seconds of an ISO 8601 duration in weeks, days, hours, minutes and seconds, as the contract's pattern accepts it. */
export function parseIsoDurationSeconds(text: string): number {
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)([WDHMS])/g))
    seconds += Number(amount) * SECONDS_PER_UNIT[unit as keyof typeof SECONDS_PER_UNIT];
  return seconds;
}
