import { Email, Line, Nullable, PhoneNumber, Shape, Text, type TSchema } from "@leitstand/contract/core/schema";
import type { SyncFault, SyncRun } from "@leitstand/contract/partners/sync";
import type { NumberRules } from "#platform/undialable";
import { Problem } from "#platform/problem";
import type { SourceRow, SourceRows } from "./sync-plan";

/** Checks data from outside; throws what is wrong with it. */
export type CheckBody = (schema: TSchema, body: unknown, rules: NumberRules) => void;

const ID_MAX = 100;
const external_id = Line(ID_MAX);
const phone_number = Nullable(PhoneNumber);
/** Fields of branches and people that the API accepts from a source, and no others. */
const schemas = {
  BRANCHES: Shape({ external_id, name: Line(200), phone_number }),
  DRIVERS: Shape({ external_id, firstname: Line(100), lastname: Line(100), email: Nullable(Email), phone_number }),
} as const;
const shownSchema = Shape({ external_id: Text(ID_MAX) });

/** Reads what a source has sent, which may be anything: valid rows, and the faults of the others. */
export class SourceReader {
  constructor(
    private readonly checkBody: CheckBody,
    private readonly rules: NumberRules = {},
  ) {}

  read(rows: readonly unknown[], job: SyncRun["job"]): SourceRows {
    const faults: SyncFault[] = [];
    const valid: { at: number; row: SourceRow }[] = [];
    const named = new Set<string>();
    const seen = new Set<string>();
    for (const [at, raw] of rows.entries()) {
      const id = valueOf(raw, "external_id");
      const row = this.readRow(raw, job);
      const keys = row === undefined ? [] : keysOf(row);
      const fault = (code: SyncFault["code"]) => faults.push({ row: at, external_id: this.shown(id), code });
      if (row === undefined) fault("VALIDATION_FAILED");
      else if (keys.some((key) => seen.has(key))) fault("DUPLICATE");
      else valid.push({ at, row });
      if (typeof id === "string") named.add(id);
      for (const key of keys) seen.add(key);
    }
    return { count: rows.length, valid, faults, named };
  }

  private readRow(raw: unknown, job: SyncRun["job"]): SourceRow | undefined {
    const fields = Object.keys(schemas[job].properties);
    const row = Object.fromEntries(fields.map((field) => [field, valueOf(raw, field)]));
    if (!this.isValid(schemas[job], row)) return undefined;
    const given = row as Record<string, string | null>;
    return {
      external_id: given["external_id"] ?? "",
      name: given["name"] ?? given["lastname"] ?? "",
      firstname: given["firstname"] ?? "",
      email: given["email"]?.toLowerCase() ?? null,
      phone_number: given["phone_number"] ?? null,
    };
  }

  /**
   * External id for the list of faults; null for an invalid one, which may have any length and characters that no
   * column accepts.
   */
  private shown(id: unknown): string | null {
    return this.isValid(shownSchema, { external_id: id }) ? (id as string) : null;
  }

  private isValid(schema: TSchema, value: unknown): boolean {
    try {
      this.checkBody(schema, value, this.rules);
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return false;
    }
  }
}

/** Value of a field without surrounding spaces; null when it is absent. */
function valueOf(raw: unknown, field: string): unknown {
  const value: unknown = typeof raw === "object" && raw !== null ? Reflect.get(raw, field) : undefined;
  return typeof value === "string" ? value.trim() : (value ?? null);
}

/** Keys that no two rows may share. */
const keysOf = ({ external_id: id, email, phone_number: phone }: SourceRow) =>
  [`# ${id}`, email, phone].filter((key) => key !== null);
