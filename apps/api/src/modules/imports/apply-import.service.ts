import { IMPORT_FAULTS_LISTED_MAX } from "@leitstand/contract/operation/limits";
import type { Principal } from "#platform/access/principal";
import type { PrincipalCache } from "#platform/access/principals";
import { requireRecentIdentityProof } from "#platform/access/reauthentication";
import type { Tx } from "#platform/database/database";
import { FailureCollector } from "#platform/background/failure-collector";
import { analyzeTenantTables } from "#platform/background/tenant-statistics";
import type { SharedServices } from "#platform/http/handler";
import { notFound, Problem } from "#platform/problem";
import type { ImportingCaller, ImportKindDefinition } from "./import-kind.service";
import { createImportingCaller, importKinds } from "./import-kinds.service";
import {
  markImportApplying,
  beginImportRowSavepoint,
  claimImport,
  endImport,
  releaseImportRowSavepoint,
  lockImport,
  type ImportOwner,
  completeImportRows,
  type PendingImportRow,
  type RunningImport,
  selectImport,
  selectImportsUnderWay,
  selectPendingImportRows,
  rollBackToImportRowSavepoint,
} from "./imports.sql";

export async function getImport(tx: Tx, owner: ImportOwner, id: string) {
  const found = await selectImport(tx, owner, id);
  if (!found) throw notFound("import", id);
  return found;
}

/** Begins to apply an import once; called again, it answers the progress. */
export async function beginApplyingImport(
  tx: Tx,
  { principal, services, now }: { principal: Principal; services: ImportingCaller["services"]; now: Date },
  id: string,
) {
  const found = await lockImport(tx, principal, id);
  if (!found) throw notFound("import", id);
  createImportingCaller(found.kind, { principal, services, now });
  if (found.status === "CHECKED") {
    if (found.gives_roles) await requireRecentIdentityProof(tx, principal, now);
    await markImportApplying(tx, id, { token_id: principal.token_id, now });
  }
  return getImport(tx, principal, id);
}

export interface ImportApplyingServices extends Pick<SharedServices, "db" | "clock" | "pepper" | "publicUrl"> {
  readonly principals: PrincipalCache;
  /** Turns an error into the problem that a request would answer. */
  readonly problemOf: (error: unknown) => Problem;
}

/** Duration of a round, so that a node that is to stop does so. */
const APPLY_ROUND_MS = 2_000;

/**
 * Applies all imports under way for one round; other nodes take those that are not locked. Imports take turns of a few
 * rows, so that a long one does not hold back the others, and neither does one that fails.
 */
export async function applyPendingImports(parts: ImportApplyingServices): Promise<void> {
  const endsAt = performance.now() + APPLY_ROUND_MS;
  const failures = new FailureCollector();
  const tenantIds = new Set<string>();
  const waiting = await selectImportsUnderWay(parts.db.system);
  for (let next = waiting.shift(); next && performance.now() < endsAt; next = waiting.shift()) {
    const { tenant_id, id } = next;
    tenantIds.add(tenant_id);
    const goesOn = await failures.attempt(`The import ${id} cannot be applied.`, () =>
      applyNextRows(parts, tenant_id, id),
    );
    if (goesOn) waiting.push(next);
  }
  for (const tenantId of tenantIds)
    await failures.attempt("The tables of an import cannot be analysed.", () =>
      analyzeTenantTables(parts.db, tenantId),
    );
  failures.throwCollected();
}

/** Maximum number of rows written in one transaction, because an open transaction locks them. */
const ROWS_PER_TRANSACTION_MAX = 50;
const TRANSACTION_MS_MAX = 100;

/**
 * Writes a few rows in one transaction: each is done and removed from the queue, or neither. Returns whether some
 * remain.
 */
async function applyNextRows(parts: ImportApplyingServices, tenantId: string, id: string): Promise<boolean> {
  return parts.db.transaction(tenantId, async (tx) => {
    const running = await claimImport(tx, id);
    if (!running) return false;
    const importer = await importerWithPresentRights(parts, tenantId, running);
    const end = async (stopped_by: string | null) => {
      await endImport(tx, id, { stopped_by, now: parts.clock.now() });
      return false;
    };
    if (importer instanceof Problem) return end(importer.code);
    const rows = await selectPendingImportRows(tx, id, { after: running.done_line, limit: ROWS_PER_TRANSACTION_MAX });
    if (rows.length === 0) return end(null);
    const done = await writeImportRows(tx, {
      kind: importKinds[running.kind],
      importer,
      rows,
      running,
      problemOf: parts.problemOf,
    });
    await completeImportRows(tx, id, { ...done, before: running.done_line });
    return true;
  });
}

/**
 * Importer with the present rights of the user who applied the import, or the refusal when these have been withdrawn.
 */
async function importerWithPresentRights(
  parts: ImportApplyingServices,
  tenant_id: string,
  { kind, token_id, applied_at }: RunningImport,
) {
  try {
    const principal = await parts.principals.reload({ tenant_id, token_id });
    return createImportingCaller(kind, { principal, services: parts, now: new Date(applied_at) });
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

interface ImportRowBatch {
  readonly kind: ImportKindDefinition;
  readonly importer: ImportingCaller;
  readonly rows: readonly PendingImportRow[];
  readonly running: RunningImport;
  readonly problemOf: ImportApplyingServices["problemOf"];
}

async function writeImportRows(tx: Tx, { kind, importer, rows, running, problemOf }: ImportRowBatch) {
  const endsAt = performance.now() + TRANSACTION_MS_MAX;
  const done = { done_line: running.done_line, created: 0, updated: 0, skipped: 0 };
  const skips: { line: number; column: string | null; code: string }[] = [];
  for (const { line, target_id, draft } of rows) {
    const refusal = await writeImportRow(tx, problemOf, (rowTx) =>
      target_id === null
        ? kind.insert(rowTx, importer, draft)
        : kind.change(rowTx, importer, { ...draft, id: target_id }),
    );
    done.done_line = line;
    if (refusal) {
      done.skipped++;
      if (running.skips + skips.length < IMPORT_FAULTS_LISTED_MAX)
        skips.push({ line, column: null, code: refusal.code });
    } else if (target_id === null) done.created++;
    else done.updated++;
    if (performance.now() > endsAt) break;
  }
  return { ...done, skips };
}

/** Writes all of a row or nothing, including its events and messages; a refusal does not affect other rows. */
async function writeImportRow(
  tx: Tx,
  problemOf: ImportApplyingServices["problemOf"],
  write: (tx: Tx) => Promise<unknown>,
): Promise<Problem | undefined> {
  const kept: (() => void)[] = [];
  beginImportRowSavepoint(tx);
  try {
    await write({
      ...tx,
      readAtCommit: tx.maybe,
      runAtCommit: (query) => kept.push(() => tx.runAtCommit(query)),
      afterCommit: (hint) => kept.push(() => tx.afterCommit(hint)),
    });
  } catch (error) {
    const refusal = problemOf(error);
    // The database is not available for a while: the whole batch is done again.
    if (refusal.code === "SERVICE_UNAVAILABLE") throw error;
    await rollBackToImportRowSavepoint(tx);
    return refusal;
  }
  for (const keep of kept) keep();
  releaseImportRowSavepoint(tx);
  return undefined;
}
