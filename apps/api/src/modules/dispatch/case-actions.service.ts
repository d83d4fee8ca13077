import { randomUUID } from "node:crypto";
import type { CaseActionAnswer } from "@leitstand/contract/cases/case-actions";
import type { Tx } from "#platform/database/database";
import type { Principal, Scope } from "#platform/access/principal";
import { notFound, Problem } from "#platform/problem";
import {
  type Actor,
  type AcceptedCaseAction,
  type CaseCommand,
  createChangeMetadata,
  decideCaseAction,
  type CaseActionRefusal,
  applyChangeToCaseSnapshot,
} from "#modules/case-states/index";
import {
  resolveActorForCaller,
  type ActionCaller,
  type LoadedCaseSnapshot,
  lockAndLoadForDecision,
  offerActionsForCase,
} from "#modules/case-snapshots/index";
import { addCaseActionNote } from "#modules/case-notes/index";
import { announcePhotos, supersedeFilesOfUndoneSteps } from "#modules/assets/index";
import {
  readCaseAnswerAfterAction,
  insertAndAnnounceFollowUp,
  type AppliedCaseChange,
  writeCaseChange,
} from "#modules/cases/index";
import { announceCaseChange, queuePartnerEvent } from "./case-events.service";
import { sendNoticesOfChange } from "./case-notices.service";
import { schedulePhotosOverdueCheck, applyCaseTimerChanges } from "./case-timers.service";

export interface CaseActionCall {
  readonly tx: Tx;
  readonly principal: Principal;
  readonly scope: Scope;
  readonly now: Date;
}

/**
 * Performs the action that a caller requests on a case, and answers the case with the actions that are possible next.
 */
export async function performCaseAction(
  call: CaseActionCall,
  case_id: string,
  command: CaseCommand,
): Promise<CaseActionAnswer> {
  const { tx, principal, scope, now } = call;
  const outcome = await applyCaseActionOrThrow(tx, { case_id, command, caller: principal, scope, now });
  return answerPerformedCaseAction(call, outcome);
}

/** Answer after an action: the case, the actions that the caller may perform next, and warnings about the action. */
export async function answerPerformedCaseAction(
  call: CaseActionCall,
  outcome: PerformedCaseAction,
): Promise<CaseActionAnswer> {
  const { tx, principal, scope, now } = call;
  const { snapshot } = outcome;
  const offered = new Map([[snapshot.case.id, offerActionsForCase(snapshot, principal, now)]]);
  const answer = await readCaseAnswerAfterAction(tx, { principal, now, scope, offered }, snapshot.case.id);
  const { warnings, constraint_violations } = outcome.kind === "changed" ? outcome.change : emptyWarnings;
  return { ...answer, warnings: [...warnings], constraint_violations: [...constraint_violations] };
}

/** Applies an action as `applyAction`; throws the problem where the case is missing or the action is refused. */
export async function applyCaseActionOrThrow(tx: Tx, request: CaseActionRequestToApply): Promise<PerformedCaseAction> {
  const outcome = await applyAction(tx, request);
  if (outcome === undefined) throw notFound("case", request.case_id);
  if (outcome.kind === "refused") throw caseActionRefusalToProblem(outcome);
  return outcome;
}

const emptyWarnings = { warnings: [], constraint_violations: [] } as const;
export const caseActionRefusalToProblem = ({ code, args }: CaseActionRefusal) => new Problem(code, [args]);

export interface CaseActionRequestToApply {
  readonly case_id: string;
  /** Command with an optional version: a timer acts on whatever version the case has. */
  readonly command: Omit<CaseCommand, "lock_version"> & { readonly lock_version?: number };
  readonly caller: ActionCaller;
  /** Scope of the caller; undefined for the timer. */
  readonly scope?: Scope;
  readonly now: Date;
}
/** Outcome of an action that was not refused, with the snapshot after it. */
export type PerformedCaseAction =
  | { readonly kind: "repeated"; readonly snapshot: LoadedCaseSnapshot }
  | { readonly kind: "changed"; readonly snapshot: LoadedCaseSnapshot; readonly change: AcceptedCaseAction };
