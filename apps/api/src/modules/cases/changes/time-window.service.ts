import type { CaseTimeWindowRequest } from "@leitstand/contract/cases/case-changes";
import { loadedStates } from "@leitstand/contract/cases/case-rules";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import { findDataFault } from "../case-data";
import { isSame } from "../case-plan";
import { announceCase, type Reader } from "../case-reader.service";
import { tellPartnerOfCase } from "../partner-news.service";
import { actorKindOf, checkStale } from "./case-edit.service";
import { waitForNewTime } from "./start-due.service";
import { insertEdit, selectForChange, selectOpenLinks, updateTimeWindow } from "../cases.sql";
import {
  findFrameWithoutPlace,
  movesPickup,
  type TimeWindow,
  timeWindowAfter,
  timeWindowOf,
  withTimeWindow,
} from "./time-window";

type Request = Static<typeof CaseTimeWindowRequest> & { readonly id: string };

/**
 * Changes the time window and answers whether anything changed: if so, the plan's version is raised, the history has
 * the change, and all who see the case are notified.
 */
export async function changeTimeWindow(tx: Tx, { principal, scope, now }: Reader, request: Request): Promise<boolean> {
  const { id, lock_version, reason = null } = request;
  const current = await selectForChange(tx, scope, id);
  if (!current) throw notFound("case", id);
  checkStale(current, lock_version);
  const before = timeWindowOf(current);
  const after = timeWindowAfter(current, request);
  if (isSame(before, after)) return false;
  if (current.finalized) throw problem("CASE_FINALIZED", { case_id: id });
  await checkLoad(tx, id, { before, after });
  const place = findFrameWithoutPlace(current, after);
  if (place) throw problem("FIELD_COMBINATION_INVALID", { fields: `${place}_timeframe,${place}_address` });
  const changed = withTimeWindow(current, after);
  const fault = findDataFault({ ...changed, required_skill_ids: [...changed.required_skill_ids] }, now);
  if (fault) throw problem(fault.code, fault.args);
  await updateTimeWindow(tx, changed);
  const { user_id, device_id } = principal;
  insertEdit(tx, {
    case_id: id,
    transition: "EDIT",
    reason,
    old_state: current.state,
    new_state: current.state,
    actor_kind: actorKindOf(principal, "updateCase"),
    user_id,
    device_id,
    lock_version: lock_version + 1,
    now,
  });
  if (before.not_before !== after.not_before) await waitForNewTime(tx, id, { not_before: after.not_before, now });
  tellPartnerOfCase(tx, await announceCase(tx, id, "updated"), "updated");
  return true;
}

/** Refuses to move the pickup of a case that is on board; only the delivery can still be moved. */
async function checkLoad(tx: Tx, id: string, { before, after }: { before: TimeWindow; after: TimeWindow }) {
  if (!movesPickup(before, after)) return;
  const links = await selectOpenLinks(tx, id);
  const carrier = links.find(({ state }) => loadedStates.has(state));
  if (carrier) throw problem("CASE_CARGO_LOADED", { tour_id: carrier.tour_id });
}
