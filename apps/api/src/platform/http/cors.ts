import type { FastifyCorsOptions } from "@fastify/cors";

const ALLOWED_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Request headers that the API reads; a page of another site may send these and no others. */
const ALLOWED_REQUEST_HEADERS = [
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
const EXPOSED_ANSWER_HEADERS = [
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

const PREFLIGHT_CACHE_SECONDS = 600;

/** Rules for pages of these other sites in a browser. Tokens travel in a header, so cookies are never allowed. */
export const corsOptionsFor = (origins: readonly string[]): FastifyCorsOptions => ({
  origin: [...origins],
  methods: ALLOWED_METHODS,
  allowedHeaders: ALLOWED_REQUEST_HEADERS,
  exposedHeaders: EXPOSED_ANSWER_HEADERS,
  maxAge: PREFLIGHT_CACHE_SECONDS,
});
