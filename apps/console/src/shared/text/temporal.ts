import type { Temporal as Polyfill } from "temporal-polyfill";

const nativeTemporal = (globalThis as { Temporal?: typeof Polyfill }).Temporal;

/** Days and instants of the language standard; the polyfill is loaded only in browsers that lack them. */
export const Temporal: typeof Polyfill = nativeTemporal ?? (await import("temporal-polyfill")).Temporal;

export type PlainDate = Polyfill.PlainDate;
export type PlainTime = Polyfill.PlainTime;
export type ZonedDateTime = Polyfill.ZonedDateTime;
