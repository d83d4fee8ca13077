import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import type { KnownCase, CaseLink } from "#live/case-entity.ts";
import { stateStyleOf, type StateWord } from "@leitstand/app/state-style";
import type { QueueTab } from "../queue-filter.ts";
import { type QueueCase, queueCaseOf } from "./queue-case.ts";

/** Page of a list in the order of the server; the cases themselves are in the store. */
export interface QueuePage {
  readonly page: number;
  /** Time of the request, by which its cases were late. */
  readonly asked_at: number;
  readonly total: number;
  /** Number of rows that the page came with, before any of them left. */
  readonly received: number;
  readonly listed: readonly ListedCaseVersion[];
}
/** Id of a case and the version in which the server listed it. */
export interface ListedCaseVersion {
  readonly id: string;
  readonly lock_version: number;
}
export type QueuePages = readonly QueuePage[];
export const QUEUE_PAGE_SIZE = 200;

type FindCase = (id: string) => KnownCase | undefined;

/**
 * Listed cases of all pages. When rows have left, a page may overlap with the page before: the first occurrence of each
 * case counts.
 */
function listedCasesOf(pages: QueuePages): ListedCaseVersion[] {
  const listed = new Map<string, ListedCaseVersion>();
  for (const page of pages) for (const one of page.listed) if (!listed.has(one.id)) listed.set(one.id, one);
  return [...listed.values()];
}

/** Rows of a list; rows that have left it are included only while it is held. */
export function queueRowsOfPages(
  pages: QueuePages,
  { find, tab, isHeld }: { find: FindCase; tab: QueueTab; isHeld: boolean },
): QueueCase[] {
  return listedCasesOf(pages).flatMap((one) => {
    const entity = find(one.id);
    const isGone = entity !== undefined && hasLeftTab(one, entity, tab);
    if (!entity || (isGone && !isHeld)) return [];
    return queueCaseOf(entity, isGone) ?? [];
  });
}

/**
 * Number of the next page; undefined after the last. Rows that have left pull later ones forward, so pages are counted
 * by the rows that are still here, and a page may be fetched again.
 */
export function nextQueuePageNumber(pages: QueuePages): number | undefined {
  const here = listedCasesOf(pages).length;
  const last = pages.at(-1);
  if (!last || here >= last.total || last.received < QUEUE_PAGE_SIZE) return undefined;
  const hasBroughtMore = here > listedCasesOf(pages.slice(0, -1)).length;
  return hasBroughtMore ? Math.floor(here / QUEUE_PAGE_SIZE) : last.page + 1;
}

/** Number of rows that have left a list. */
export const countGoneRows = (pages: QueuePages, find: FindCase, tab: QueueTab) =>
  listedCasesOf(pages).filter((one) => isGoneFromList(one, find, tab)).length;

/** Pages without the rows that have left, with adjusted totals; the same object when none has left. */
export function dropGoneRowsFromPages(pages: QueuePages, find: FindCase, tab: QueueTab): QueuePages {
  const gone = countGoneRows(pages, find, tab);
  if (gone === 0) return pages;
  return pages.map((page) => ({
    ...page,
    total: page.total - gone,
    listed: page.listed.filter((one) => !isGoneFromList(one, find, tab)),
  }));
}

function isGoneFromList(one: ListedCaseVersion, find: FindCase, tab: QueueTab): boolean {
  const entity = find(one.id);
  return entity !== undefined && hasLeftTab(one, entity, tab);
}

/**
 * Whether a case has left the tab. As long as its version is the one that the server listed, it belongs there whatever
 * the rules here say.
 */
const hasLeftTab = ({ lock_version }: ListedCaseVersion, entity: KnownCase, tab: QueueTab) =>
  entity.lock_version > lock_version && !belongsToTab(entity, tab);

interface TabMembershipFacts {
  readonly finalized: boolean;
  readonly tour_case_states: readonly CaseLink[];
  readonly has_links?: boolean;
}

