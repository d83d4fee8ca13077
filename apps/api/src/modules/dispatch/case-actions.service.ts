import { randomUUID } from "node:crypto";
import type { CaseActionAnswer } from "@leitstand/contract/cases/case-actions";
import type { Tx } from "#platform/database/database";
import type { Principal, Scope } from "#platform/access/principal";
import { notFound, Problem } from "#platform/problem";
import {
  type CaseChange,
  type CaseCommand,
  createMetadata,
  decide,
  type Refusal,
  snapshotAfter,
} from "#modules/case-states/index";
import { actorFor, type Caller, type LoadedCase, loadForDecision, offer } from "#modules/case-snapshots/index";
import { noteAction } from "#modules/case-notes/index";
import { announcePhotos, supersedeAssets } from "#modules/assets/index";
import { answerWithCase, createFollowUp, type PendingChange, writeCaseChange } from "#modules/cases/index";
import { announceChange, tellPartner } from "./case-events.service";
import { sendNotices } from "./case-notices.service";
import { awaitPhotos, setTimers } from "./case-timers.service";

export interface ActionCall {
  readonly tx: Tx;
  readonly principal: Principal;
  readonly scope: Scope;
  readonly now: Date;
}

/**
 * Performs the action that a caller requests on a case, and answers the case with the actions that are possible next.
 */
export async function sendAction(call: ActionCall, case_id: string, command: CaseCommand): Promise<CaseActionAnswer> {
  const { tx, principal, scope, now } = call;
  const acted = await carryOut(tx, { case_id, command, caller: principal, scope, now });
  return answerActed(call, acted);
}

/** Answer after an action: the case, the actions that the caller may perform next, and warnings about the action. */
export async function answerActed(call: ActionCall, acted: Exclude<Acted, Refusal>): Promise<CaseActionAnswer> {
  const { tx, principal, scope, now } = call;
  const { snapshot } = acted;
  const offered = new Map([[snapshot.case.id, offer(snapshot, principal, now)]]);
  const answer = await answerWithCase(tx, { principal, now, scope, offered }, snapshot.case.id);
  const { warnings, constraint_violations } = acted.kind === "changed" ? acted.change : nothingToSay;
  return { ...answer, warnings: [...warnings], constraint_violations: [...constraint_violations] };
}

/** Performs an action for endpoints with other answers; throws what `send_action` answers as an error. */
export async function carryOut(tx: Tx, request: ActionRequest): Promise<Exclude<Acted, Refusal>> {
  const acted = await act(tx, request);
  if (acted === undefined) throw notFound("case", request.case_id);
  if (acted.kind === "refused") throw problemOf(acted);
  return acted;
}

const nothingToSay = { warnings: [], constraint_violations: [] } as const;
export const problemOf = ({ code, args }: Refusal) => new Problem(code, [args]);

export interface ActionRequest {
  readonly case_id: string;
  /** Command with an optional version: a timer acts on whatever version the case has. */
  readonly command: Omit<CaseCommand, "lock_version"> & { readonly lock_version?: number };
  readonly caller: Caller;
  /** Scope of the caller; undefined for the timer. */
  readonly scope?: Scope;
  readonly now: Date;
}
export type Acted =
  | Refusal
  | { readonly kind: "repeated"; readonly snapshot: LoadedCase }
  | { readonly kind: "changed"; readonly snapshot: LoadedCase; readonly change: CaseChange };

/**
 * Locks, decides and writes in the caller's transaction: one round trip to lock and read, and the write travels ahead
 * of the next statement or with the commit. Undefined: the caller has no such case.
 */
export async function act(tx: Tx, request: ActionRequest): Promise<Acted | undefined> {
  const snapshot = await loadForDecision(tx, request);
  if (snapshot === undefined) return undefined;
  const actor = actorFor(request.caller, snapshot);
  const command = { ...request.command, lock_version: request.command.lock_version ?? snapshot.case.lock_version };
  const decision = decide(snapshot, command, { actor, now: request.now });
  if (decision.kind === "refused") return decision;
  if (decision.kind === "repeated") return { kind: "repeated", snapshot };
  const written = createMetadata(decision, { actor, action_id: command.action_id ?? null }, randomUUID);
  const work = { snapshot, change: decision, written, payload: command.payload };
  await record(tx, work);
  await writeTold(tx, work, request.caller);
  return { kind: "changed", change: decision, snapshot: snapshotAfter(snapshot, decision, written) };
}

/** Writes what a person sent along with the action: a note, and photos that will follow. */
async function writeTold(tx: Tx, { snapshot, change, written, payload }: PendingChange, caller: Caller) {
  if (caller === "timer") return;
  const case_id = snapshot.case.id;
  if (change.note !== null) await noteAction(tx, caller, { case_id, text: change.note });
  const [row] = written.history;
  const { photo_ids = [] } = payload ?? {};
  if (row === undefined || photo_ids.length === 0) return;
  const { user_id, device_id } = written.actor;
  await announcePhotos(tx, { case_id, history_id: row.id, photo_ids, user_id, device_id });
  awaitPhotos(tx, { case_id, history_id: row.id, now: Date.parse(change.received_at) });
}

/** Writes a decided change with everything that follows from it: events, messages, timers, the follow-up case. */
export async function record(tx: Tx, work: PendingChange) {
  const { supersede_assets_since: since } = work.change;
  const outdated = since === null ? undefined : supersedeAssets(tx, work.snapshot.case.id, since);
  await writeCaseChange(tx, work, outdated);
  announceChange(tx, work);
  tellPartner(tx, work);
  await sendNotices(tx, work);
  setTimers(tx, work);
  if (work.change.child !== null) await createChild(tx, work);
}

async function createChild(tx: Tx, { snapshot, change, written }: PendingChange) {
  const { user_id, device_id } = written.actor;
  const service = change.child?.service ?? "";
  await createFollowUp(tx, { parent_id: snapshot.case.id, service, created_by: user_id ?? device_id });
}
