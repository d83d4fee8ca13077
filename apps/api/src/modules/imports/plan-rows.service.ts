import type { TSchema } from "@leitstand/contract/core/schema";
import { setImmediate } from "node:timers/promises";
import type { Tx } from "#platform/database/database";
import { isStorableText } from "#platform/storable-text";
import type { PhoneNumberRules } from "#platform/undialable";
import { toDialableNumber } from "#platform/phone-number";
import { Problem } from "#platform/problem";
import type { CsvRecord } from "./csv-records.service";
import type { ImportHeader } from "./header";
import type { ImportingCaller, ImportKindDefinition, ImportRowValues } from "./import-kind.service";
import type { NamedItemLookup } from "./named-item-lookup";
import {
  type ExistingImportTarget,
  type RequestFieldValues,
  ExistingImportTargetsByKey,
  draftEqualsExistingValues,
  matchImportRowToExisting,
  type ImportRowFault,
  type UsedImportKeys,
} from "./row-plan";

/** Planned change of a row; unchanged rows have none. */
interface PlannedImportRow {
  readonly line: number;
  readonly target_id: string | null;
  readonly draft: RequestFieldValues;
}
export interface ImportLineFault extends ImportRowFault {
  readonly line: number;
}
export interface ImportRowsPlan {
  readonly rows: readonly PlannedImportRow[];
  readonly faults: readonly ImportLineFault[];
  readonly faulty: number;
  readonly unchanged: number;
}

/** Checks the body of a request; throws what is wrong with it. */
export type RequestBodyValidator = (schema: TSchema, body: unknown, rules: PhoneNumberRules) => void;

/** State shared by all slices of one file. */
export interface ImportPlanningContext {
  readonly kind: ImportKindDefinition;
  readonly importer: ImportingCaller;
  readonly header: ImportHeader;
  readonly lists: Readonly<Record<string, NamedItemLookup>>;
  readonly taken: UsedImportKeys;
  readonly checkBody: RequestBodyValidator;
  /** Number of objects that may still be created. */
  room: number;
}

/** Cells of a row as values, with the faults of cells that cannot be read. */
type ParsedRowCells = Pick<ImportRowValues, "given" | "named"> & {
  readonly line: number;
  readonly faults: readonly ImportRowFault[];
};

/** Milliseconds of work before other requests get their turn. */
const PLANNING_MS_PER_TURN = 5;

/** Plans a slice of the file: one look-up for all of its objects, then row by row. */
export async function planImportRows(
  tx: Tx,
  planning: ImportPlanningContext,
  records: readonly CsvRecord[],
): Promise<ImportRowsPlan> {
  const { kind, importer } = planning;
  const all: ParsedRowCells[] = [];
  const rest = createTurnYielder(PLANNING_MS_PER_TURN);
  for (const record of records) {
    await rest();
    all.push(parseRowCells(planning, record));
  }
  const keyOf = (column: string) => kind.keys.find((key) => key.column === column);
  const valuesOf = (column: string) => all.flatMap(({ given }) => keyOf(column)?.valueOf(given) ?? []);
  const existing = await kind.findExisting(tx, importer, valuesOf);
  const known = new ExistingImportTargetsByKey(existing, kind.keys);
  const [rows, faults]: [PlannedImportRow[], ImportLineFault[]] = [[], []];
  let [faulty, unchanged] = [0, 0];
  for (const cells of all) {
    await rest();
    const planned = await planImportRow(tx, planning, { cells, known });
    if (planned === "unchanged") unchanged++;
    else if ("draft" in planned) rows.push(planned);
    else {
      faulty++;
      faults.push(...planned.map((fault) => ({ ...fault, line: cells.line })));
    }
  }
  return { rows, faults, faulty, unchanged };
}

/** Lets other requests have their turn after a duration, because rows differ in the time they take. */
function createTurnYielder(ms: number): () => Promise<void> | undefined {
  let endsAt = 0;
  return () => {
    if (performance.now() < endsAt) return undefined;
    return setImmediate().then(() => {
      endsAt = performance.now() + ms;
    });
  };
}

