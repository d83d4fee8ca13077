import type { FastifyCorsOptions } from "@fastify/cors";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Request headers that the API reads; a page of another site may send these and no others. */
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

/** Answer headers of the API that a page of another site sees beside the few that browsers always show. */
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

/** Rules for pages of these other sites in a browser. Tokens travel in a header, so cookies are never allowed. */
export const corsFor = (origins: readonly string[]): FastifyCorsOptions => ({
  origin: [...origins],
  methods: METHODS,
  allowedHeaders: READ,
  exposedHeaders: TOLD,
  maxAge: PREFLIGHT_SECONDS,
});
