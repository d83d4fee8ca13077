import type { Tx } from "#platform/database/database";
import { type ConstraintViolation, listViolations } from "#modules/case-states/index";
import { selectAvailability } from "./availability.sql";
import type { Caller } from "./caller-role.service";
import { selectSnapshots } from "./case-snapshots.sql";
import { assemble } from "./snapshot-assembly.service";

interface Judgement {
  readonly case_id: string;
  readonly tour_ids: readonly string[];
  readonly caller: Caller;
  readonly now: Date;
}

/** Violations that a case would cause on each of several tours that it is not on; nothing is locked. */
export async function judgeTours(
  tx: Tx,
  { case_id, tour_ids, caller, now }: Judgement,
): Promise<ReadonlyMap<string, readonly ConstraintViolation[]>> {
  const [rows, availability] = await Promise.all([
    selectSnapshots(tx, { case_ids: [case_id], tour_ids, decides: true }),
    selectAvailability(tx, { case_id, tour_ids, judges_at: now }),
  ]);
  const tours = rows.tours.map((tour) => ({ ...tour, availability: availability.get(tour.id) ?? [] }));
  const [snapshot] = assemble({ ...rows, tours }, caller, tour_ids);
  if (!snapshot) return new Map();
  return new Map(snapshot.tours.map((tour) => [tour.id, listViolations({ ...snapshot, now }, tour)]));
}