async function planImportRow(
  tx: Tx,
  planning: ImportPlanningContext,
  { cells, known }: { cells: ParsedRowCells; known: ExistingImportTargetsByKey },
): Promise<PlannedImportRow | readonly ImportRowFault[] | "unchanged"> {
  if (cells.faults.length > 0) return cells.faults;
  const { kind, importer } = planning;
  const match = matchImportRowToExisting(cells.given, kind.keys, known);
  if ("fault" in match) return [match.fault];
  const row = { ...cells, existing: match.existing };
  const given = kind.extend?.(row, importer) ?? row.given;
  const draft = requestDraftOf(given, row.existing);
  const faults = findDraftFaults(planning, draft, row.existing);
  if (faults.length > 0) return faults;
  const fault = await kind.check?.(tx, importer, { ...row, given, draft });
  if (fault) return [fault];
  const clash = planning.taken.take(draft, kind.keys, row.existing);
  if (clash !== undefined) return [{ column: clash, code: "RESOURCE_ALREADY_EXISTS" }];
  if (row.existing)
    return draftEqualsExistingValues(Object.keys(given), draft, row.existing.fields)
      ? "unchanged"
      : toPlannedRow(cells.line, draft, row.existing);
  if (planning.room <= 0) return [{ column: null, code: "LIMIT_EXCEEDED" }];
  planning.room--;
  return toPlannedRow(cells.line, draft, undefined);
}

const toPlannedRow = (
  line: number,
  draft: RequestFieldValues,
  existing: ExistingImportTarget | undefined,
): PlannedImportRow => ({
  line,
  target_id: existing?.id ?? null,
  draft,
});

/** Draft of a request: an existing object with the values of the row, or the row alone. */
function requestDraftOf(
  given: RequestFieldValues,
  existing: ExistingImportTarget | undefined,
): Record<string, unknown> {
  if (!existing) return structuredClone(given) as Record<string, unknown>;
  const merged: Record<string, unknown> = { ...existing.fields, lock_version: existing.lock_version };
  for (const [field, value] of Object.entries(given)) {
    const before = existing.fields[field];
    merged[field] = isObjectValue(value) && isObjectValue(before) ? { ...before, ...value } : value;
  }
  return merged;
}

const isObjectValue = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Faults of a draft by the schema of the operation itself. */
function findDraftFaults(
  { kind, header, checkBody, importer }: ImportPlanningContext,
  draft: RequestFieldValues,
  existing: ExistingImportTarget | undefined,
): readonly ImportRowFault[] {
  try {
    const rules = { country: importer.principal.tenant_country, stored: existing?.fields };
    checkBody(existing ? kind.updateSchema : kind.createSchema, draft, rules);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const columns = error.faults.map(({ field }) => header.columnOf(String(field ?? "")));
    return [...new Set(columns)].map((column) => ({ column, code: error.code }));
  }
}

function parseRowCells({ header, lists, importer }: ImportPlanningContext, { line, cells }: CsvRecord): ParsedRowCells {
  const given: Record<string, unknown> = {};
  const named: Record<string, string | null> = {};
  const faults: ImportRowFault[] = [];
  if (cells.length !== header.width)
    return { line, given, named, faults: [{ column: null, code: "VALIDATION_FAILED" }] };
  for (const { column, index } of header.columns) {
    const text = (cells[index] ?? "").trim();
    const { name, field, within, list } = column;
    // Existing objects are looked up by the cells of a row before its values are checked.
    if (!isStorableText(text)) {
      faults.push({ column: name, code: "VALIDATION_FAILED" });
      continue;
    }
    const read = list === undefined ? column.read(text) : text === "" ? null : lists[list]?.find(text);
    // Numbers are compared in the spelling in which they are stored; the check of the row refuses one that cannot be
    // dialled.
    const value = column.isPhoneNumber ? (toDialableNumber(text, importer.principal.tenant_country) ?? read) : read;
    if (value === undefined) {
      if (list !== undefined) faults.push({ column: name, code: "REFERENCE_NOT_FOUND" });
    } else if (field === null) named[name] = value as string | null;
    else if (within === undefined) given[field] = value;
    else given[within] = { ...(given[within] as object | undefined), [field]: value };
  }
  return { line, given, named, faults };
}
