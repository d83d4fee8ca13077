import type { TourFromShiftRequest } from "@leitstand/contract/board/calendar-feeds";
import type { Static } from "@leitstand/contract/core/schema";
import { announceTourChange, getTour, insertScheduledTour } from "#modules/tours/index";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import {
  insertTourShifts,
  lockShiftOccurrences,
  selectShiftOnOtherTour,
  type ShiftOccurrenceRow,
} from "./tour-from-shift.sql";

/** Creates a planned tour from the named shifts, for the time that they have in common. */
export async function createTourFromShift(
  tx: Tx,
  scope: Scope,
  { occurrences, name, branch_id }: Static<typeof TourFromShiftRequest>,
) {
  const shifts = await lockShiftOccurrences(tx, scope, occurrences);
  const known = new Set(shifts.map(({ event_id }) => event_id));
  const missing = occurrences.find(({ event_id }) => !known.has(event_id));
  if (missing) throw problem("REFERENCE_NOT_FOUND", { field: "occurrences.event_id", id: missing.event_id });
  if (await selectShiftOnOtherTour(tx, occurrences)) throw problem("RESOURCE_ALREADY_EXISTS", { field: "occurrences" });
  const { from, to } = commonTimeOfShifts(shifts);
  const idsOf = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const branch = branch_id === undefined ? commonBranchOfShifts(shifts) : branch_id;
  const tour_id = await insertScheduledTour(
    tx,
    { ...scope, driver: null },
    {
      scheduled_start_at: from,
      scheduled_end_at: to,
      user_ids: idsOf(shifts.map(({ user_id }) => user_id)),
      vehicles: idsOf(shifts.map(({ vehicle_id }) => vehicle_id)).map((vehicle_id) => ({ vehicle_id })),
      ...(name === undefined ? {} : { name }),
      ...(branch === undefined ? {} : { branch_id: branch }),
    },
  );
  await insertTourShifts(tx, tour_id, occurrences);
  await announceTourChange(tx, tour_id, { change: "created" });
  return getTour(tx, scope, tour_id);
}

function commonTimeOfShifts(shifts: readonly ShiftOccurrenceRow[]) {
  const misfit = () => problem("FIELD_COMBINATION_INVALID", { fields: "occurrences" });
  const spans = shifts.map(({ event_type, starts_at, ends_at }) => {
    if (event_type !== "SCHEDULED_SHIFT" || starts_at === null || ends_at === null) throw misfit();
    return { from: Date.parse(starts_at), to: Date.parse(ends_at) };
  });
  const [from, to] = [Math.max(...spans.map((span) => span.from)), Math.min(...spans.map((span) => span.to))];
  if (to <= from) throw misfit();
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Branch of all vehicles; undefined when they have none in common. */
function commonBranchOfShifts(shifts: readonly ShiftOccurrenceRow[]): string | undefined {
  const branches = new Set(shifts.flatMap(({ vehicle_id, branch_id }) => (vehicle_id === null ? [] : [branch_id])));
  const [branch] = branches;
  return branches.size === 1 && branch !== null ? branch : undefined;
}
