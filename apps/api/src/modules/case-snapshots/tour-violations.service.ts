import type { Tx } from "#platform/database/database";
import { type ConstraintViolation, listConstraintViolations } from "#modules/case-states/index";
import { selectAvailabilityFacts } from "./availability.sql";
import type { ActionCaller } from "./caller-role.service";
import { selectCaseSnapshotRows } from "./case-snapshots.sql";
import { assembleCaseSnapshots } from "./snapshot-assembly.service";

interface TourJudgementRequest {
  readonly case_id: string;
  readonly tour_ids: readonly string[];
  readonly caller: ActionCaller;
  readonly now: Date;
}

/** Violations that a case would cause on each of several tours that it is not on; nothing is locked. */
export async function listViolationsByTour(
  tx: Tx,
  { case_id, tour_ids, caller, now }: TourJudgementRequest,
): Promise<ReadonlyMap<string, readonly ConstraintViolation[]>> {
  const [rows, availability] = await Promise.all([
    selectCaseSnapshotRows(tx, { case_ids: [case_id], tour_ids, decides: true }),
    selectAvailabilityFacts(tx, { case_id, tour_ids, judges_at: now }),
  ]);
  const tours = rows.tours.map((tour) => ({ ...tour, availability: availability.get(tour.id) ?? [] }));
  const [snapshot] = assembleCaseSnapshots({ ...rows, tours }, caller, tour_ids);
  if (!snapshot) return new Map();
  return new Map(snapshot.tours.map((tour) => [tour.id, listConstraintViolations({ ...snapshot, now }, tour)]));
}
