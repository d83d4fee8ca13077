/**
 * Synonyms for the search. Each row is about one thing: its first word is the documentation's, and a query with any
 * other word of the row finds the same pages. The dialog shows the words that it has added.
 */
export const searchSynonyms: readonly (readonly [string, ...string[]])[] = [
  ["conflict", "409", "lock_version", "stale", "concurrent", "etag"],
  ["sandbox", "test", "demo", "staging"],
  ["clients", "sdk", "library", "npm", "typescript"],
  ["case", "order", "job"],
  ["states", "cancel", "transition", "status"],
  ["driver", "device", "phone"],
  ["authentication", "login", "sign in", "auth"],
  ["rate limiting", "throttle", "429", "rate limit", "quota"],
  ["repeating", "retry", "backoff", "timeout"],
  ["idempotency", "idempotency-key", "duplicate"],
  ["location", "gps", "position", "coordinates"],
  ["server-side events", "sse", "eventsource", "stream"],
  ["webhooks", "callback", "hmac", "signature"],
  ["pagination", "page", "size", "paging"],
  ["assets", "photo", "image", "picture", "attachment"],
  ["release history", "changelog", "changed", "what is new"],
  ["tour", "shift", "route"],
];
