import { isDeepStrictEqual } from "node:util";
import type { AcceptedCaseAction, CaseCommand, ChangeMetadata, LinkChange } from "#modules/case-states/index";
import { type LoadedCaseSnapshot } from "#modules/case-snapshots/index";
import type { Tx } from "#platform/database/database";
import {
  type CaseChangeRecords,
  type FollowUpCaseDraft,
  insertFollowUpCase,
  selectSearchableCaseFields,
  updateCaseSearchColumns,
  writeCaseChangeRecords,
} from "./case-changes.sql";
import { caseIndexColumnsOf } from "./case-columns";
import { announceCase } from "./case-reader.service";
import { queueCaseEventForPartner } from "./partner-news.service";
import type { CaseChangeRecord, HistoryChangeRecord, LinkChangeRecord } from "./case-record";

/** Decided change of one case, with everything that writing and announcing it needs. */
export interface AppliedCaseChange {
  /** Snapshot that the change was decided on. */
  readonly snapshot: LoadedCaseSnapshot;
  readonly change: AcceptedCaseAction;
  readonly metadata: ChangeMetadata;
  readonly payload: CaseCommand["payload"];
  /** Snapshot as the change leaves it. */
  readonly after: LoadedCaseSnapshot;
}

/** Writes the rows of a change. */
export async function writeCaseChange(tx: Tx, applied: AppliedCaseChange) {
  const records = toChangeRecords(applied);
  writeCaseChangeRecords(tx, records);
  const { id } = records.caseRecord;
  if (changesCasePlaces(records))
    updateCaseSearchColumns(tx, id, caseIndexColumnsOf(await selectSearchableCaseFields(tx, id)));
}

/** Creates a case that follows from another one, as the rules decided. */
export async function insertAndAnnounceFollowUp(tx: Tx, draft: FollowUpCaseDraft) {
  const { id } = await insertFollowUpCase(tx, draft);
  queueCaseEventForPartner(tx, await announceCase(tx, id, { change: "created" }), "created");
}

function toChangeRecords(applied: AppliedCaseChange): CaseChangeRecords {
  const { change, metadata } = applied;
  return {
    caseRecord: toCaseRecord(applied),
    links: change.links.map((link) => toLinkRecord(applied, link)),
    history: toHistoryRecords(applied),
    completed_todo_ids: change.completed_todo_ids,
    completed_by: metadata.actor.user_id ?? metadata.actor.device_id,
  };
}

function toCaseRecord({ snapshot, change }: AppliedCaseChange): CaseChangeRecord {
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
    data_patch: caseDataPatchOf(snapshot, change),
    confirmed: snapshot.case.is_person ? change.confirmed : { identity: false, belongings: null },
    findings: change.findings,
  };
}

/** Data fields that the change sets: places, the handover, and for the club's own papers the status of the case. */
function caseDataPatchOf(
  { case: before }: LoadedCaseSnapshot,
  { case: after }: AcceptedCaseAction,
): CaseChangeRecord["data_patch"] {
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

const changesCasePlaces = ({ caseRecord }: CaseChangeRecords) =>
  caseRecord.data_patch !== null &&
  ("source_address" in caseRecord.data_patch || "target_address" in caseRecord.data_patch);

const isWaitingLink = ({ bucket, state }: LinkChange) =>
  bucket === "open" && (state === "POSTPONED" || state === "reserved");

function toLinkRecord({ change, metadata }: AppliedCaseChange, link: LinkChange): LinkChangeRecord {
  const violations = change.constraint_violations.filter(({ tour_id }) => tour_id === link.tour_id);
  const assigned = change.history.some(
    ({ transition, tour_id }) => transition === "ASSIGN" && tour_id === link.tour_id,
  );
  // A driver who acts on the case has it on the phone.
  const received = metadata.actor.kind === "V" && link.bucket !== "unassigned" ? change.received_at : null;
  return {
    ...link,
    device_received_at: link.device_received_at ?? received,
    postponed_until: isWaitingLink(link) ? change.case.postponed_until : null,
    violations:
      violations.length > 0 || assigned ? violations.map(({ constraint, level }) => ({ constraint, level })) : null,
    assigned,
  };
}

function toHistoryRecords({ snapshot, change, metadata, payload }: AppliedCaseChange): HistoryChangeRecord[] {
  const bucketOf = (links: readonly Pick<LinkChange, "tour_id" | "bucket">[], tour_id: string | null) =>
    links.find((link) => link.tour_id === tour_id)?.bucket ?? null;
  // A drawn signature is kept with the case; the history only says that there was one.
  const { signature, ...said } = payload ?? {};
  return metadata.history.map((row, place) => ({
    ...row,
    place,
    old_bucket: bucketOf(snapshot.links, row.tour_id),
    new_bucket: bucketOf(change.links, row.tour_id),
    payload: place === 0 ? { ...said, ...(signature === undefined ? {} : { signed: true }) } : {},
  }));
}
