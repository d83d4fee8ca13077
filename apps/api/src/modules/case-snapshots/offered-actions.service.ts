import type { Tx } from "#platform/database/database";
import type { Principal } from "#platform/access/principal";
import { type AvailableActions, availableActionsFor } from "#modules/case-states/index";
import { resolveActorForCaller } from "./caller-role.service";
import { selectCaseSnapshotRows } from "./case-snapshots.sql";
import { assembleCaseSnapshots, type LoadedCaseSnapshot } from "./snapshot-assembly.service";

/**
 * Actions that a caller may perform on cases that it was allowed to read, by case id. One statement for up to 10,000
 * cases.
 */
export async function listOfferedActions(
  tx: Tx,
  { case_ids, principal, now }: { case_ids: readonly string[]; principal: Principal; now: Date },
): Promise<ReadonlyMap<string, AvailableActions>> {
  if (case_ids.length === 0) return new Map();
  const rows = await selectCaseSnapshotRows(tx, { case_ids });
  return new Map(
    assembleCaseSnapshots(rows, principal).map((snapshot) => [
      snapshot.case.id,
      offerActionsForCase(snapshot, principal, now),
    ]),
  );
}

/** Actions for one case in memory, e.g. after a change that was just written. */
export const offerActionsForCase = (snapshot: LoadedCaseSnapshot, principal: Principal, now: Date): AvailableActions =>
  availableActionsFor(snapshot, { actor: resolveActorForCaller(principal, snapshot), now });
