import { isLate } from "./grid/bar-times.ts";
import type { TimelineLine } from "./grid/tour-rows.ts";

/** Where somebody has to look: a row, and the case on it unless the shift itself is the trouble. */
export interface Conflict {
  readonly line: string;
  readonly case_id: string | null;
}

interface ConflictOptions {
  readonly now: number;
  /** How many absences fall into tours, by row. */
  readonly clashes: ReadonlyMap<string, number>;
}

/** From top to bottom and from left to right. */
export const conflictsOf = (lines: readonly TimelineLine[], { now, clashes }: ConflictOptions): Conflict[] =>
  lines.flatMap((line) => {
    if (line.is === "group") return [];
    const shift = line.violation === "alarm" ? [{ line: line.id, case_id: null }] : [];
    const absences = Array.from({ length: clashes.get(line.id) ?? 0 }, () => ({ line: line.id, case_id: null }));
    const bars = line.bars.filter((bar) => bar.violation === "alarm" || isLate(bar.job, now));
    return [...shift, ...absences, ...bars.map((bar) => ({ line: line.id, case_id: bar.job.id }))];
  });
