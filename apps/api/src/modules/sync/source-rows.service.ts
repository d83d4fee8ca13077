import {
  Email,
  SingleLineText,
  Nullable,
  PhoneNumber,
  ClosedObject,
  FreeText,
  type TSchema,
} from "@leitstand/contract/core/schema";
import type { SyncFault, SyncRun } from "@leitstand/contract/partners/sync";
import type { PhoneNumberRules } from "#platform/undialable";
import { Problem } from "#platform/problem";
import type { SyncSourceRow, SyncSourceRows } from "./sync-plan";

/** Checks data from outside; throws what is wrong with it. */
export type SyncSourceDataValidator = (schema: TSchema, body: unknown, rules: PhoneNumberRules) => void;

const EXTERNAL_ID_LENGTH_MAX = 100;
const externalIdSchema = SingleLineText(EXTERNAL_ID_LENGTH_MAX);
const phoneNumberSchema = Nullable(PhoneNumber);
/** Fields of branches and people that the API accepts from a source, and no others. */
const sourceRowSchemas = {
  BRANCHES: ClosedObject({ external_id: externalIdSchema, name: SingleLineText(200), phone_number: phoneNumberSchema }),
  DRIVERS: ClosedObject({
    external_id: externalIdSchema,
    firstname: SingleLineText(100),
    lastname: SingleLineText(100),
    email: Nullable(Email),
    phone_number: phoneNumberSchema,
  }),
} as const;
const shownExternalIdSchema = ClosedObject({ external_id: FreeText(EXTERNAL_ID_LENGTH_MAX) });

/** Reads what a source has sent, which may be anything: valid rows, and the faults of the others. */
export class SyncSourceRowParser {
  constructor(
    private readonly checkBody: SyncSourceDataValidator,
    private readonly rules: PhoneNumberRules = {},
  ) {}

  read(rows: readonly unknown[], job: SyncRun["job"]): SyncSourceRows {
    const faults: SyncFault[] = [];
    const valid: { at: number; row: SyncSourceRow }[] = [];
    const named = new Set<string>();
    const seen = new Set<string>();
    for (const [at, raw] of rows.entries()) {
      const id = externalIdIn(raw);
      const row = this.readRow(raw, job);
      const keys = row === undefined ? [] : uniqueKeysOf(row);
      const fault = (code: SyncFault["code"]) => faults.push({ row: at, external_id: this.shown(id), code });
      if (row === undefined) fault("VALIDATION_FAILED");
      else if (keys.some((key) => seen.has(key))) fault("DUPLICATE");
      else valid.push({ at, row });
      if (typeof id === "string") named.add(id);
      for (const key of keys) seen.add(key);
    }
    return { count: rows.length, valid, faults, named };
  }

  private readRow(raw: unknown, job: SyncRun["job"]): SyncSourceRow | undefined {
    const fields = Object.keys(sourceRowSchemas[job].properties);
    const row = Object.fromEntries(fields.map((field) => [field, trimmedValueOf(raw, field)]));
    if (!this.isValid(sourceRowSchemas[job], row)) return undefined;
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
    return this.isValid(shownExternalIdSchema, { external_id: id }) ? (id as string) : null;
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
function trimmedValueOf(raw: unknown, field: string): unknown {
  const value: unknown = typeof raw === "object" && raw !== null ? Reflect.get(raw, field) : undefined;
  return typeof value === "string" ? value.trim() : (value ?? null);
}

/**
 * External id that a row names, as text: a number is refused like everywhere in the API, and yet says which object the
 * row is about.
 */
function externalIdIn(raw: unknown): unknown {
  const id = trimmedValueOf(raw, "external_id");
  return Number.isSafeInteger(id) ? String(id) : id;
}

/** Keys that no two rows may share. */
const uniqueKeysOf = ({ external_id: id, email, phone_number: phone }: SyncSourceRow) =>
  [`# ${id}`, email, phone].filter((key) => key !== null);
