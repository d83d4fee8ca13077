import type { Temporal as Polyfill } from "temporal-polyfill";

const native = (globalThis as { Temporal?: typeof Polyfill }).Temporal;

/** Days and instants as the language has them; what stands in for it is fetched by browsers alone that do not know it yet. */
export const Temporal: typeof Polyfill = native ?? (await import("temporal-polyfill")).Temporal;

export type PlainDate = Polyfill.PlainDate;
export type PlainTime = Polyfill.PlainTime;
export type ZonedDateTime = Polyfill.ZonedDateTime;
