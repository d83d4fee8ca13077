import { PHONE_CLOCK_AHEAD_MS } from "@leitstand/contract/core/phone-clock";
import { POSITION_DAYS_KEPT } from "@leitstand/contract/fleet/position-term";

/** A fix is where a vehicle was at one moment. */
export interface Fix {
  readonly lat: number;
  readonly lon: number;
  /** RFC 3339. */
  readonly time: string;
  readonly accuracy_meters?: number | null;
  readonly speed_meters_per_second?: number | null;
  readonly heading_degrees?: number | null;
  readonly battery_percent?: number | null;
}

/** How far a phone's clock may be off: fixes further ahead are refused, and a tour counts from so long before its start. */
export const CLOCK_TOLERANCE_SECONDS = PHONE_CLOCK_AHEAD_MS / 1000;

export type FixFault = { readonly index: number; readonly rule: "format" | "future" };

/** The first fix that cannot be taken at its word; undefined when all can. */
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
/** The retention of today: what is older would be dropped tonight. */
export const earliestOf = (now: Date) => now.getTime() - POSITION_DAYS_KEPT * 86_400_000;

/** A centimetre is more than any receiver knows; it also keeps numbers short on the wire to the database. */
export const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
export const roundMeasure = (measure: number) => Math.round(measure * 100) / 100;
