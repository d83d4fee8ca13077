/**
 * Size of a check: a few items show a fault in a short time; `GUARANTEES=whole` checks all of them, which takes
 * minutes.
 */
export const chooseTestSize = ({ whole, usual }: { whole: number; usual: number }): number =>
  process.env["GUARANTEES"] === "whole" ? whole : usual;
