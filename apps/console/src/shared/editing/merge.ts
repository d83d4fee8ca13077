/**
 * Three-way merge of JSON: what one side alone has changed is taken, what both have changed differently is a conflict.
 */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** Field that both sides changed. Segments of the path are names; of items in a list, their ids. */
export interface MergeConflictRow {
  readonly path: readonly string[];
  /** The path as one string, the key in the choices. */
  readonly field: string;
  readonly yours: JsonValue;
  readonly theirs: JsonValue;
}
export interface MergeResult<T> {
  /** Value with every change that has no conflict; fields in conflict hold yours until they are decided. */
  readonly merged: T;
  readonly rows: readonly MergeConflictRow[];
}
export type MergeSide = "yours" | "theirs";

/** Merges two sides. `base` is what both began with. Equal changes on both sides are no conflict. */
export function mergeThreeWay<T>(base: T, mine: T, theirs: T): MergeResult<T> {
  const rows: MergeConflictRow[] = [];
  const sides = { base: base as JsonValue, mine: mine as JsonValue, theirs: theirs as JsonValue };
  return { merged: mergeAtPath([], sides, rows) as T, rows };
}

/** The merged value once every row is decided. */
export function applyMergeChoices<T>(
  { merged, rows }: MergeResult<T>,
  choices: Readonly<Record<string, MergeSide>>,
): T {
  return rows.reduce(
    (value, { path, field, theirs }) => (choices[field] === "theirs" ? setAtPath(value, path, theirs) : value),
    merged as JsonValue,
  ) as T;
}

/**
 * Whether a value is blank. A missing value may be written in several ways: left out, null, an empty text, a group
 * without any value.
 */
export function isBlankValue(value: JsonValue): boolean {
  if (value === undefined || value === null || value === "") return true;
  return isJsonObject(value) && Object.values(value).every(isBlankValue);
}

/** Whether values are equal in meaning: blanks are alike, and so are two ways to write one instant. */
export function isEqualInMeaning(one: JsonValue, other: JsonValue): boolean {
  if (Object.is(one, other) || (isBlankValue(one) && isBlankValue(other))) return true;
  if (typeof one === "string" && typeof other === "string") return isSameInstant(one, other);
  if (isJsonList(one) && isJsonList(other))
    return one.length === other.length && one.every((item, index) => isEqualInMeaning(item, other[index]));
  if (isJsonObject(one) && isJsonObject(other))
    return keysOfObjects(one, other).every((name) => isEqualInMeaning(one[name], other[name]));
  return false;
}

interface MergeSides {
  readonly base: JsonValue;
  readonly mine: JsonValue;
  readonly theirs: JsonValue;
}
interface JsonObject {
  readonly [name: string]: JsonValue;
}

function mergeAtPath(path: readonly string[], { base, mine, theirs }: MergeSides, rows: MergeConflictRow[]): JsonValue {
  if (isEqualInMeaning(mine, theirs) || isEqualInMeaning(base, theirs)) return mine;
  if (isEqualInMeaning(base, mine)) return theirs;
  if (isJsonObject(mine ?? {}) && isJsonObject(theirs ?? {}) && isJsonObject(base ?? {}))
    return mergeGroups(path, { base, mine, theirs }, rows);
  const lists = [base ?? [], mine ?? [], theirs ?? []] as const;
  if (lists.every((list) => isJsonList(list) && list.every((item) => idOfItem(item) !== undefined)))
    return mergeLists(path, { base, mine, theirs }, rows);
  if (lists.every((list) => isJsonList(list) && list.every(isPlainValue))) return mergeSets({ base, mine, theirs });
  rows.push({ path, field: path.join("."), yours: mine, theirs });
  return mine;
}

function mergeGroups(path: readonly string[], { base, mine, theirs }: MergeSides, rows: MergeConflictRow[]): JsonValue {
  const [from, ours, others] = [base ?? {}, mine ?? {}, theirs ?? {}] as [JsonObject, JsonObject, JsonObject];
  const entries = keysOfObjects(ours, others, from).map((name) => {
    const sides = { base: from[name], mine: ours[name], theirs: others[name] };
    return [name, mergeAtPath([...path, name], sides, rows)] as const;
  });
  const merged = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  // A side that has emptied the whole object means null, and not an object of empty values.
  return (isBlankValue(mine) || isBlankValue(theirs)) && isBlankValue(merged) ? null : merged;
}

/**
 * Merges lists. Items are matched by their id, wherever they stand; mine stay in my order, new ones of theirs follow.
 */
function mergeLists(path: readonly string[], sides: MergeSides, rows: MergeConflictRow[]): JsonValue {
  const [from, ours, others] = [sides.base, sides.mine, sides.theirs].map(
    (list) => new Map(((list ?? []) as readonly JsonObject[]).map((item) => [idOfItem(item) as string, item])),
  ) as [Map<string, JsonObject>, Map<string, JsonObject>, Map<string, JsonObject>];
  const mergeItem = (id: string) => {
    const [base, mine, theirs] = [from.get(id), ours.get(id), others.get(id)];
    if (mine && theirs) return mergeAtPath([...path, id], { base, mine, theirs }, rows);
    const left = mine ?? theirs;
    // An item that one side has removed is dropped, unless the other side has changed it.
    if (base === undefined || left === undefined) return left;
    if (isEqualInMeaning(base, left)) return undefined;
    const at = [...path, id];
    rows.push({ path: at, field: at.join("."), yours: mine, theirs });
    return mine;
  };
  return [...new Set([...ours.keys(), ...others.keys()])].map(mergeItem).filter((item) => item !== undefined);
}

/** Merges plain values, such as ids: what one side added is added, what one side removed is removed. */
function mergeSets({ base, mine, theirs }: MergeSides): JsonValue {
  const [from, ours, others] = [base ?? [], mine ?? [], theirs ?? []] as [JsonValue[], JsonValue[], JsonValue[]];
  const kept = ours.filter((item) => others.includes(item) || !from.includes(item));
  return [...kept, ...others.filter((item) => !from.includes(item) && !ours.includes(item))];
}

function setAtPath(container: JsonValue, path: readonly string[], value: JsonValue): JsonValue {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (isJsonList(container)) {
    const isThere = container.some((item) => idOfItem(item) === name);
    const changed = container.map((item) => (idOfItem(item) === name ? setAtPath(item, rest, value) : item));
    return (isThere ? changed : [...changed, setAtPath(undefined, rest, value)]).filter((item) => item !== undefined);
  }
  const group = (container ?? {}) as JsonObject;
  return { ...group, [name]: setAtPath(group[name], rest, value) };
}

const isJsonList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const isJsonObject = (value: JsonValue): value is JsonObject =>
  typeof value === "object" && value !== null && !isJsonList(value);
const isPlainValue = (value: JsonValue) => typeof value !== "object" || value === null;
const idOfItem = (item: JsonValue): string | undefined =>
  isJsonObject(item) && typeof item["id"] === "string" ? item["id"] : undefined;
const keysOfObjects = (...groups: readonly JsonObject[]) => [...new Set(groups.flatMap((group) => Object.keys(group)))];

const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const isSameInstant = (one: string, other: string) =>
  INSTANT_PATTERN.test(one) && INSTANT_PATTERN.test(other) && Date.parse(one) === Date.parse(other);
