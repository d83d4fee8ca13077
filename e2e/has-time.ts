/**
 * Continuous integration has twenty minutes on two cores for everything: what takes long and seldom breaks is looked at
 * wherever else `npm test` runs, and listed as skipped there.
 */
export const hasTime = process.env["CI"] !== "true";

/** Of what is promised for very many, a few are looked at; `GUARANTEES=whole` asks for all of them, which takes minutes. */
export const sizeOf = ({ whole, usual, inCi = usual }: { whole: number; usual: number; inCi?: number }): number =>
  process.env["GUARANTEES"] === "whole" ? whole : hasTime ? usual : inCi;
