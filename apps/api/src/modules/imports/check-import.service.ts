import { stat } from "node:fs/promises";
import { truncateText } from "@leitstand/contract/core/cut-text";
import { IMPORT_FILE_BYTES_MAX, IMPORT_FAULTS_LISTED_MAX, IMPORT_ROWS_MAX } from "@leitstand/contract/operation/limits";
import type { Principal } from "#platform/access/principal";
import type { Database } from "#platform/database/database";
import type { FileStore } from "#platform/files/files";
import { problem } from "#platform/problem";
import { type CsvRecord, readCsvFile } from "./csv-records.service";
import { parseImportHeader } from "./header";
import type { ImportingCaller, ImportKindName } from "./import-kind.service";
import { createImportingCaller, importKinds } from "./import-kinds.service";
import { completeImportCheck, insertImport, insertImportRows, removeImport, removeOlderImports } from "./imports.sql";
import {
  type RequestBodyValidator,
  type ImportLineFault,
  type ImportRowsPlan,
  type ImportPlanningContext,
  planImportRows,
} from "./plan-rows.service";
import { UsedImportKeys } from "./row-plan";

export interface ImportCheckServices {
  readonly db: Database;
  readonly files: FileStore;
  readonly services: ImportingCaller["services"];
  readonly checkBody: RequestBodyValidator;
}
export interface ImportCheckCaller {
  readonly principal: Principal;
  readonly now: Date;
}

/** Rows looked up at a time. */
const LOOKUP_BATCH_ROWS = 500;
/** Maximum number of imports of one caller; older ones are deleted. */
const IMPORTS_PER_CALLER_MAX = 10;

/**
 * Reads the file that `receive` writes, and stores what is to be done with its rows. After any error, nothing of it
 * stays.
 */
export async function checkImport(
  { db, files, services, checkBody }: ImportCheckServices,
  { principal, now }: ImportCheckCaller,
  receive: (path: string) => Promise<ImportKindName>,
) {
  const path = await files.draft();
  try {
    const kind = await receive(path);
    const importer = createImportingCaller(kind, { principal, services, now });
    if ((await stat(path)).size > IMPORT_FILE_BYTES_MAX)
      throw problem("PAYLOAD_TOO_LARGE", { limit: IMPORT_FILE_BYTES_MAX });
    return await checkImportFile(db, { kind, importer, path, checkBody });
  } finally {
    await files.discard(path);
  }
}

interface ImportFileToCheck {
  readonly kind: ImportKindName;
  readonly importer: ImportingCaller;
  readonly path: string;
  readonly checkBody: RequestBodyValidator;
}

async function checkImportFile(db: Database, file: ImportFileToCheck) {
  const { kind, importer, path, checkBody } = file;
  const { tenant_id, token_id, user_id } = importer.principal;
  const records = readCsvFile(path);
  const first = await records.next();
  if (first.done) throw problem("FILE_CONTENT_INVALID", { reason: "EMPTY" });
  const header = parseImportHeader(first.value.cells, importKinds[kind].columns);
  if (!header) throw problem("FILE_CONTENT_INVALID", { reason: "HEADER" });
  const { id, planning } = await db.transaction(tenant_id, async (tx) => ({
    ...(await insertImport(tx, { user_id: user_id as string, token_id, kind })),
    planning: {
      kind: importKinds[kind],
      importer,
      header,
      lists: await importKinds[kind].loadLists(tx, importer),
      taken: new UsedImportKeys(),
      checkBody,
      room: (await importKinds[kind].countRoom?.(tx)) ?? Number.POSITIVE_INFINITY,
    } satisfies ImportPlanningContext,
  }));
  const found = new ImportFindings(header.unknown.map((name) => unknownColumnFault(first.value.line, name)));
  try {
    for await (const slice of readRowBatches(records)) {
      found.add(
        await db.transaction(tenant_id, async (tx) => {
          const plan = await planImportRows(tx, planning, slice);
          if (plan.rows.length > 0) await insertImportRows(tx, id, plan.rows);
          return plan;
        }),
      );
    }
    return await db.transaction(tenant_id, async (tx) => {
      await removeOlderImports(tx, { user_id }, IMPORTS_PER_CALLER_MAX);
      return completeImportCheck(tx, id, found.findings);
    });
  } catch (error) {
    await db.transaction(tenant_id, (tx) => removeImport(tx, id));
    throw error;
  }
}

/** Slices of rows; rows without any text, as spreadsheets leave them behind, are skipped. */
async function* readRowBatches(records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord[]> {
  let [slice, rows] = [[] as CsvRecord[], 0];
  for await (const record of records) {
    if (record.cells.every((cell) => cell.trim() === "")) continue;
    if (++rows > IMPORT_ROWS_MAX) throw problem("LIMIT_EXCEEDED", { limit: IMPORT_ROWS_MAX });
    if (slice.push(record) < LOOKUP_BATCH_ROWS) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

const unknownColumnFault = (line: number, name: string): ImportLineFault => ({
  line,
  // PostgreSQL stores no NUL.
  column: truncateText(name.replaceAll("\u0000", "\uFFFD"), 100),
  code: "REQUEST_UNKNOWN_FIELD",
});

/** Totals over all slices. */
class ImportFindings {
  private readonly counts = { rows: 0, creates: 0, updates: 0, unchanged: 0, faulty: 0 };
  private readonly faults: ImportLineFault[] = [];
  private givesRoles = false;

  constructor(faults: readonly ImportLineFault[]) {
    this.name(faults);
  }

  add({ rows, faults, faulty, unchanged }: ImportRowsPlan) {
    const creates = rows.filter(({ target_id }) => target_id === null).length;
    this.counts.rows += rows.length + faulty + unchanged;
    this.counts.creates += creates;
    this.counts.updates += rows.length - creates;
    this.counts.unchanged += unchanged;
    this.counts.faulty += faulty;
    this.givesRoles ||= rows.some(({ draft }) => draft["role_associations"] !== undefined);
    this.name(faults);
  }

  get findings() {
    return { ...this.counts, faults: this.faults, gives_roles: this.givesRoles };
  }

  private name(faults: readonly ImportLineFault[]) {
    this.faults.push(...faults.slice(0, IMPORT_FAULTS_LISTED_MAX - this.faults.length));
  }
}