export type CaseActionOutcome = CaseActionRefusal | PerformedCaseAction;

/**
 * Locks the case, decides the action and writes the change in the caller's transaction: one round trip to lock and
 * read, and the write travels with the next statement or the commit. Undefined: the caller has no such case.
 */
export async function applyAction(tx: Tx, request: CaseActionRequestToApply): Promise<CaseActionOutcome | undefined> {
  const snapshot = await lockAndLoadForDecision(tx, request);
  if (snapshot === undefined) return undefined;
  const actor = resolveActorForCaller(request.caller, snapshot);
  const command = { ...request.command, lock_version: request.command.lock_version ?? snapshot.case.lock_version };
  const change = decideCaseAction(snapshot, command, { actor, now: request.now });
  if (change.kind === "refused") return change;
  if (change.kind === "repeated") return { kind: "repeated", snapshot };
  const { action_id, payload } = command;
  const applied = await recordDecidedCaseChange(tx, { snapshot, change, actor, action_id, payload });
  await recordNoteAndPhotos(tx, applied, request.caller);
  return { kind: "changed", change, snapshot: applied.after };
}

/** Change that was decided on a snapshot, its author, and what the author sent with it. */
interface DecidedChange extends Pick<AppliedCaseChange, "snapshot" | "change"> {
  readonly actor: Actor;
  readonly action_id?: string | undefined;
  readonly payload?: AppliedCaseChange["payload"];
}

/** Gives a decided change its metadata and records it. */
export async function recordDecidedCaseChange(tx: Tx, decided: DecidedChange): Promise<AppliedCaseChange> {
  const { snapshot, change, actor, action_id = null, payload } = decided;
  const metadata = createChangeMetadata(change, { actor, action_id }, randomUUID);
  const applied = { snapshot, change, metadata, payload, after: applyChangeToCaseSnapshot(snapshot, change, metadata) };
  await recordChange(tx, applied);
  return applied;
}

/** Writes what a person sent along with the action: a note, and photos that will follow. */
async function recordNoteAndPhotos(
  tx: Tx,
  { snapshot, change, metadata, payload }: AppliedCaseChange,
  caller: ActionCaller,
) {
  if (caller === "timer") return;
  const case_id = snapshot.case.id;
  if (change.note !== null) await addCaseActionNote(tx, caller, { case_id, text: change.note });
  const [row] = metadata.history;
  const { photo_ids = [] } = payload ?? {};
  if (row === undefined || photo_ids.length === 0) return;
  const { user_id, device_id } = metadata.actor;
  await announcePhotos(tx, { case_id, history_id: row.id, photo_ids, user_id, device_id });
  schedulePhotosOverdueCheck(tx, { case_id, history_id: row.id, now: Date.parse(change.received_at) });
}

/** Writes a change with everything that follows from it: events, messages, timers, the follow-up case. */
async function recordChange(tx: Tx, applied: AppliedCaseChange) {
  const history_ids = applied.change.history.flatMap(({ undoes }) => undoes ?? []);
  await writeCaseChange(tx, applied);
  if (history_ids.length > 0) supersedeFilesOfUndoneSteps(tx, { case_id: applied.snapshot.case.id, history_ids });
  announceCaseChange(tx, applied);
  queuePartnerEvent(tx, applied);
  await sendNoticesOfChange(tx, applied);
  applyCaseTimerChanges(tx, applied);
  if (applied.change.follow_up !== null) await createFollowUpCase(tx, applied);
}

async function createFollowUpCase(tx: Tx, { snapshot, change, metadata }: AppliedCaseChange) {
  const { user_id, device_id } = metadata.actor;
  const service = change.follow_up?.service ?? "";
  await insertAndAnnounceFollowUp(tx, { parent_id: snapshot.case.id, service, created_by: user_id ?? device_id });
}
