import type { Import } from "@leitstand/contract/company/imports";
import type { Static } from "@leitstand/contract/core/schema";
import type { QueryRunner, Tx } from "#platform/database/database";
import type { RetentionRule } from "#platform/database/retention";
import { createRecordset } from "#platform/database/recordset";
import { toJsonParameter, type Sql, sql } from "#platform/database/sql";

type ImportRow = Static<typeof Import>;
/** Owner of an import: only the user who checked it sees it. */
export interface ImportOwner {
  readonly user_id: string | null;
}

/**
 * Moment from which an import is kept for a day: its check, or its end once it was applied, so that its result can be
 * read. One that is being applied is kept for a week: an outage may prolong it, and one that never ends is a fault.
 */
const importKeptFrom = sql`coalesce(finished_at, applied_at + interval '6 days', created_at)`;
const importAnswerColumns = sql`id, created_at, updated_at, kind, status, rows, creates, updates, unchanged, faulty, faults,
  coalesce(finished_at, applied_at, created_at) + interval '1 day' as expires_at,
  case when status <> 'CHECKED' then json_build_object('created', created, 'updated', updated, 'skipped', skipped, 'skips', skips,
    'remaining', creates + updates - created - updated - skipped, 'stopped_by', stopped_by, 'finished_at', finished_at) end as result`;
const ownImportCondition = (tx: Tx, { user_id }: ImportOwner, id: string): Sql =>
  sql`tenant_id = ${tx.tenantId} and id = ${id} and user_id = ${user_id}::uuid and status <> 'CHECKING'
    and ${importKeptFrom} > now() - interval '1 day'`;

export const insertImport = (tx: Tx, draft: { user_id: string; token_id: string; kind: ImportRow["kind"] }) =>
  tx.one<{ id: string }>(sql`
    insert into imports (tenant_id, user_id, token_id, kind)
    values (${tx.tenantId}, ${draft.user_id}, ${draft.token_id}, ${draft.kind}) returning id`);

/**
 * Deletes all imports of the caller but the newest ones and those under way: one that is being applied, and one that
 * is still being checked, which without its row could store nothing and end in an error.
 */
export const removeOlderImports = (tx: Tx, { user_id }: ImportOwner, keep: number) =>
  tx.run(sql`
    delete from imports
    where tenant_id = ${tx.tenantId} and user_id = ${user_id}::uuid and status not in ('CHECKING', 'APPLYING') and id not in (
      select id from imports where tenant_id = ${tx.tenantId} and user_id = ${user_id}::uuid order by created_at desc, id limit ${keep})`);

export const removeImport = (tx: Tx, id: string) =>
  tx.run(sql`delete from imports where tenant_id = ${tx.tenantId} and id = ${id}`);

interface PlannedImportRow {
  readonly line: number;
  readonly target_id: string | null;
  readonly draft: object;
}
const plannedRowRecordset = createRecordset<PlannedImportRow>("planned", {
  line: "int",
  target_id: "uuid",
  draft: "jsonb",
});

export const insertImportRows = (tx: Tx, id: string, rows: readonly PlannedImportRow[]) =>
  tx.run(sql`
    insert into import_rows (tenant_id, import_id, line, target_id, draft)
    select ${tx.tenantId}, ${id}, line, target_id, draft from ${plannedRowRecordset(rows)}`);

export interface ImportCheckFindings
  extends Pick<ImportRow, "rows" | "creates" | "updates" | "unchanged" | "faulty" | "faults"> {
  readonly gives_roles: boolean;
}

export const completeImportCheck = (tx: Tx, id: string, findings: ImportCheckFindings) =>
  tx.one<ImportRow>(sql`
    update imports set status = 'CHECKED', rows = ${findings.rows}, creates = ${findings.creates}, updates = ${findings.updates},
      unchanged = ${findings.unchanged}, faulty = ${findings.faulty}, faults = ${toJsonParameter(findings.faults)}, gives_roles = ${findings.gives_roles},
      updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} returning ${importAnswerColumns}`);

export const selectImport = (tx: Tx, owner: ImportOwner, id: string) =>
  tx.maybe<ImportRow>(sql`select ${importAnswerColumns} from imports where ${ownImportCondition(tx, owner, id)}`);

