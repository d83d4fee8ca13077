import type { ApiProblem } from "@leitstand/client/problem";

/** Consequence of a fault for the row: try again, sign in first, wipe the phone, or let the driver decide. */
export type Consequence = "again" | "sign_in" | "wipe" | "refused";

const LATER: readonly number[] = [408, 425, 429];

export function consequenceOf({ status, code }: Pick<ApiProblem, "status" | "code">): Consequence {
  if (code === "AUTH_DEVICE_DISABLED") return "wipe";
  // An answer without our error format comes from a gateway or a hotel's network, whatever its status.
  if (code === "UNREACHABLE" || code === "IDEMPOTENCY_REQUEST_IN_PROGRESS") return "again";
  if (status === 401) return "sign_in";
  return status >= 500 || LATER.includes(status) ? "again" : "refused";
}

const LONGEST_PAUSE_MS = 30_000;

/** Pause in milliseconds after consecutive failures: as the server asks, else 1 s, 2 s, 4 s ... 30 s. */
export function pauseMs(failures: number, retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Math.min(LONGEST_PAUSE_MS, Number.isFinite(seconds) ? seconds * 1_000 : 1_000 * 2 ** (failures - 1));
}
