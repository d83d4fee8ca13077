import type { CaseTimeWindowRequest } from "@leitstand/contract/cases/case-changes";
import { loadedLinkStates } from "@leitstand/contract/cases/case-rules";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import { findCaseDataFault } from "../case-data";
import { isSameJson } from "../case-plan";
import { announceCase, type CaseReader } from "../case-reader.service";
import { queueCaseEventForPartner } from "../partner-news.service";
import { editorKindOf, refuseStaleVersion } from "./case-edit.service";
import { rescheduleCaseTimers } from "./case-timers.service";
import {
  insertCaseEditHistory,
  lockCaseForChange,
  selectOpenLinksOfCase,
  updateCaseTimeWindowColumns,
} from "../cases.sql";
import {
  findTimeframeWithoutPlace,
  changesMoreThanTargetTimeframe,
  type TimeWindow,
  timeWindowAfterRequest,
  currentTimeWindowOf,
  applyTimeWindowToCase,
} from "./time-window";

type TimeWindowRequest = Static<typeof CaseTimeWindowRequest> & { readonly id: string };

/**
 * Changes the time window and answers whether anything changed: if so, the plan's version is raised, the history has
 * the change, and all who see the case are notified.
 */
export async function changeTimeWindow(
  tx: Tx,
  { principal, scope, now }: CaseReader,
  request: TimeWindowRequest,
): Promise<boolean> {
  const { id, lock_version, reason = null } = request;
  const current = await lockCaseForChange(tx, scope, id);
  if (!current) throw notFound("case", id);
  refuseStaleVersion(current, lock_version);
  const before = currentTimeWindowOf(current);
  const after = timeWindowAfterRequest(current, request);
  if (isSameJson(before, after)) return false;
  if (current.finalized) throw problem("CASE_FINALIZED", { case_id: id });
  await refuseMovingLoadedPickup(tx, id, { before, after });
  const place = findTimeframeWithoutPlace(current, after);
  if (place) throw problem("FIELD_COMBINATION_INVALID", { fields: `${place}_timeframe,${place}_address` });
  const changed = applyTimeWindowToCase(current, after);
  const fault = findCaseDataFault({ ...changed, required_skill_ids: [...changed.required_skill_ids] }, now);
  if (fault) throw problem(fault.code, fault.args);
  await updateCaseTimeWindowColumns(tx, changed);
  const { user_id, device_id } = principal;
  insertCaseEditHistory(tx, {
    case_id: id,
    transition: "EDIT",
    reason,
    old_state: current.state,
    new_state: current.state,
    actor_kind: editorKindOf(principal, "updateCase"),
    user_id,
    device_id,
    lock_version: lock_version + 1,
    now,
  });
  if (before.not_before !== after.not_before) await rescheduleCaseTimers(tx, id, { not_before: after.not_before, now });
  queueCaseEventForPartner(tx, await announceCase(tx, id, { change: "updated" }), "updated");
  return true;
}

/** Refuses to move the pickup of a case that is on board; only the delivery can still be moved. */
async function refuseMovingLoadedPickup(
  tx: Tx,
  id: string,
  { before, after }: { before: TimeWindow; after: TimeWindow },
) {
  if (!changesMoreThanTargetTimeframe(before, after)) return;
  const links = await selectOpenLinksOfCase(tx, id);
  const carrier = links.find(({ state }) => loadedLinkStates.has(state));
  if (carrier) throw problem("CASE_CARGO_LOADED", { tour_id: carrier.tour_id });
}
