import type { FastifyCorsOptions } from "@fastify/cors";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** What the API reads of a request; a page of another site may send these and no others. */
const READ = [
  "accept",
  "accept-language",
  "authorization",
  "content-encoding",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-none-match",
  "if-range",
  "last-event-id",
  "range",
  "traceparent",
  "tracestate",
  "x-request-id",
  "x-tenant-key",
];

/** What the API tells by headers; a page of another site sees these beside the few that browsers always show. */
const TOLD = [
  "accept-ranges",
  "allow",
  "content-disposition",
  "content-encoding",
  "content-range",
  "date",
  "etag",
  "link",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "traceparent",
  "www-authenticate",
  "x-request-id",
];

const PREFLIGHT_SECONDS = 600;

/** What pages of these other sites may do from a browser. Tokens travel in a header, so cookies never do. */
export const corsFor = (origins: readonly string[]): FastifyCorsOptions => ({
  origin: [...origins],
  methods: METHODS,
  allowedHeaders: READ,
  exposedHeaders: TOLD,
  maxAge: PREFLIGHT_SECONDS,
});
