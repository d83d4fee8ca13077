import { isDeepStrictEqual } from "node:util";
import type { CaseChange, CaseCommand, ChangeMetadata, LinkChange } from "#modules/case-states/index";
import { type LoadedCase } from "#modules/case-snapshots/index";
import type { Tx } from "#platform/database/database";
import type { Sql } from "#platform/database/sql";
import {
  type CaseWrite,
  type ChildDraft,
  insertChild,
  selectColumned,
  updatePlaces,
  writeChange,
} from "./case-changes.sql";
import { columnsOf } from "./case-columns";
import { announceCase } from "./case-reader.service";
import { tellPartnerOfCase } from "./partner-news.service";
import type { CaseRecord, HistoryWrite, LinkWrite } from "./case-record";

/** Change of one case, ready to be written. */
export interface PendingChange {
  readonly snapshot: LoadedCase;
  readonly change: CaseChange;
  readonly written: ChangeMetadata;
  readonly payload: CaseCommand["payload"];
}

/**
 * Writes a change that was decided. `besides` is the part of it that goes into a table of another owner, written by the
 * same statement.
 */
export async function writeCaseChange(tx: Tx, work: PendingChange, besides?: Sql) {
  const write = toWrite(work);
  writeChange(tx, write, besides);
  const { id } = write.record;
  if (changesPlaces(write)) updatePlaces(tx, id, columnsOf(await selectColumned(tx, id)));
}

/** Creates a case that follows from another one, as the rules decided. */
export async function createFollowUp(tx: Tx, draft: ChildDraft) {
  const { id } = await insertChild(tx, draft);
  tellPartnerOfCase(tx, await announceCase(tx, id, "created"), "created");
}

function toWrite(work: PendingChange): CaseWrite {
  const { change, written } = work;
  return {
    record: toCaseRecord(work),
    links: change.links.map((link) => toLinkWrite(work, link)),
    history: toHistoryWrites(work),
    completed_todo_ids: change.completed_todo_ids,
    completed_by: written.actor.user_id ?? written.actor.device_id,
  };
}

function toCaseRecord({ snapshot, change }: PendingChange): CaseRecord {
  const { state, finalized, lock_version, plan_lock_version, branch_id } = change.case;
  const { not_before, postponed_until, finish_reason } = change.case;
  const times = { not_before, postponed_until, received_at: change.received_at };
  const opened = change.links.findLast(({ op }) => op !== "update");
  return {
    id: snapshot.case.id,
    state,
    finalized,
    lock_version,
    plan_lock_version,
    branch_id,
    finish_reason,
    ...times,
    assigned_tour_id: opened?.tour_id ?? null,
    data_column: snapshot.case.data_type === "FUNERAL" ? "funeral_data" : "rsa_data",
    data_patch: patchOf(snapshot, change),
    confirmed: snapshot.case.is_person ? change.confirmed : { identity: false, belongings: null },
    findings: change.findings,
  };
}

/** Data fields that the change sets: places, the handover, and for the club's own papers the status of the case. */
function patchOf({ case: before }: LoadedCase, { case: after }: CaseChange): CaseRecord["data_patch"] {
  const fields: [string, unknown, unknown][] = [
    ["source_address", before.source, after.source],
    ["target_address", before.target, after.target],
    ["handover", before.handover, after.handover],
  ];
  if (before.data_type === "ROADSIDE") {
    fields.push(["needs_backoffice", before.needs_backoffice, after.needs_backoffice]);
    fields.push(["status", before.finalized ? "finished" : "open", after.rsa_status]);
  }
  const changed = fields.filter(([, from, to]) => !isDeepStrictEqual(from, to));
  return changed.length === 0 ? null : Object.fromEntries(changed.map(([name, , to]) => [name, to]));
}

const changesPlaces = (write: CaseWrite) =>
  write.record.data_patch !== null &&
  ("source_address" in write.record.data_patch || "target_address" in write.record.data_patch);

const waits = ({ bucket, state }: LinkChange) => bucket === "open" && (state === "POSTPONED" || state === "reserved");

function toLinkWrite({ change, written }: PendingChange, link: LinkChange): LinkWrite {
  const violations = change.constraint_violations.filter(({ tour_id }) => tour_id === link.tour_id);
  const assigned = change.history.some(
    ({ transition, tour_id }) => transition === "ASSIGN" && tour_id === link.tour_id,
  );
  // A driver who acts on the case has it on the phone.
  const received = written.actor.kind === "V" && link.bucket !== "unassigned" ? change.received_at : null;
  return {
    ...link,
    device_received_at: link.device_received_at ?? received,
    postponed_until: waits(link) ? change.case.postponed_until : null,
    violations:
      violations.length > 0 || assigned ? violations.map(({ constraint, level }) => ({ constraint, level })) : null,
    assigned,
  };
}

function toHistoryWrites({ snapshot, change, written, payload }: PendingChange): HistoryWrite[] {
  const bucketOf = (links: readonly Pick<LinkChange, "tour_id" | "bucket">[], tour_id: string | null) =>
    links.find((link) => link.tour_id === tour_id)?.bucket ?? null;
  // A drawn signature is kept with the case; the history only says that there was one.
  const { signature, ...said } = payload ?? {};
  return written.history.map((row, place) => ({
    ...row,
    place,
    old_bucket: bucketOf(snapshot.links, row.tour_id),
    new_bucket: bucketOf(change.links, row.tour_id),
    payload: place === 0 ? { ...said, ...(signature === undefined ? {} : { signed: true }) } : {},
  }));
}
