import { isPausedUntil } from "./refusal.ts";
import { SEND_AFTER_ALL_STEPS, SEND_AFTER_STEPS_AND_PHOTOS, type UnencryptedOutboxFields } from "./outbox-row.ts";

interface NextRowsOptions {
  readonly now: number;
  /** Time until which a chain waits after a failure. */
  readonly pausedUntil: ReadonlyMap<string, number>;
  /**
   * Number of photos that have not arrived, refused ones included; the end of a shift, and with it of the session,
   * waits for them.
   */
  readonly unsentPhotos: number;
  /** Number of positions on the phone: the server takes none from the end of the work on, which therefore waits. */
  readonly unsentPositions: number;
}

/**
 * Rows that may be sent now: of each chain the first one that has not arrived. A chain waits behind a refused row, and
 * as long as the row that the next one needs has not arrived. A planned row lets later ones of its chain go ahead.
 */
export function outboxRowsToSend<R extends UnencryptedOutboxFields>(
  rows: readonly R[],
  { now, pausedUntil, unsentPhotos, unsentPositions }: NextRowsOptions,
): R[] {
  const unsent = rows.filter(({ status }) => status !== "sent");
  const missing = new Set(unsent.map(({ action_id }) => action_id));
  const oldest = Math.min(...unsent.map(({ seq }) => seq));
  const hasWhatItNeeds = ({ needs, seq }: R) => {
    if (needs === null) return true;
    if (needs === SEND_AFTER_ALL_STEPS) return seq === oldest && unsentPositions === 0;
    return needs === SEND_AFTER_STEPS_AND_PHOTOS ? seq === oldest && unsentPhotos === 0 : !missing.has(needs);
  };
  const first = new Map<string, R>();
  for (const row of unsent.toSorted((a, b) => a.seq - b.seq))
    if (!first.has(row.chain) && (row.not_before ?? 0) <= now) first.set(row.chain, row);
  return [...first.values()].filter(
    (row) => row.status === "waiting" && hasWhatItNeeds(row) && !isPausedUntil(pausedUntil.get(row.chain), now),
  );
}

/** Time at which the next row can be sent, if nothing happens before; undefined when no row waits for a time. */
export function nextOutboxWakeUpTime(
  rows: readonly UnencryptedOutboxFields[],
  { now, pausedUntil }: Pick<NextRowsOptions, "now" | "pausedUntil">,
): number | undefined {
  const times = rows
    .filter(({ status }) => status === "waiting")
    .map(({ chain, not_before }) => {
      const until = pausedUntil.get(chain);
      return Math.max(not_before ?? 0, isPausedUntil(until, now) ? (until ?? 0) : 0);
    })
    .filter((time) => time > now);
  return times.length === 0 ? undefined : Math.min(...times);
}
