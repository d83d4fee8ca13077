import type { CaseSearchRequest } from "@leitstand/contract/cases/case-search";
import type { CaseState } from "@leitstand/contract/cases/case-transitions";
import type { BoardView } from "#shared/state/board-view.ts";
import { stateStyleOf, type StateWord } from "@leitstand/app/state-style";
import { dayBounds } from "#shared/text/time.ts";

/** Filter above the list: a name and a value, written in the address as `name:value`. */
export interface QueueFilter {
  readonly name: QueueFilterName;
  readonly value: string;
}
const filterNames = [
  "branch_ids",
  "data_types",
  "states",
  "transport_types",
  "service_keys",
  "due",
  "zip_prefixes",
  "cities",
  "infectious",
  "area_ids",
] as const;
export type QueueFilterName = (typeof filterNames)[number];

/** Choices of the due filter. They are relative to now, so that a link still holds tomorrow. */
export const filterableDueValues = ["late", "today"] as const;
export const filterableDataTypes = ["FUNERAL", "ROADSIDE"] as const;
type TransportType = NonNullable<CaseSearchRequest["transport_types"]>[number];
export const filterableTransportTypes = Object.keys({
  "Vorzeitige Abholung": 0,
  Transportauftrag: 0,
  "Durchführung 1": 0,
  "Durchführung 2": 0,
  Sonderaufbahrung: 0,
  Sonstiges: 0,
} satisfies Record<TransportType, 0>) as TransportType[];

const caseStates = Object.keys({
  OPEN: 0,
  POSTPONED: 0,
  ASSIGNED: 0,
  STARTED: 0,
  LOADED: 0,
  DELIVERED: 0,
  CANCELLED: 0,
  create: 0,
  open: 0,
  reserved: 0,
  alarmed: 0,
  onTheWay: 0,
  arrived: 0,
  toDestination: 0,
  atDestination: 0,
  finished: 0,
  backoffice: 0,
  adActa: 0,
  cancelled: 0,
} satisfies Record<CaseState, 0>) as CaseState[];

/**
 * Words by which dispatchers filter states; each covers the states of funeral and roadside cases that are shown alike.
 */
export const filterableStateWords: readonly StateWord[] = [
  ...new Set(caseStates.map((state) => stateStyleOf(state).word)),
];
const statesWithWord = (word: string) => caseStates.filter((state) => stateStyleOf(state).word === word);

const fixedFilterValues: Partial<Record<QueueFilterName, readonly string[]>> = {
  data_types: filterableDataTypes,
  states: filterableStateWords,
  transport_types: filterableTransportTypes,
  due: filterableDueValues,
  infectious: ["true", "false"],
};
const freeTextFilterPattern = /^(zip_prefixes|cities|service_keys)$/;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the filters of an address; mistyped ones, or those of another version, are left out. */
export function parseQueueFilters(written: BoardView["filter"] = []): QueueFilter[] {
  const filters = written.flatMap((text) => {
    const colon = text.indexOf(":");
    const [name, value] = [text.slice(0, colon) as QueueFilterName, text.slice(colon + 1).trim()];
    return filterNames.includes(name) && isFilterValue(name, value) ? [{ name, value }] : [];
  });
  return filters.filter((filter, index) => filters.findIndex((other) => isSameQueueFilter(other, filter)) === index);
}

function isFilterValue(name: QueueFilterName, value: string): boolean {
  if (freeTextFilterPattern.test(name)) return value !== "" && value.length <= (name === "zip_prefixes" ? 16 : 64);
  return fixedFilterValues[name]?.includes(value) ?? uuidPattern.test(value);
}

export const formatQueueFilters = (filters: readonly QueueFilter[]): readonly string[] | undefined =>
  filters.length === 0 ? undefined : filters.map(({ name, value }) => `${name}:${value}`);

