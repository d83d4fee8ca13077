import type { ErrorCode } from "@leitstand/contract/errors/errors";

/** Values of a request by field. */
export type Fields = Readonly<Record<string, unknown>>;

/** Existing object, as a request would spell it. */
export interface Existing {
  readonly id: string;
  readonly lock_version: number;
  /** Whether the caller may change it. */
  readonly reachable: boolean;
  readonly fields: Fields;
}

/**
 * Key that identifies an object: the column, and the value in its normalized spelling. Keys are tried first to last.
 */
export interface Key {
  readonly column: string;
  readonly valueOf: (fields: Fields) => string | null;
  /** Preference among several objects with the same value. */
  readonly prefers?: (fields: Fields) => boolean;
}

export interface RowFault {
  readonly column: string | null;
  readonly code: ErrorCode;
}

export type Match = { readonly fault: RowFault } | { readonly existing: Existing | undefined };

/**
 * Finds the object that a row means: the one with its first key that exists. It is a conflict when another object has
 * one of the other keys, when two objects have the same key, or when the object has another external id than the row.
 */
export function matchRow(fields: Fields, keys: readonly Key[], known: KnownObjects): Match {
  let target: Existing | undefined;
  for (const { column, valueOf, prefers = () => true } of keys) {
    const all = known.find(column, valueOf(fields));
    const preferred = all.filter((object) => prefers(object.fields));
    const found = preferred.length > 0 ? preferred : all;
    if (found.length === 0) continue;
    const [first] = found;
    if (found.length > 1 || (target && first?.id !== target.id)) return taken(column);
    if (!target && first && !(first.reachable && hasSameExternalId(fields, first))) return taken(column);
    target ??= first;
  }
  return { existing: target };
}

const taken = (column: string): Match => ({ fault: { column, code: "RESOURCE_ALREADY_EXISTS" } });

function hasSameExternalId(fields: Fields, { fields: { external_id: known } }: Existing): boolean {
  const { external_id } = fields;
  return isNothing(external_id) || isNothing(known) || external_id === known;
}

/** Known objects by each of their keys. */
export class KnownObjects {
  private readonly byKey = new Map<string, Existing[]>();

  constructor(objects: readonly Existing[], keys: readonly Key[]) {
    for (const object of objects)
      for (const { column, valueOf } of keys) {
        const value = valueOf(object.fields);
        if (value === null) continue;
        const name = nameOf(column, value);
        this.byKey.set(name, [...(this.byKey.get(name) ?? []), object]);
      }
  }

  find(column: string, value: string | null): readonly Existing[] {
    return value === null ? [] : (this.byKey.get(nameOf(column, value)) ?? []);
  }
}

/** Keys that earlier rows of the file have used, so that two rows for one object are detected. */
export class TakenKeys {
  private readonly names = new Set<string>();

  /** Column whose key an earlier row has used; undefined when the row may have all its keys, which are then taken. */
  take(fields: Fields, keys: readonly Key[], target: Existing | undefined): string | undefined {
    const wanted = keys.flatMap(({ column, valueOf }) => {
      const value = valueOf(fields);
      return value === null ? [] : [{ column, name: nameOf(column, value) }];
    });
    if (target) wanted.push({ column: wanted[0]?.column ?? "id", name: nameOf("id", target.id) });
    const clash = wanted.find(({ name }) => this.names.has(name));
    if (clash) return clash.column;
    for (const { name } of wanted) this.names.add(name);
    return undefined;
  }
}

const nameOf = (column: string, value: string) => `${column} ${value}`;

/** Whether an object already has the values of a row. Empty, null and absent values are equal. */
export const saysTheSame = (given: Fields, existing: Fields): boolean =>
  Object.entries(given).every(([field, value]) => canonical(value) === canonical(existing[field]));

function canonical(value: unknown): string {
  if (isNothing(value)) return "null";
  if (Array.isArray(value)) return `[${value.map(canonical).toSorted().join()}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value as object).filter(([, inner]) => !isNothing(inner));
  if (entries.length === 0) return "null";
  return `{${entries
    .map(([name, inner]) => `${name}:${canonical(inner)}`)
    .toSorted()
    .join()}}`;
}

const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined;
