import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import type { CaseCommand } from "#modules/case-states/index";
import type { ActionCaller } from "./caller-role.service";
import {
  lockCases,
  lockCaseAndToursForDecision,
  type CaseSnapshotQuery,
  selectCaseSnapshotRows,
  caseVisibleToCallerCondition,
} from "./case-snapshots.sql";
import { assembleCaseSnapshots, type LoadedCaseSnapshot } from "./snapshot-assembly.service";

export interface CaseDecisionRequest {
  readonly case_id: string;
  readonly command: Pick<CaseCommand, "action" | "action_id" | "tour_id" | "payload">;
  readonly caller: ActionCaller;
  readonly now: Date;
  /** Scope of the caller; undefined for the timer, which sees everything. */
  readonly scope?: Scope;
}

/** Locks and reads cases as the timer sees them, for changes to all cases of a tour at once. */
export async function lockAndLoadCaseSnapshots(tx: Tx, case_ids: readonly string[]): Promise<LoadedCaseSnapshot[]> {
  lockCases(tx, case_ids);
  const rows = await selectCaseSnapshotRows(tx, { case_ids, decides: true });
  return assembleCaseSnapshots(rows, "timer");
}

/** Reads a case as the timer sees it, without a lock. */
export async function loadCaseSnapshotAsTimer(tx: Tx, case_id: string): Promise<LoadedCaseSnapshot | undefined> {
  const rows = await selectCaseSnapshotRows(tx, { case_ids: [case_id], decides: true });
  return assembleCaseSnapshots(rows, "timer")[0];
}

/**
 * Locks the case, and the tours that could get a link or a load, and reads them; undefined when the caller has no such
 * case.
 */
export async function lockAndLoadForDecision(
  tx: Tx,
  request: CaseDecisionRequest,
): Promise<LoadedCaseSnapshot | undefined> {
  const { case_id, command, caller, scope, now } = request;
  const { action, action_id, tour_id, payload } = command;
  const named = [tour_id, payload?.to_tour_id, payload?.from_tour_id].filter((id) => id !== undefined);
  const withLinks = action === "UNDO" || action === "FORWARD_ROLLBACK";
  const opens = withLinks || action === "ASSIGN" || action === "FORWARD" || action === "LOAD";
  lockCaseAndToursForDecision(tx, case_id, { tour_ids: opens ? named : [], withLinks });
  const rows = await selectCaseSnapshotRows(tx, {
    case_ids: [case_id],
    tour_ids: named,
    branch_ids: payload?.to_branch_id === undefined ? [] : [payload.to_branch_id],
    ...(scope ? { visible: caseVisibleToCallerCondition(scope, action === "ASSIGN" ? { action_id } : undefined) } : {}),
    ...snapshotDepthOf(action),
    ...(actionsCheckingCalendars.has(action) ? { judges_at: now } : {}),
  });
  return assembleCaseSnapshots(rows, caller, named)[0];
}

/** Actions that give a tour a case, for which calendars are read. */
const actionsCheckingCalendars: ReadonlySet<CaseCommand["action"]> = new Set(["ASSIGN", "FORWARD"]);

const snapshotDepthOf = (action: CaseCommand["action"]): Partial<CaseSnapshotQuery> => ({
  decides: true,
  restores: action === "UNDO" || action === "FORWARD_ROLLBACK",
  locates: action === "ARRIVE" || action === "AT_TOWING_DESTINATION",
});
