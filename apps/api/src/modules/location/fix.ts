import { PHONE_CLOCK_AHEAD_MAX_MS } from "@leitstand/contract/core/phone-clock";
import { POSITION_DAYS_KEPT } from "@leitstand/contract/fleet/position-term";

/** Position of a vehicle at one moment. */
export interface PositionFix {
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
export const PHONE_CLOCK_TOLERANCE_SECONDS = PHONE_CLOCK_AHEAD_MAX_MS / 1000;

export type PositionFixFault = { readonly index: number; readonly rule: "format" | "future" };

/** First fix with an implausible time; undefined when there is none. */
export function findPositionFixFault(fixes: readonly PositionFix[], now: Date): PositionFixFault | undefined {
  const latest = latestAcceptedFixMs(now);
  for (const [index, { time }] of fixes.entries()) {
    const at = Date.parse(time);
    if (Number.isNaN(at)) return { index, rule: "format" };
    if (at > latest) return { index, rule: "future" };
  }
  return undefined;
}

export const latestAcceptedFixMs = (now: Date) => now.getTime() + PHONE_CLOCK_TOLERANCE_SECONDS * 1000;
/** Earliest time of a fix by the retention of today: older ones would be deleted tonight. */
export const earliestAcceptedFixMs = (now: Date) => now.getTime() - POSITION_DAYS_KEPT * 86_400_000;

/**
 * Rounds to about a centimetre, more than any receiver knows, which also keeps numbers short on the wire to the
 * database.
 */
export const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
export const roundToHundredths = (measure: number) => Math.round(measure * 100) / 100;
