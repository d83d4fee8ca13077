import type { TSchema } from "@leitstand/contract/core/schema";
import { setImmediate } from "node:timers/promises";
import type { Tx } from "#platform/database/database";
import type { NumberRules } from "#platform/undialable";
import { dialableNumber } from "#platform/phone-number";
import { Problem } from "#platform/problem";
import type { CsvRecord } from "./csv-records.service";
import type { Header } from "./header";
import type { Importer, Kind, Row } from "./import-kind.service";
import type { NameList } from "./name-list";
import {
  type Existing,
  type Fields,
  KnownObjects,
  matchRow,
  type RowFault,
  saysTheSame,
  type TakenKeys,
} from "./row-plan";

/** Planned change of a row; unchanged rows have none. */
interface PlannedRow {
  readonly line: number;
  readonly target_id: string | null;
  readonly draft: Fields;
}
export interface LineFault extends RowFault {
  readonly line: number;
}
export interface Plan {
  readonly rows: readonly PlannedRow[];
  readonly faults: readonly LineFault[];
  readonly faulty: number;
  readonly unchanged: number;
}

/** Checks the body of a request; throws what is wrong with it. */
export type CheckBody = (schema: TSchema, body: unknown, rules: NumberRules) => void;

/** State shared by all slices of one file. */
export interface Planning {
  readonly kind: Kind;
  readonly importer: Importer;
  readonly header: Header;
  readonly lists: Readonly<Record<string, NameList>>;
  readonly taken: TakenKeys;
  readonly checkBody: CheckBody;
  /** Number of objects that may still be created. */
  room: number;
}

/** Cells of a row as values, with the faults of cells that are none. */
type Cells = Pick<Row, "given" | "named"> & { readonly line: number; readonly faults: readonly RowFault[] };

/** Milliseconds of work before other requests get their turn. */
const MS_AT_A_TIME = 5;

/** Plans a slice of the file: one look-up for all of its objects, then row by row. */
export async function planRows(tx: Tx, planning: Planning, records: readonly CsvRecord[]): Promise<Plan> {
  const { kind, importer } = planning;
  const all: Cells[] = [];
  const rest = restFrom(MS_AT_A_TIME);
  for (const record of records) {
    await rest();
    all.push(readCells(planning, record));
  }
  const keyOf = (column: string) => kind.keys.find((key) => key.column === column);
  const valuesOf = (column: string) => all.flatMap(({ given }) => keyOf(column)?.valueOf(given) ?? []);
  const existing = await kind.findExisting(tx, importer, valuesOf);
  const known = new KnownObjects(existing, kind.keys);
  const [rows, faults]: [PlannedRow[], LineFault[]] = [[], []];
  let [faulty, unchanged] = [0, 0];
  for (const cells of all) {
    await rest();
    const planned = await planRow(tx, planning, { cells, known });
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
function restFrom(ms: number): () => Promise<void> | undefined {
  let endsAt = 0;
  return () => {
    if (performance.now() < endsAt) return undefined;
    return setImmediate().then(() => {
      endsAt = performance.now() + ms;
    });
  };
}

async function planRow(
  tx: Tx,
  planning: Planning,
  { cells, known }: { cells: Cells; known: KnownObjects },
): Promise<PlannedRow | readonly RowFault[] | "unchanged"> {
  if (cells.faults.length > 0) return cells.faults;
  const { kind, importer } = planning;
  const match = matchRow(cells.given, kind.keys, known);
  if ("fault" in match) return [match.fault];
  const row = { ...cells, existing: match.existing };
  const given = kind.extend?.(row, importer) ?? row.given;
  const draft = draftOf(given, row.existing);
  const faults = findFaults(planning, draft, row.existing);
  if (faults.length > 0) return faults;
  const fault = await kind.check?.(tx, importer, { ...row, given, draft });
  if (fault) return [fault];
  const clash = planning.taken.take(draft, kind.keys, row.existing);
  if (clash !== undefined) return [{ column: clash, code: "RESOURCE_ALREADY_EXISTS" }];
  if (row.existing)
    return saysTheSame(given, row.existing.fields) ? "unchanged" : planned(cells.line, draft, row.existing);
  if (planning.room <= 0) return [{ column: null, code: "LIMIT_EXCEEDED" }];
  planning.room--;
  return planned(cells.line, draft, undefined);
}

const planned = (line: number, draft: Fields, existing: Existing | undefined): PlannedRow => ({
  line,
  target_id: existing?.id ?? null,
  draft,
});

/** Draft of a request: an existing object with the values of the row, or the row alone. */
function draftOf(given: Fields, existing: Existing | undefined): Record<string, unknown> {
  if (!existing) return structuredClone(given) as Record<string, unknown>;
  const merged: Record<string, unknown> = { ...existing.fields, lock_version: existing.lock_version };
  for (const [field, value] of Object.entries(given)) {
    const before = existing.fields[field];
    merged[field] = isObject(value) && isObject(before) ? { ...before, ...value } : value;
  }
  return merged;
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Faults of a draft by the schema of the operation itself. */
function findFaults(
  { kind, header, checkBody, importer }: Planning,
  draft: Fields,
  existing: Existing | undefined,
): readonly RowFault[] {
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

function readCells({ header, lists, importer }: Planning, { line, cells }: CsvRecord): Cells {
  const given: Record<string, unknown> = {};
  const named: Record<string, string | null> = {};
  const faults: RowFault[] = [];
  if (cells.length !== header.width)
    return { line, given, named, faults: [{ column: null, code: "VALIDATION_FAILED" }] };
  for (const { column, index } of header.columns) {
    const text = (cells[index] ?? "").trim();
    const { name, field, within, list } = column;
    const read = list === undefined ? column.read(text) : text === "" ? null : lists[list]?.find(text);
    // Numbers are compared in the spelling in which they are stored; the check of the row refuses one that cannot be
    // dialled.
    const value = column.isPhoneNumber ? (dialableNumber(text, importer.principal.tenant_country) ?? read) : read;
    if (value === undefined) {
      if (list !== undefined) faults.push({ column: name, code: "REFERENCE_NOT_FOUND" });
    } else if (field === null) named[name] = value as string | null;
    else if (within === undefined) given[field] = value;
    else given[within] = { ...(given[within] as object | undefined), [field]: value };
  }
  return { line, given, named, faults };
}
