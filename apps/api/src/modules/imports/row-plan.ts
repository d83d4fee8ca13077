import type { ErrorCode } from "@leitstand/contract/errors/errors";

/** Values of a request by field. */
export type RequestFieldValues = Readonly<Record<string, unknown>>;

/** Existing object, as a request would spell it. */
export interface ExistingImportTarget {
  readonly id: string;
  readonly lock_version: number;
  /** Whether the caller may change it. */
  readonly reachable: boolean;
  readonly fields: RequestFieldValues;
}

/**
 * Key that identifies an object: the column, and the value in its normalized spelling. Keys are tried first to last.
 */
export interface ImportKeyDefinition {
  readonly column: string;
  readonly valueOf: (fields: RequestFieldValues) => string | null;
  /** Preference among several objects with the same value. */
  readonly prefers?: (fields: RequestFieldValues) => boolean;
}

export interface ImportRowFault {
  readonly column: string | null;
  readonly code: ErrorCode;
}

export type ImportRowMatch =
  | { readonly fault: ImportRowFault }
  | { readonly existing: ExistingImportTarget | undefined };

/**
 * Finds the object that a row means: the one with its first key that exists. It is a conflict when another object has
 * one of the other keys, when two objects have the same key, or when the object has another external id than the row.
 */
export function matchImportRowToExisting(
  fields: RequestFieldValues,
  keys: readonly ImportKeyDefinition[],
  known: ExistingImportTargetsByKey,
): ImportRowMatch {
  let target: ExistingImportTarget | undefined;
  for (const { column, valueOf, prefers = () => true } of keys) {
    const all = known.find(column, valueOf(fields));
    const preferred = all.filter((object) => prefers(object.fields));
    const found = preferred.length > 0 ? preferred : all;
    if (found.length === 0) continue;
    const [first] = found;
    if (found.length > 1 || (target && first?.id !== target.id)) return keyTakenMatch(column);
    if (!target && first && !(first.reachable && hasSameExternalId(fields, first))) return keyTakenMatch(column);
    target ??= first;
  }
  return { existing: target };
}

const keyTakenMatch = (column: string): ImportRowMatch => ({ fault: { column, code: "RESOURCE_ALREADY_EXISTS" } });

function hasSameExternalId(
  fields: RequestFieldValues,
  { fields: { external_id: known } }: ExistingImportTarget,
): boolean {
  const { external_id } = fields;
  return isNullOrUndefined(external_id) || isNullOrUndefined(known) || external_id === known;
}

/** Known objects by each of their keys. */
export class ExistingImportTargetsByKey {
  private readonly byKey = new Map<string, ExistingImportTarget[]>();

  constructor(objects: readonly ExistingImportTarget[], keys: readonly ImportKeyDefinition[]) {
    for (const object of objects)
      for (const { column, valueOf } of keys) {
        const value = valueOf(object.fields);
        if (value === null) continue;
        const name = keyNameOf(column, value);
        this.byKey.set(name, [...(this.byKey.get(name) ?? []), object]);
      }
  }

  find(column: string, value: string | null): readonly ExistingImportTarget[] {
    return value === null ? [] : (this.byKey.get(keyNameOf(column, value)) ?? []);
  }
}

/** Keys that earlier rows of the file have used, so that two rows for one object are detected. */
export class UsedImportKeys {
  private readonly names = new Set<string>();

  /** Column whose key an earlier row has used; undefined when the row may have all its keys, which are then taken. */
  take(
    fields: RequestFieldValues,
    keys: readonly ImportKeyDefinition[],
    target: ExistingImportTarget | undefined,
  ): string | undefined {
    const wanted = keys.flatMap(({ column, valueOf }) => {
      const value = valueOf(fields);
      return value === null ? [] : [{ column, name: keyNameOf(column, value) }];
    });
    if (target) wanted.push({ column: wanted[0]?.column ?? "id", name: keyNameOf("id", target.id) });
    const clash = wanted.find(({ name }) => this.names.has(name));
    if (clash) return clash.column;
    for (const { name } of wanted) this.names.add(name);
    return undefined;
  }
}

const keyNameOf = (column: string, value: string) => `${column} ${value}`;

/**
 * Whether an object already has the values that its draft takes from a row, in the fields that the row gives. The draft
 * is compared and not the row, whose columns may be only a part of an address. Empty, null and absent values are equal.
 */
export const draftEqualsExistingValues = (
  givenFields: readonly string[],
  draft: RequestFieldValues,
  existing: RequestFieldValues,
): boolean => givenFields.every((field) => toCanonicalText(draft[field]) === toCanonicalText(existing[field]));

function toCanonicalText(value: unknown): string {
  if (isNullOrUndefined(value)) return "null";
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).toSorted().join()}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value as object).filter(([, inner]) => !isNullOrUndefined(inner));
  if (entries.length === 0) return "null";
  return `{${entries
    .map(([name, inner]) => `${name}:${toCanonicalText(inner)}`)
    .toSorted()
    .join()}}`;
}

const isNullOrUndefined = (value: unknown): value is null | undefined => value === null || value === undefined;
