import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import type { QueueCase } from "./queue-case.ts";
import type { Tab } from "../queue-filter.ts";

/** A part of the list as the server gave it, kept up to date by the stream. */
export interface QueuePage {
  readonly page: number;
  readonly total: number;
  /** Rows that it came with, before any of them left. */
  readonly received: number;
  readonly cases: readonly QueueCase[];
}
export type Pages = readonly QueuePage[];
export const PAGE_SIZE = 200;

type CaseEvent = Extract<StreamEvent, { type: "case action" | "case update" }>;
const isCaseEvent = (event: StreamEvent): event is CaseEvent =>
  event.type === "case action" || event.type === "case update";

/** A page may overlap with the one before, when rows have left meanwhile: the first of each case counts. */
export function rowsOf(pages: Pages): QueueCase[] {
  const rows = new Map<string, QueueCase>();
  for (const { cases } of pages) for (const row of cases) if (!rows.has(row.id)) rows.set(row.id, row);
  return [...rows.values()];
}

/**
 * Which page comes next. Rows that have left pull later ones forward, so pages are counted by what is still here, and a
 * page may be asked for again; undefined after the last.
 */
export function nextPageOf(pages: Pages): number | undefined {
  const countOf = (some: Pages) => rowsOf(some).filter(({ is_gone }) => !is_gone).length;
  const here = countOf(pages);
  const last = pages.at(-1);
  if (!last || here >= last.total || last.received < PAGE_SIZE) return undefined;
  const hasBroughtMore = here > countOf(pages.slice(0, -1));
  return hasBroughtMore ? Math.floor(here / PAGE_SIZE) : last.page + 1;
}

export interface PatchedPages {
  readonly pages: Pages;
  /** Rows that look different now. */
  readonly changed: readonly string[];
  /** Rows of which events do not tell everything that a card shows. */
  readonly stale: readonly string[];
  /** Cases that may belong into the list now; whether they do is for the server to say. */
  readonly entering: readonly string[];
}

export function patchPages(pages: Pages, events: readonly StreamEvent[], tab: Tab): PatchedPages {
  const heard = events.filter(isCaseEvent);
  const newest = new Map(heard.map((event) => [event.data.case_id, event]));
  // Much may have happened to one case at once, above all when the connection was lost: each of it counts.
  const idsOf = (found: readonly CaseEvent[]) => new Set(found.map(({ data }) => data.case_id));
  const updated = idsOf(heard.filter(({ type }) => type === "case update"));
  const entered = idsOf(heard.filter((event) => enters(event, tab)));
  if (newest.size === 0) return { pages, changed: [], stale: [], entering: [] };
  const known = new Set<string>();
  const changed: string[] = [];
  const stale: string[] = [];
  let left = 0;
  const patch = (row: QueueCase): QueueCase => {
    const event = newest.get(row.id);
    if (!event) return row;
    known.add(row.id);
    if (event.data.lock_version < row.lock_version) return row;
    const patched = patchRow(row, event, tab);
    if (patched.is_gone && !row.is_gone) left++;
    if (!patched.is_gone) changed.push(row.id);
    if (!patched.is_gone && updated.has(row.id)) stale.push(row.id);
    return patched;
  };
  const patched = pages.map((page) => ({ ...page, cases: page.cases.map(patch) }));
  const entering = [...newest.values()].filter(
    (event) => !known.has(event.data.case_id) && entered.has(event.data.case_id) && belongs(event, tab),
  );
  if (known.size === 0) return { pages, changed, stale, entering: entering.map(({ data }) => data.case_id) };
  return {
    pages: patched.map((page) => ({ ...page, total: page.total - left })),
    changed: [...new Set(changed)],
    stale: [...new Set(stale)],
    entering: entering.map(({ data }) => data.case_id),
  };
}

function patchRow(row: QueueCase, event: CaseEvent, tab: Tab): QueueCase {
  const { state, lock_version, finalized, display_name, branch_id } = event.data;
  const { is_gone: _was, ...rest } = row;
  const patched = { ...rest, state, lock_version, finalized, display_name, branch_id };
  return belongs(event, tab) ? patched : { ...patched, is_gone: true };
}

const isOnTour = ({ data }: CaseEvent) => data.tour_case_states.some(({ bucket }) => bucket === "open");

/** Whether a row may stay. Events do not tell times: what is planned leaves only when it starts or ends. */
function belongs(event: CaseEvent, tab: Tab): boolean {
  if (tab === "all") return true;
  if (event.data.finalized) return false;
  if (tab === "open") return !isOnTour(event);
  if (tab === "running") return isOnTour(event);
  return event.type === "case update" || event.data.action !== "START";
}

const intoRunning = ["ASSIGN", "FORWARD", "FORWARD_ROLLBACK", "UNDO"];

/** Only what has just come: what has long been there is on a page that is not loaded yet. */
function enters(event: CaseEvent, tab: Tab): boolean {
  if (!belongs(event, tab)) return false;
  if (event.type === "case update") return event.data.change === "created";
  if (tab === "open") return true;
  if (tab === "running") return intoRunning.includes(event.data.action);
  return tab === "planned" && event.data.action === "POSTPONE";
}

/** Rows that were read anew, in the places of the old ones; never older than what the stream has said since. */
export function replaceRows(pages: Pages, rows: readonly QueueCase[]): Pages {
  const fresh = new Map(rows.map((row) => [row.id, row]));
  const swap = (row: QueueCase) => {
    const newer = fresh.get(row.id);
    return newer && newer.lock_version >= row.lock_version && !row.is_gone ? newer : row;
  };
  return pages.map((page) => ({ ...page, cases: page.cases.map(swap) }));
}

export const hasGone = (pages: Pages) => pages.some(({ cases }) => cases.some(({ is_gone }) => is_gone));
export const dropGone = (pages: Pages): Pages =>
  pages.map((page) => ({ ...page, cases: page.cases.filter(({ is_gone }) => !is_gone) }));
