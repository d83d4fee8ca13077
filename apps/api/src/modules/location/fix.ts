import { PHONE_CLOCK_AHEAD_MS } from "@leitstand/contract/core/phone-clock";
import { POSITION_DAYS_KEPT } from "@leitstand/contract/fleet/position-term";

/** Position of a vehicle at one moment. */
export interface Fix {
  readonly lat: number;
  readonly lon: number;
  /** Time in RFC 3339. */
  readonly time: string;
  readonly accuracy_meters?: number | null;
  readonly speed_meters_per_second?: number | null;
  readonly heading_degrees?: number | null;
  readonly battery_percent?: number | null;
}

/**
 * Seconds by which a phone's clock may be off: fixes further ahead are refused, and a tour accepts fixes from so long
 * before its start.
 */
export const CLOCK_TOLERANCE_SECONDS = PHONE_CLOCK_AHEAD_MS / 1000;

export type FixFault = { readonly index: number; readonly rule: "format" | "future" };

/** First fix with an implausible time; undefined when there is none. */
export function findFixFault(fixes: readonly Fix[], now: Date): FixFault | undefined {
  const latest = latestOf(now);
  for (const [index, { time }] of fixes.entries()) {
    const at = Date.parse(time);
    if (Number.isNaN(at)) return { index, rule: "format" };
    if (at > latest) return { index, rule: "future" };
  }
  return undefined;
}

export const latestOf = (now: Date) => now.getTime() + CLOCK_TOLERANCE_SECONDS * 1000;
/** Earliest time of a fix by the retention of today: older ones would be deleted tonight. */
export const earliestOf = (now: Date) => now.getTime() - POSITION_DAYS_KEPT * 86_400_000;

/**
 * Rounds to about a centimetre, more than any receiver knows, which also keeps numbers short on the wire to the
 * database.
 */
export const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
export const roundMeasure = (measure: number) => Math.round(measure * 100) / 100;
