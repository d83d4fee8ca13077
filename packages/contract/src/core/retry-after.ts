const DAY_SECONDS = 86_400;

/**
 * Seconds to wait by the header `Retry-After`, which has a number of seconds or an HTTP date (RFC 9110, 10.2.3);
 * undefined where it says neither. A day at most, so that an answer cannot delay without end.
 */
export function parseRetryAfterSeconds(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), DAY_SECONDS);
}
