import type { ApiProblem } from "@leitstand/client/problem";

/** Consequence of a fault for the row: try again, sign in first, wipe the phone, or let the driver decide. */
export type RefusalConsequence = "again" | "sign_in" | "wipe" | "refused";

const RETRYABLE_STATUSES: readonly number[] = [408, 425, 429];

export function consequenceOfRefusal({ status, code }: Pick<ApiProblem, "status" | "code">): RefusalConsequence {
  if (code === "AUTH_DEVICE_DISABLED") return "wipe";
  // An answer without the API's error format comes from a gateway or the login page of a hotel's network, whatever its
  // status.
  if (code === "UNREACHABLE" || code === "IDEMPOTENCY_REQUEST_IN_PROGRESS") return "again";
  if (status === 401) return "sign_in";
  return status >= 500 || RETRYABLE_STATUSES.includes(status) ? "again" : "refused";
}

const PAUSE_MS_MAX = 30_000;

/** Whether a pause lasts. One that would be longer than any is from before the phone's clock was set back, and is over. */
export const isPausedUntil = (until: number | undefined, now: number) =>
  until !== undefined && until > now && until <= now + PAUSE_MS_MAX;

/** Pause in milliseconds after consecutive failures: as the server asks, else 1 s, 2 s, 4 s ... 30 s. */
export function retryPauseMs(failures: number, retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Math.min(PAUSE_MS_MAX, Number.isFinite(seconds) ? seconds * 1_000 : 1_000 * 2 ** (failures - 1));
}
