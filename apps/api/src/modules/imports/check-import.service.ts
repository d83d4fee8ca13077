import { stat } from "node:fs/promises";
import { cut } from "@leitstand/contract/core/cut-text";
import { IMPORT_BYTES_MAX, IMPORT_FAULTS_MAX, IMPORT_ROWS_MAX } from "@leitstand/contract/operation/limits";
import type { Principal } from "#platform/access/principal";
import type { Database } from "#platform/database/database";
import type { Files } from "#platform/files/files";
import { problem } from "#platform/problem";
import { type CsvRecord, readCsv } from "./csv-records.service";
import { readHeader } from "./header";
import type { Importer, KindName } from "./import-kind.service";
import { importerFor, kinds } from "./import-kinds.service";
import { completeCheck, insertImport, insertImportRows, removeImport, removeOlderImports } from "./imports.sql";
import { type CheckBody, type LineFault, type Plan, type Planning, planRows } from "./plan-rows.service";
import { TakenKeys } from "./row-plan";

export interface ImportParts {
  readonly db: Database;
  readonly files: Files;
  readonly services: Importer["services"];
  readonly checkBody: CheckBody;
}
export interface Checking {
  readonly principal: Principal;
  readonly now: Date;
}

/** Rows looked up at a time. */
const SLICE = 500;
/** Most imports of one caller; older ones are deleted. */
const IMPORTS_MAX = 10;

/**
 * Reads the file that `receive` writes, and stores what is to be done with its rows. After any error, nothing of it
 * stays.
 */
export async function checkImport(
  { db, files, services, checkBody }: ImportParts,
  { principal, now }: Checking,
  receive: (path: string) => Promise<KindName>,
) {
  const path = await files.draft();
  try {
    const kind = await receive(path);
    const importer = importerFor(kind, { principal, services, now });
    if ((await stat(path)).size > IMPORT_BYTES_MAX) throw problem("PAYLOAD_TOO_LARGE", { limit: IMPORT_BYTES_MAX });
    return await checkFile(db, { kind, importer, path, checkBody });
  } finally {
    await files.discard(path);
  }
}

interface CheckedFile {
  readonly kind: KindName;
  readonly importer: Importer;
  readonly path: string;
  readonly checkBody: CheckBody;
}

async function checkFile(db: Database, file: CheckedFile) {
  const { kind, importer, path, checkBody } = file;
  const { tenant_id, token_id, user_id } = importer.principal;
  const records = readCsv(path);
  const first = await records.next();
  if (first.done) throw problem("FILE_CONTENT_INVALID", { reason: "EMPTY" });
  const header = readHeader(first.value.cells, kinds[kind].columns);
  if (!header) throw problem("FILE_CONTENT_INVALID", { reason: "HEADER" });
  const { id, planning } = await db.transaction(tenant_id, async (tx) => ({
    ...(await insertImport(tx, { user_id: user_id as string, token_id, kind })),
    planning: {
      kind: kinds[kind],
      importer,
      header,
      lists: await kinds[kind].loadLists(tx, importer),
      taken: new TakenKeys(),
      checkBody,
      room: (await kinds[kind].countRoom?.(tx)) ?? Number.POSITIVE_INFINITY,
    } satisfies Planning,
  }));
  const found = new Found(header.unknown.map((name) => unknownColumn(first.value.line, name)));
  try {
    for await (const slice of slicesOf(records)) {
      found.add(
        await db.transaction(tenant_id, async (tx) => {
          const plan = await planRows(tx, planning, slice);
          if (plan.rows.length > 0) await insertImportRows(tx, id, plan.rows);
          return plan;
        }),
      );
    }
    return await db.transaction(tenant_id, async (tx) => {
      await removeOlderImports(tx, { user_id }, IMPORTS_MAX);
      return completeCheck(tx, id, found.findings);
    });
  } catch (error) {
    await db.transaction(tenant_id, (tx) => removeImport(tx, id));
    throw error;
  }
}

/** Slices of rows; rows without any text, as spreadsheets leave them behind, are skipped. */
async function* slicesOf(records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord[]> {
  let [slice, rows] = [[] as CsvRecord[], 0];
  for await (const record of records) {
    if (record.cells.every((cell) => cell.trim() === "")) continue;
    if (++rows > IMPORT_ROWS_MAX) throw problem("LIMIT_EXCEEDED", { limit: IMPORT_ROWS_MAX });
    if (slice.push(record) < SLICE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

const unknownColumn = (line: number, name: string): LineFault => ({
  line,
  column: cut(name, 100),
  code: "REQUEST_UNKNOWN_FIELD",
});

/** Totals over all slices. */
class Found {
  private readonly counts = { rows: 0, creates: 0, updates: 0, unchanged: 0, faulty: 0 };
  private readonly faults: LineFault[] = [];
  private givesRoles = false;

  constructor(faults: readonly LineFault[]) {
    this.name(faults);
  }

  add({ rows, faults, faulty, unchanged }: Plan) {
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

  private name(faults: readonly LineFault[]) {
    this.faults.push(...faults.slice(0, IMPORT_FAULTS_MAX - this.faults.length));
  }
}
