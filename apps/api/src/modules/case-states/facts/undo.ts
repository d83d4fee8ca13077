import {
  bucketOfLinkState,
  finalCaseStates,
  finishedLinkStates,
  undoableActions,
  actionsBlockingUndo,
} from "@leitstand/contract/cases/case-rules";
import { type CaseActionRefusal, createCaseActionRefusal } from "./case-decision";
import { type ResolvedActionRequest, isForcedByDispatcher } from "./case-request";
import type { Actor, CaseSnapshot, StoredCaseHistoryRow } from "./case-snapshot";

type UndoObstacle =
  | "NOTHING_TO_UNDO"
  | "BARRIER"
  | "TOO_OLD"
  | "NOT_NEWEST"
  | "OTHER_DEVICE"
  | "FORCE_REQUIRED"
  | "NEWER_OPEN_LINK"
  | "NEWER_CHANGE"
  | "CASE_CLOSED_SINCE"
  | "APPROVAL_WITHDRAWN";

const undoNotPossible = (reason: UndoObstacle): CaseActionRefusal =>
  createCaseActionRefusal("UNDO_NOT_POSSIBLE", { reason });

/** Newest row of a link that counts: not undone, and not an UNDO itself. */
export const findLastStepOfLink = (
  { history }: CaseSnapshot,
  tour_id: string | undefined,
): StoredCaseHistoryRow | undefined =>
  history.findLast(
    (row) =>
      row.tour_id === tour_id &&
      !row.undone &&
      (undoableActions.has(row.transition) || actionsBlockingUndo.has(row.transition)),
  );

/** All rows that one request wrote and that are still valid; they are undone together. */
export const listValidHistoryRowsOfGroup = (
  { history }: CaseSnapshot,
  { group_id }: StoredCaseHistoryRow,
): StoredCaseHistoryRow[] => history.filter((row) => row.group_id === group_id && !row.undone && row.undoes === null);

/** Whether the actor wrote the row. A driver is identified by the phone where there is one, else by the user. */
export const isHistoryRowWrittenByActor = (actor: Actor, row: StoredCaseHistoryRow) =>
  actor.device_id === null
    ? row.device_id === null && row.user_id !== null && row.user_id === actor.user_id
    : row.device_id === actor.device_id;

/** Reason why this caller cannot take back the newest step of this link now. */
export function findUndoFault(request: ResolvedActionRequest): CaseActionRefusal | undefined {
  const { snapshot, actor, tour_id } = request;
  const step = findLastStepOfLink(snapshot, tour_id);
  if (step === undefined) return undoNotPossible("NOTHING_TO_UNDO");
  if (!undoableActions.has(step.transition)) return undoNotPossible("BARRIER");
  return (
    (actor.kind === "V" ? findDriverUndoFault(request, step) : findDispatcherUndoFault(request, step)) ??
    findLaterConflict(snapshot, step)
  );
}

function findDriverUndoFault({ snapshot, actor, now, tour_id }: ResolvedActionRequest, step: StoredCaseHistoryRow) {
  const newest = snapshot.history.findLast((row) => row.tour_id === tour_id);
  if (newest?.id !== step.id) return undoNotPossible("NOT_NEWEST");
  if (!isHistoryRowWrittenByActor(actor, step)) return undoNotPossible("OTHER_DEVICE");
  return isStepOlderThan(step, now, snapshot.settings.driver_undo_seconds) ? undoNotPossible("TOO_OLD") : undefined;
}

function findDispatcherUndoFault(request: ResolvedActionRequest, step: StoredCaseHistoryRow) {
  const { snapshot, now, link, tour } = request;
  if (isStepOlderThan(step, now, snapshot.settings.dispatcher_undo_seconds)) return undoNotPossible("TOO_OLD");
  const sealed = link?.state === "DONE" || link?.state === "adActa" || tour?.status === "FINISHED";
  return sealed && !isForcedByDispatcher(request) ? undoNotPossible("FORCE_REQUIRED") : undefined;
}

const isStepOlderThan = (step: StoredCaseHistoryRow, now: Date, seconds: number) =>
  now.getTime() - Date.parse(step.received_at) > seconds * 1000;

/** Later changes of the case, on links of this group or on others, that prevent taking the step back. */
function findLaterConflict(snapshot: CaseSnapshot, step: StoredCaseHistoryRow) {
  const group = listValidHistoryRowsOfGroup(snapshot, step);
  if (group.some((row) => row.tour_id !== null && findLastStepOfLink(snapshot, row.tour_id)?.id !== row.id))
    return undoNotPossible("NEWER_CHANGE");
  const restored = step.before.link;
  if (restored === null || bucketOfLinkState(restored.state) !== "open") return undefined;
  const isClosed = finalCaseStates.has(snapshot.case.state);
  if (isClosed && !group.some(closesCase)) return undoNotPossible("CASE_CLOSED_SINCE");
  const reopens = finishedLinkStates.has(step.new_state ?? "");
  if (reopens && !isClosed && !snapshot.case.approved) return undoNotPossible("APPROVAL_WITHDRAWN");
  return findNewerOpenLink(snapshot, step, reopens);
}

const closesCase = (row: StoredCaseHistoryRow) => finalCaseStates.has(row.new_case_state);

function findNewerOpenLink(
  { case: dispatchCase, links, history }: CaseSnapshot,
  step: StoredCaseHistoryRow,
  reopens: boolean,
) {
  const others = links.filter((link) => link.bucket === "open" && link.tour_id !== step.tour_id);
  const carrier = others.find((link) => link.state === "LOADED");
  if (step.before.link?.state === "LOADED" && carrier !== undefined)
    return createCaseActionRefusal("CASE_CARGO_LOADED", { tour_id: carrier.tour_id });
  const newer = others.some(
    ({ tour_id }) =>
      dispatchCase.data_type === "ROADSIDE" ||
      history.some((row) => row.tour_id === tour_id && opensLink(row) && row.lock_version > step.lock_version),
  );
  return reopens && newer ? undoNotPossible("NEWER_OPEN_LINK") : undefined;
}

const opensLink = ({ transition }: StoredCaseHistoryRow) =>
  transition === "ASSIGN" || transition === "FORWARD_ROLLBACK";
