import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import type { KnownCase, CaseLink } from "#live/case-entity.ts";
import { stateStyleOf, type Word } from "@leitstand/app/state-style";
import type { Tab } from "../queue-filter.ts";
import { type QueueCase, queueCaseOf } from "./queue-case.ts";

/** Page of a list in the order of the server; the cases themselves are in the store. */
export interface QueuePage {
  readonly page: number;
  readonly total: number;
  /** Number of rows that the page came with, before any of them left. */
  readonly received: number;
  readonly listed: readonly ListedCase[];
}
/** Id of a case and the version in which the server listed it. */
export interface ListedCase {
  readonly id: string;
  readonly lock_version: number;
}
export type Pages = readonly QueuePage[];
export const PAGE_SIZE = 200;

type Find = (id: string) => KnownCase | undefined;

/**
 * Listed cases of all pages. A page may overlap with the one before, when rows have left in between: the first of each
 * case counts.
 */
function listedOf(pages: Pages): ListedCase[] {
  const listed = new Map<string, ListedCase>();
  for (const page of pages) for (const one of page.listed) if (!listed.has(one.id)) listed.set(one.id, one);
  return [...listed.values()];
}

/** Rows of a list; rows that have left it are included only while it is held. */
export function rowsOf(pages: Pages, { find, tab, isHeld }: { find: Find; tab: Tab; isHeld: boolean }): QueueCase[] {
  return listedOf(pages).flatMap((one) => {
    const entity = find(one.id);
    const isGone = entity !== undefined && hasLeft(one, entity, tab);
    if (!entity || (isGone && !isHeld)) return [];
    return queueCaseOf(entity, isGone) ?? [];
  });
}

/**
 * Number of the next page; undefined after the last. Rows that have left pull later ones forward, so pages are counted
 * by the rows that are still here, and a page may be fetched again.
 */
export function nextPageOf(pages: Pages): number | undefined {
  const here = listedOf(pages).length;
  const last = pages.at(-1);
  if (!last || here >= last.total || last.received < PAGE_SIZE) return undefined;
  const hasBroughtMore = here > listedOf(pages.slice(0, -1)).length;
  return hasBroughtMore ? Math.floor(here / PAGE_SIZE) : last.page + 1;
}

/** Number of rows that have left a list. */
export const countGone = (pages: Pages, find: Find, tab: Tab) =>
  listedOf(pages).filter((one) => isGone(one, find, tab)).length;

/** Pages without the rows that have left, with adjusted totals; the same object when none has left. */
export function withoutGone(pages: Pages, find: Find, tab: Tab): Pages {
  const gone = countGone(pages, find, tab);
  if (gone === 0) return pages;
  return pages.map((page) => ({
    ...page,
    total: page.total - gone,
    listed: page.listed.filter((one) => !isGone(one, find, tab)),
  }));
}

function isGone(one: ListedCase, find: Find, tab: Tab): boolean {
  const entity = find(one.id);
  return entity !== undefined && hasLeft(one, entity, tab);
}

/**
 * Whether a case has left the tab. In the version in which the server listed it, it belongs there whatever the rules
 * here say.
 */
const hasLeft = ({ lock_version }: ListedCase, entity: KnownCase, tab: Tab) =>
  entity.lock_version > lock_version && !belongs(entity, tab);

interface Where {
  readonly finalized: boolean;
  readonly tour_case_states: readonly CaseLink[];
  readonly has_links?: boolean;
}

/**
 * Whether a case belongs to a tab. Events carry no times: a planned case leaves its tab only when it starts or ends.
 */
function belongs({ finalized, tour_case_states, has_links = true }: Where, tab: Tab): boolean {
  if (tab === "all") return true;
  if (finalized || !has_links) return !finalized;
  const open = tour_case_states.filter(({ bucket }) => bucket === "open");
  if (tab === "open") return open.length === 0;
  return tab === "running" ? open.length > 0 : !open.some(({ state }) => underWay.has(stateStyleOf(state).word));
}
const underWay: ReadonlySet<Word> = new Set<Word>(["moving", "onsite", "loaded"]);

type CaseEvent = Extract<StreamEvent, { type: "case action" | "case update" }>;
const isCaseEvent = (event: StreamEvent): event is CaseEvent =>
  event.type === "case action" || event.type === "case update";

/** Cases of the list that look different after events. */
export function changedBy(
  events: readonly StreamEvent[],
  pages: Pages,
  { find, tab }: { find: Find; tab: Tab },
): string[] {
  const newest = new Map(events.filter(isCaseEvent).map(({ data }) => [data.case_id, data.lock_version]));
  const isChanged = (one: ListedCase) => (newest.get(one.id) ?? -1) >= (find(one.id)?.lock_version ?? Infinity);
  return listedOf(pages)
    .filter((one) => isChanged(one) && !isGone(one, find, tab))
    .map(({ id }) => id);
}

/** Cases that may have entered the list by events; the server decides whether they have. */
export function enteringBy(events: readonly StreamEvent[], pages: Pages, tab: Tab): string[] {
  const listed = new Set(listedOf(pages).map(({ id }) => id));
  const heard = events.filter(isCaseEvent).filter(({ data }) => !listed.has(data.case_id));
  // Several events may concern one case at once, above all after a lost connection: each of them counts.
  const entered = new Set(heard.filter((event) => enters(event, tab)).map(({ data }) => data.case_id));
  const newest = new Map(heard.map(({ data }) => [data.case_id, data]));
  return [...newest.values()]
    .filter((data) => entered.has(data.case_id) && belongs(data, tab))
    .map(({ case_id }) => case_id);
}

const intoRunning = ["ASSIGN", "FORWARD", "FORWARD_ROLLBACK", "UNDO"];

/**
 * Whether an event brings a case to the tab: only a change that has just happened, because an older case is on a page
 * that is not loaded yet.
 */
function enters(event: CaseEvent, tab: Tab): boolean {
  if (!belongs(event.data, tab)) return false;
  if (event.type === "case update") return event.data.change === "created";
  if (tab === "open") return true;
  if (tab === "running") return intoRunning.includes(event.data.action);
  return tab === "planned" && event.data.action === "POSTPONE";
}
