/** Limits of requests, sessions and streams that the server keeps to and the documentation names. */
import type { TokenKind } from "./operation";

/** Bytes of one JSON body at most, unpacked. */
export const REQUEST_BODY_BYTES_MAX = 1_048_576;
/** Bytes of one uploaded file at most; the multipart frame around it may add a little. */
export const UPLOAD_FILE_BYTES_MAX = 25 * 1_048_576;
/** Maximum number of characters of path and query. */
export const URL_LENGTH_MAX = 8_192;
/** Limits of a body's depth, lists and objects, whatever its schema allows. */
export const REQUEST_BODY_DEPTH_MAX = 32;
export const REQUEST_BODY_ITEMS_MAX = 10_000;
export const REQUEST_BODY_KEYS_MAX = 1_000;
/** Faults beyond this number are left out of VALIDATION_FAILED. */
export const VALIDATION_FAULTS_LISTED_MAX = 20;
/** Maximum number of stored addresses of a tenant, which are listed and searched as a whole. */
export const STORED_ADDRESSES_MAX = 10_000;
/** Limits of a table to be imported, and of how many faulty rows are named. */
export const IMPORT_FILE_BYTES_MAX = 10 * 1_048_576;
export const IMPORT_ROWS_MAX = 20_000;
export const IMPORT_FAULTS_LISTED_MAX = 200;
/** Maximum numbers of events in one .ics file, and of repeating ones, whose dates have to be computed. */
export const CALENDAR_IMPORT_EVENTS_MAX = 5_000;
export const CALENDAR_IMPORT_SERIES_MAX = 100;
/** Days for which the answer to an Idempotency-Key is kept. */
export const IDEMPOTENCY_KEY_RETENTION_DAYS = 1;

interface TokenLifetime {
  readonly seconds: number;
  /** Seconds without use after which it ends; null: never. */
  readonly idleSeconds: number | null;
}
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Lifetime of a bearer: a working day for people, a year for phones in use and for programs. */
export const tokenLifetimes: Readonly<Record<TokenKind, TokenLifetime>> = {
  USER: { seconds: 12 * HOUR_SECONDS, idleSeconds: HOUR_SECONDS / 2 },
  DEVICE: { seconds: 365 * DAY_SECONDS, idleSeconds: 30 * DAY_SECONDS },
  SERVICE: { seconds: 365 * DAY_SECONDS, idleSeconds: null },
};

/** Longest time in seconds without a message on a stream. */
export const STREAM_HEARTBEAT_SECONDS = 15;
/** Streams that a bearer, and a tenant, may have open at a time. */
export const openStreamsMaxByTokenKind: Readonly<Record<TokenKind, number>> = { USER: 5, SERVICE: 5, DEVICE: 2 };
export const OPEN_STREAMS_PER_TENANT_MAX = 500;
/** Window of the log that a stream can resume: hours (unless the installation sets others), and number of events. */
export const STREAM_RESUME_WINDOW_HOURS = 24;
export const STREAM_RESUME_WINDOW_EVENTS = 100_000;