/**
 * Whether a case belongs to a tab. Events carry no times: a planned case leaves its tab only when it starts or ends.
 */
function belongsToTab({ finalized, tour_case_states, has_links = true }: TabMembershipFacts, tab: QueueTab): boolean {
  if (tab === "all") return true;
  if (finalized || !has_links) return !finalized;
  const open = tour_case_states.filter(({ bucket }) => bucket === "open");
  if (tab === "open") return open.length === 0;
  return tab === "running" ? open.length > 0 : !open.some(({ state }) => underWayStates.has(stateStyleOf(state).word));
}
const underWayStates: ReadonlySet<StateWord> = new Set<StateWord>(["moving", "onsite", "loaded"]);

type CaseEvent = Extract<StreamEvent, { type: "case action" | "case update" }>;
const isCaseEvent = (event: StreamEvent): event is CaseEvent =>
  event.type === "case action" || event.type === "case update";

/** Cases of the list that look different after events. */
export function caseIdsChangedByEvents(
  events: readonly StreamEvent[],
  pages: QueuePages,
  { find, tab }: { find: FindCase; tab: QueueTab },
): string[] {
  const newest = new Map(events.filter(isCaseEvent).map(({ data }) => [data.case_id, data.lock_version]));
  const isChanged = (one: ListedCaseVersion) => (newest.get(one.id) ?? -1) >= (find(one.id)?.lock_version ?? Infinity);
  return listedCasesOf(pages)
    .filter((one) => isChanged(one) && !isGoneFromList(one, find, tab))
    .map(({ id }) => id);
}

/** Cases that may have entered the list by events; the server decides whether they have. */
export function caseIdsPossiblyEnteringByEvents(
  events: readonly StreamEvent[],
  pages: QueuePages,
  tab: QueueTab,
): string[] {
  const listed = new Set(listedCasesOf(pages).map(({ id }) => id));
  const heard = events.filter(isCaseEvent).filter(({ data }) => !listed.has(data.case_id));
  // Several events may concern one case at once, above all after a lost connection: each of them counts.
  const entered = new Set(heard.filter((event) => eventEntersTab(event, tab)).map(({ data }) => data.case_id));
  const newest = new Map(heard.map(({ data }) => [data.case_id, data]));
  return [...newest.values()]
    .filter((data) => entered.has(data.case_id) && belongsToTab(data, tab))
    .map(({ case_id }) => case_id);
}

/**
 * Cases changed since an instant that may be missing from a list: the server decides whether they are. A list read
 * before the first board may be older than that board, from which the stream goes on. While further pages exist, only
 * cases created since then: one that was merely changed is mostly on a page that is not loaded yet.
 */
export function caseIdsPossiblyMissed(
  known: Iterable<KnownCase>,
  pages: QueuePages,
  { tab, since }: { readonly tab: QueueTab; readonly since: number },
): string[] {
  const listed = new Set(listedCasesOf(pages).map(({ id }) => id));
  const time = nextQueuePageNumber(pages) === undefined ? "updated_at" : "created_at";
  return [...known]
    .filter((entity) => !listed.has(entity.case_id) && Date.parse(entity[time]) >= since)
    .filter((entity) => belongsToTab(entity, tab))
    .map(({ case_id }) => case_id);
}

const actionsIntoRunning = ["ASSIGN", "FORWARD", "FORWARD_ROLLBACK", "UNDO"];

/**
 * Whether an event brings a case to the tab: only a change that has just happened, because an older case is on a page
 * that is not loaded yet.
 */
function eventEntersTab(event: CaseEvent, tab: QueueTab): boolean {
  if (!belongsToTab(event.data, tab)) return false;
  if (event.type === "case update") return event.data.change === "created";
  if (tab === "open") return true;
  if (tab === "running") return actionsIntoRunning.includes(event.data.action);
  return tab === "planned" && event.data.action === "POSTPONE";
}
