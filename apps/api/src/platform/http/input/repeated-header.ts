import type { IncomingMessage } from "node:http";

/**
 * Headers that a request may have only once, because they decide who the caller is and what is asked. Node keeps the
 * first of two or joins them, and a proxy in front may have read the other one. Node itself refuses a second
 * `Content-Length` or `Transfer-Encoding`.
 */
const SINGLE_HEADERS = new Set([
  "authorization",
  "content-encoding",
  "content-type",
  "expect",
  "host",
  "idempotency-key",
  "if-match",
  "last-event-id",
  "x-tenant-key",
]);

/** Finds the name of a header that may come once and came again. */
export function findRepeatedHeader({ rawHeaders, headers }: IncomingMessage): string | undefined {
  // Nearly every request has each of its headers once.
  if (rawHeaders.length === 2 * Object.keys(headers).length) return undefined;
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    if (seen.has(name) && SINGLE_HEADERS.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
