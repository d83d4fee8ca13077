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
import { supersedeAssets } from "#modules/assets/index";
import { answerWithCase, createFollowUp, type PendingChange, writeCaseChange } from "#modules/cases/index";
import { announceChange, tellPartner } from "./case-events.service";
import { sendNotices } from "./case-notices.service";
import { setTimers } from "./case-timers.service";

export interface ActionCall {
  readonly tx: Tx;
  readonly principal: Principal;
  readonly scope: Scope;
  readonly now: Date;
}

/** Carries out what a caller asks of a case, and answers the case with what the caller may do next. */
export async function sendAction(call: ActionCall, case_id: string, command: CaseCommand): Promise<CaseActionAnswer> {
  const { tx, principal, scope, now } = call;
  const acted = await act(tx, { case_id, command: lowercaseIds(command), caller: principal, scope, now });
  if (acted === undefined) throw notFound("case", case_id);
  if (acted.kind === "refused") throw problemOf(acted);
  const { snapshot } = acted;
  const offered = new Map([[snapshot.case.id, offer(snapshot, principal, now)]]);
  const answer = await answerWithCase(tx, { principal, now, scope, offered }, case_id);
  const { warnings, constraint_violations } = acted.kind === "changed" ? acted.change : nothingToSay;
  return { ...answer, warnings: [...warnings], constraint_violations: [...constraint_violations] };
}

const ids: ReadonlySet<string> = new Set(["tour_id", "action_id", "to_tour_id", "to_branch_id", "from_tour_id"]);
/** Ids may come in capitals; the rules compare them as PostgreSQL writes them. */
function lowercaseIds<T extends object>(fields: T): T {
  const entries = Object.entries(fields).map(([name, value]: [string, unknown]) => {
    if (typeof value === "string") return [name, ids.has(name) ? value.toLowerCase() : value];
    if (name === "todos") return [name, (value as string[]).map((id) => id.toLowerCase())];
    return [name, name === "payload" ? lowercaseIds(value as object) : value];
  });
  return Object.fromEntries(entries) as T;
}

const nothingToSay = { warnings: [], constraint_violations: [] } as const;
const problemOf = ({ code, args }: Refusal) => new Problem(code, [args]);

export interface ActionRequest {
  readonly case_id: string;
  /** A timer acts on whatever version the case has. */
  readonly command: Omit<CaseCommand, "lock_version"> & { readonly lock_version?: number };
  readonly caller: Caller;
  /** Undefined for the timer. */
  readonly scope?: Scope;
  readonly now: Date;
}
export type Acted =
  | Refusal
  | { readonly kind: "repeated"; readonly snapshot: LoadedCase }
  | { readonly kind: "changed"; readonly snapshot: LoadedCase; readonly change: CaseChange };

/**
 * Locks, decides and writes in the caller's transaction: one round trip to lock and read, and the write travels ahead of
 * the next statement or with the commit. Undefined: the caller has no such case.
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
  return { kind: "changed", change: decision, snapshot: snapshotAfter(snapshot, decision, written) };
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
