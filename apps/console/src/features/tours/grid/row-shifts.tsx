import { Glyph } from "@leitstand/ui/glyph";
import { type TimelineAxis, xOfInstant } from "./time-axis.ts";
import { shiftSpanOf, type TimelineRow } from "./tour-rows.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import styles from "./tour-row.module.css";

interface ShiftsProps {
  readonly row: TimelineRow;
  readonly axis: TimelineAxis;
  readonly now: number;
}

/**
 * Shifts behind the cases: planned ones outlined, running ones tinted, ended ones grey. The row's head describes them
 * in words.
 */
export const TimelineRowShifts = ({ row, axis, now }: ShiftsProps) =>
  row.tours.map((tour) => <ShiftBand key={tour.id} tour={tour} axis={axis} now={now} />);

function ShiftBand({ tour, axis, now }: { tour: TimelineTour; axis: TimelineAxis; now: number }) {
  const shift = shiftSpanOf(tour);
  // A running shift is not over, even after its planned end.
  const end = tour.status === "STARTED" ? Math.max(now, Math.min(shift.end, axis.to)) : shift.end;
  const x = Math.max(0, xOfInstant(axis, shift.start));
  const width = Math.min(axis.width, xOfInstant(axis, end)) - x;
  if (width <= 0) return null;
  const isPlanned = tour.status === "SCHEDULED";
  return (
    <>
      <span
        className={styles["shift"]}
        data-status={tour.status}
        data-sub={tour.started_sub_state ?? undefined}
        data-shift={isPlanned ? tour.id : undefined}
        style={{ left: x, width }}
        aria-hidden
      >
        {isPlanned && <span className={styles["edge"]} data-edge="start" />}
        {isPlanned && <span className={styles["edge"]} data-edge="end" />}
      </span>
      <PauseMark tour={tour} axis={axis} from={now} to={end} />
    </>
  );
}

/** Mark from now on for a tour that is on a break, off duty or takes no cases, until it says otherwise. */
function PauseMark({ tour, axis, from, to }: { tour: TimelineTour; axis: TimelineAxis; from: number; to: number }) {
  const sub = tour.status === "STARTED" ? tour.started_sub_state : null;
  const isAway = sub === "ON_A_BREAK" || sub === "NOT_TAKING_CASES" || sub === "OFF_DUTY";
  const x = xOfInstant(axis, from);
  const width = xOfInstant(axis, Math.max(to, from + 30 * 60_000)) - x;
  if (!isAway || x < 0 || x > axis.width) return null;
  return (
    <span className={styles["pause"]} data-sub={sub} style={{ left: x, width }} aria-hidden>
      {sub === "ON_A_BREAK" && <Glyph shape="pause" color="var(--tx-3)" size={13} />}
      {sub === "NOT_TAKING_CASES" && <Glyph shape="minus" color="var(--tx-3)" size={13} />}
      {sub === "OFF_DUTY" && <Glyph shape="ring" color="var(--tx-3)" size={13} />}
    </span>
  );
}