/** Whether only cases with this due time are listed. */
export const isFilteredByDue = (filters: readonly QueueFilter[], value: (typeof filterableDueValues)[number]) =>
  filters.some((filter) => isSameQueueFilter(filter, { name: "due", value }));

export const isSameQueueFilter = (one: QueueFilter, other: QueueFilter) =>
  one.name === other.name && one.value === other.value;

/** Filters of which only one value can hold at a time; several values of another filter widen the search. */
const singleValueFilters: readonly QueueFilterName[] = ["due", "infectious"];

export function addQueueFilter(filters: readonly QueueFilter[], added: QueueFilter): QueueFilter[] {
  const rest = filters.filter((filter) => !isSameQueueFilter(filter, added) && !replacesFilter(added, filter));
  return [...rest, added];
}
const replacesFilter = (added: QueueFilter, filter: QueueFilter) =>
  added.name === filter.name && singleValueFilters.includes(added.name);

export const removeQueueFilter = (filters: readonly QueueFilter[], removed: QueueFilter): QueueFilter[] =>
  filters.filter((filter) => !isSameQueueFilter(filter, removed));

/** Search request of the API, without the page. */
export type QueueSearchRequest = Omit<CaseSearchRequest, "page" | "size" | "include_associations" | "ids">;
export type QueueTab = BoardView["tab"];
/** Options of the list: a tab, narrowed by a search text and by filters. */
export interface QueueListOptions {
  readonly tab: QueueTab;
  readonly text: string | undefined;
  readonly filters: readonly QueueFilter[];
  /** The tenant's calendar day, by which cases are due today. */
  readonly today: string;
}
export interface QueueSearchOptions extends QueueListOptions {
  /** Time by which cases are late. */
  readonly now: number;
}

const requestByTab: Readonly<Record<QueueTab, QueueSearchRequest>> = {
  open: { unassigned: true },
  running: { finalized: false, has_open_link: true },
  planned: { planned: true },
  all: {},
};

export function createQueueSearchRequest({ tab, text, filters, ...times }: QueueSearchOptions): QueueSearchRequest {
  const valuesOf = (name: QueueFilterName) => {
    const values = filters.filter((filter) => filter.name === name).map(({ value }) => value);
    return values.length === 0 ? undefined : values;
  };
  const [infectious] = valuesOf("infectious") ?? [];
  const words = text?.trim().slice(0, 200);
  const request: { [K in keyof QueueSearchRequest]: QueueSearchRequest[K] | undefined } = {
    ...requestByTab[tab],
    text: words === "" ? undefined : words,
    branch_ids: valuesOf("branch_ids"),
    data_types: valuesOf("data_types") as QueueSearchRequest["data_types"],
    states: valuesOf("states")?.flatMap(statesWithWord),
    transport_types: valuesOf("transport_types") as QueueSearchRequest["transport_types"],
    service_keys: valuesOf("service_keys"),
    zip_prefixes: valuesOf("zip_prefixes"),
    cities: valuesOf("cities"),
    area_ids: valuesOf("area_ids"),
    infectious: infectious === undefined ? undefined : infectious === "true",
    ...requestByDue(valuesOf("due")?.[0], times),
    sort: sortOrderOf(tab, words),
  };
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as QueueSearchRequest;
}

function requestByDue(
  value: string | undefined,
  { now, today }: Pick<QueueSearchOptions, "now" | "today">,
): Pick<QueueSearchRequest, "due_from" | "due_to" | "finalized"> {
  if (value === "late") return { finalized: false, due_to: new Date(now).toISOString() };
  if (value !== "today") return {};
  const { from, to } = dayBounds(today, 1);
  return { due_from: new Date(from).toISOString(), due_to: new Date(to).toISOString() };
}

/** Sort order: the most urgent first; a text search has the best match first, the tab of all cases the newest. */
function sortOrderOf(tab: QueueTab, text: string | undefined): string[] | undefined {
  if (text !== undefined && text !== "") return undefined;
  return tab === "all" ? ["created_at,desc"] : ["due_at,asc"];
}
