import { isPastDeadline } from "./grid/bar-times.ts";
import type { TimelineBar, TimelineRowOrGroup } from "./grid/tour-rows.ts";

/** Place of a conflict: a row, and the case on it unless the shift itself is the conflict. */
export interface TimelineConflictSpot {
  readonly line: string;
  readonly case_id: string | null;
}

/** Absence within tours, and the planning rule that their cases break by it. */
export interface AbsenceTourConflict {
  readonly constraint: "AVAILABILITY_USER" | "AVAILABILITY_VEHICLE";
  readonly tour_ids: readonly string[];
}

interface ConflictOptions {
  readonly now: number;
  /** Absences within tours, by row. */
  readonly clashes: ReadonlyMap<string, readonly AbsenceTourConflict[]>;
}

/** Conflicts from top to bottom and from left to right. */
export const findTimelineConflicts = (
  lines: readonly TimelineRowOrGroup[],
  { now, clashes }: ConflictOptions,
): TimelineConflictSpot[] =>
  lines.flatMap((line) => {
    if (line.is === "group") return [];
    const shift = line.violation === "alarm" ? [{ line: line.id, case_id: null }] : [];
    const away = clashes.get(line.id) ?? [];
    const absences = away.map(() => ({ line: line.id, case_id: null }));
    const bars = line.bars.filter((bar) => isConflict(bar, away) || isPastDeadline(bar.dispatchCase, now));
    return [...shift, ...absences, ...bars.map((bar) => ({ line: line.id, case_id: bar.dispatchCase.id }))];
  });

/**
 * Whether a bar is a conflict by itself. An absence of a driver or a vehicle counts once for all cases that break a
 * rule by it.
 */
const isConflict = ({ alarms, tour }: TimelineBar, away: readonly AbsenceTourConflict[]) =>
  alarms.some((alarm) => !away.some(({ constraint, tour_ids }) => constraint === alarm && tour_ids.includes(tour.id)));
