import type { Tx } from "#platform/database/database";
import { type ConstraintViolation, listViolations } from "#modules/case-states/index";
import { assemble, type Caller } from "./case-snapshots.service";
import { selectSnapshots } from "./case-snapshots.sql";

interface Judgement {
  readonly case_id: string;
  readonly tour_ids: readonly string[];
  readonly caller: Caller;
}

/** What would speak against a case on each of several tours, in one statement; nothing is locked. */
export async function judgeTours(
  tx: Tx,
  { case_id, tour_ids, caller }: Judgement,
): Promise<ReadonlyMap<string, readonly ConstraintViolation[]>> {
  const rows = await selectSnapshots(tx, { case_ids: [case_id], tour_ids, decides: true });
  const [snapshot] = assemble(rows, caller, tour_ids);
  if (!snapshot) return new Map();
  const judged = [...snapshot.tours, ...snapshot.links.map(({ tour }) => tour)];
  return new Map(judged.map((tour) => [tour.id, listViolations(snapshot, tour)]));
}
