import type { ErrorCode } from "@leitstand/contract/errors/errors";

/** Values of a request by field. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object that there is, as a request would spell it. */
export interface Existing {
  readonly id: string;
  readonly lock_version: number;
  /** The caller may change it. */
  readonly reachable: boolean;
  readonly fields: Fields;
}

/** What an object is known by, first to last: the column, and the value in the one spelling that counts. */
export interface Key {
  readonly column: string;
  readonly valueOf: (fields: Fields) => string | null;
  /** Of several objects with the same value, those that count before the others. */
  readonly prefers?: (fields: Fields) => boolean;
}

export interface RowFault {
  readonly column: string | null;
  readonly code: ErrorCode;
}

export type Match = { readonly fault: RowFault } | { readonly existing: Existing | undefined };

/**
 * Which object a row means: the one with its first key that anybody has. Another one with one of its other keys is in the way,
 * as are two with the same, or one with an external id that is not the row's.
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

/** Objects by each of their keys. */
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

/** What earlier rows of the file have taken, so that two rows for one thing are noticed. */
export class TakenKeys {
  private readonly names = new Set<string>();

  /** The column that an earlier row has spoken for, or undefined when the row may have them all; then it has. */
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

/** Whether an object says already what a row gives. Nothing, null and what is left out are the same. */
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