/** Locks an import until the commit. */
export const lockImport = (tx: Tx, owner: ImportOwner, id: string) =>
  tx.maybe<Pick<ImportRow, "kind" | "status"> & { gives_roles: boolean }>(sql`
    select kind, status, gives_roles from imports where ${ownImportCondition(tx, owner, id)} for update`);

export const markImportApplying = (tx: Tx, id: string, request: { token_id: string; now: Date }) =>
  tx.run(sql`
    update imports set status = 'APPLYING', token_id = ${request.token_id}, applied_at = ${request.now}, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Imports under way, of all tenants; first those of which no rows were written for longest. */
export const selectImportsUnderWay = (rows: QueryRunner) =>
  rows.many<{ tenant_id: string; id: string }>(sql`
    select tenant_id, id from imports where status = 'APPLYING' order by updated_at, id limit 100`);

export interface RunningImport extends Pick<ImportRow, "kind"> {
  readonly token_id: string;
  readonly applied_at: string;
  readonly skips: number;
  /** Line up to which everything is done. */
  readonly done_line: number;
}

/** Claims an import; undefined when another node works on it, or it is done. */
export const claimImport = (tx: Tx, id: string) =>
  tx.maybe<RunningImport>(sql`
    select kind, token_id, applied_at, jsonb_array_length(skips) as skips, done_line from imports
    where tenant_id = ${tx.tenantId} and id = ${id} and status = 'APPLYING' for update skip locked`);

export interface PendingImportRow {
  readonly line: number;
  readonly target_id: string | null;
  readonly draft: Record<string, unknown>;
}

/** Rows still to do after a line; without the line, the index would first visit rows that were deleted before. */
export const selectPendingImportRows = (tx: Tx, id: string, { after, limit }: { after: number; limit: number }) =>
  tx.many<PendingImportRow>(sql`
    select line, target_id, draft from import_rows
    where tenant_id = ${tx.tenantId} and import_id = ${id} and line > ${after} order by line limit ${limit}`);

export interface ImportProgress {
  readonly done_line: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  /** Skipped rows that there is still room to name. */
  readonly skips: ImportRow["faults"];
}

export const completeImportRows = (
  tx: Tx,
  id: string,
  { before, ...done }: ImportProgress & { readonly before: number },
) =>
  tx.run(sql`
    with gone as (
      delete from import_rows where tenant_id = ${tx.tenantId} and import_id = ${id} and line > ${before} and line <= ${done.done_line})
    update imports set done_line = ${done.done_line}, created = created + ${done.created}, updated = updated + ${done.updated}, skipped = skipped + ${done.skipped},
      skips = skips || ${toJsonParameter(done.skips)}::jsonb, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);

/**
 * Savepoint around the writes of one row, released by `releaseImportRowSavepoint` or undone by `rollBackToImportRowSavepoint`. `beginImportRowSavepoint` and `releaseImportRowSavepoint`
 * travel with the next statement.
 */
export const beginImportRowSavepoint = (tx: Tx) => tx.runBeforeNext(sql`savepoint imported_row`);
export const releaseImportRowSavepoint = (tx: Tx) => tx.runBeforeNext(sql`release savepoint imported_row`);
export const rollBackToImportRowSavepoint = (tx: Tx) => tx.run(sql`rollback to savepoint imported_row`);

/** Ends an import, and deletes its remaining rows. */
export const endImport = (tx: Tx, id: string, { stopped_by, now }: { stopped_by: string | null; now: Date }) =>
  tx.run(sql`
    with gone as (delete from import_rows where tenant_id = ${tx.tenantId} and import_id = ${id})
    update imports set status = ${stopped_by === null ? "APPLIED" : "STOPPED"}, stopped_by = ${stopped_by}, finished_at = ${now}, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);

/** A row of a table may name people, so an import is not kept longer than it can be applied and its result be read. */
export const importRetention: RetentionRule = {
  table: sql`imports`,
  column: importKeptFrom,
  days: 1,
  // With each import the rows that were not applied are deleted, of which there may be thousands.
  rowsPerStatement: 1,
};
