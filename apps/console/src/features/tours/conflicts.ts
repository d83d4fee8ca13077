import { isLate } from "./grid/bar-times.ts";
import type { TimelineLine } from "./grid/tour-rows.ts";

/** Where somebody has to look: a row, and the case on it unless the shift itself is the trouble. */
export interface Conflict {
  readonly line: string;
  readonly case_id: string | null;
}

/** From top to bottom and from left to right. */
export const conflictsOf = (lines: readonly TimelineLine[], now: number): Conflict[] =>
  lines.flatMap((line) => {
    if (line.is === "group") return [];
    const shift = line.violation === "alarm" ? [{ line: line.id, case_id: null }] : [];
    const bars = line.bars.filter(({ job, violation }) => violation === "alarm" || isLate(job, now));
    return [...shift, ...bars.map(({ job }) => ({ line: line.id, case_id: job.id }))];
  });
