/**
 * Three-way merge of JSON: what one side alone has changed is taken, what both have changed differently is a conflict.
 */
export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json };

/** Field that both sides changed. Segments of the path are names; of items in a list, their ids. */
export interface MergeRow {
  readonly path: readonly string[];
  /** The path as one string, the key in the choices. */
  readonly field: string;
  readonly yours: Json;
  readonly theirs: Json;
}
export interface Merge<T> {
  /** Value with every change that has no conflict; fields in conflict hold yours until they are decided. */
  readonly merged: T;
  readonly rows: readonly MergeRow[];
}
export type Side = "yours" | "theirs";

/** Merges two sides. `base` is what both began with. Equal changes on both sides are no conflict. */
export function mergeThreeWay<T>(base: T, mine: T, theirs: T): Merge<T> {
  const rows: MergeRow[] = [];
  const sides = { base: base as Json, mine: mine as Json, theirs: theirs as Json };
  return { merged: mergeAt([], sides, rows) as T, rows };
}

/** The merged value once every row is decided. */
export function withChoices<T>({ merged, rows }: Merge<T>, choices: Readonly<Record<string, Side>>): T {
  return rows.reduce(
    (value, { path, field, theirs }) => (choices[field] === "theirs" ? setAt(value, path, theirs) : value),
    merged as Json,
  ) as T;
}

/**
 * Whether a value is blank. A missing value may be written in several ways: left out, null, an empty text, a group
 * without any value.
 */
export function isBlank(value: Json): boolean {
  if (value === undefined || value === null || value === "") return true;
  return isGroup(value) && Object.values(value).every(isBlank);
}

/** Whether values are equal in meaning: blanks are alike, and so are two ways to write one instant. */
export function isSame(one: Json, other: Json): boolean {
  if (Object.is(one, other) || (isBlank(one) && isBlank(other))) return true;
  if (typeof one === "string" && typeof other === "string") return isSameInstant(one, other);
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (isGroup(one) && isGroup(other)) return namesOf(one, other).every((name) => isSame(one[name], other[name]));
  return false;
}

interface Sides {
  readonly base: Json;
  readonly mine: Json;
  readonly theirs: Json;
}
interface Group {
  readonly [name: string]: Json;
}

function mergeAt(path: readonly string[], { base, mine, theirs }: Sides, rows: MergeRow[]): Json {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  if (isGroup(mine ?? {}) && isGroup(theirs ?? {}) && isGroup(base ?? {}))
    return mergeGroups(path, { base, mine, theirs }, rows);
  const lists = [base ?? [], mine ?? [], theirs ?? []] as const;
  if (lists.every((list) => isList(list) && list.every((item) => idOf(item) !== undefined)))
    return mergeLists(path, { base, mine, theirs }, rows);
  if (lists.every((list) => isList(list) && list.every(isPlain))) return mergeSets({ base, mine, theirs });
  rows.push({ path, field: path.join("."), yours: mine, theirs });
  return mine;
}

function mergeGroups(path: readonly string[], { base, mine, theirs }: Sides, rows: MergeRow[]): Json {
  const [from, ours, others] = [base ?? {}, mine ?? {}, theirs ?? {}] as [Group, Group, Group];
  const entries = namesOf(ours, others, from).map((name) => {
    const sides = { base: from[name], mine: ours[name], theirs: others[name] };
    return [name, mergeAt([...path, name], sides, rows)] as const;
  });
  const merged = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  // A side that emptied the whole group means null, and not a group of empty values.
  return (isBlank(mine) || isBlank(theirs)) && isBlank(merged) ? null : merged;
}

/**
 * Merges lists. Items are matched by their id, wherever they stand; mine stay in my order, new ones of theirs follow.
 */
function mergeLists(path: readonly string[], sides: Sides, rows: MergeRow[]): Json {
  const [from, ours, others] = [sides.base, sides.mine, sides.theirs].map(
    (list) => new Map(((list ?? []) as readonly Group[]).map((item) => [idOf(item) as string, item])),
  ) as [Map<string, Group>, Map<string, Group>, Map<string, Group>];
  const mergeItem = (id: string) => {
    const [base, mine, theirs] = [from.get(id), ours.get(id), others.get(id)];
    if (mine && theirs) return mergeAt([...path, id], { base, mine, theirs }, rows);
    const left = mine ?? theirs;
    // An item removed on one side is gone, unless the other side has changed it.
    if (base === undefined || left === undefined) return left;
    if (isSame(base, left)) return undefined;
    const at = [...path, id];
    rows.push({ path: at, field: at.join("."), yours: mine, theirs });
    return mine;
  };
  return [...new Set([...ours.keys(), ...others.keys()])].map(mergeItem).filter((item) => item !== undefined);
}

/** Merges plain values, such as ids: what one side added is added, what one side removed is removed. */
function mergeSets({ base, mine, theirs }: Sides): Json {
  const [from, ours, others] = [base ?? [], mine ?? [], theirs ?? []] as [Json[], Json[], Json[]];
  const kept = ours.filter((item) => others.includes(item) || !from.includes(item));
  return [...kept, ...others.filter((item) => !from.includes(item) && !ours.includes(item))];
}

function setAt(container: Json, path: readonly string[], value: Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (isList(container)) {
    const isThere = container.some((item) => idOf(item) === name);
    const changed = container.map((item) => (idOf(item) === name ? setAt(item, rest, value) : item));
    return (isThere ? changed : [...changed, setAt(undefined, rest, value)]).filter((item) => item !== undefined);
  }
  const group = (container ?? {}) as Group;
  return { ...group, [name]: setAt(group[name], rest, value) };
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isGroup = (value: Json): value is Group => typeof value === "object" && value !== null && !isList(value);
const isPlain = (value: Json) => typeof value !== "object" || value === null;
const idOf = (item: Json): string | undefined =>
  isGroup(item) && typeof item["id"] === "string" ? item["id"] : undefined;
const namesOf = (...groups: readonly Group[]) => [...new Set(groups.flatMap((group) => Object.keys(group)))];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const isSameInstant = (one: string, other: string) =>
  INSTANT.test(one) && INSTANT.test(other) && Date.parse(one) === Date.parse(other);
