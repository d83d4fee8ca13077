import type { InfiniteData } from "@tanstack/react-query";
import { queryClient } from "#shared/api/api.ts";
import { Batcher } from "#live/batcher.ts";
import type { EntityStore } from "#live/entities.ts";
import { entityStore, refetchTiming } from "#live/store.ts";
import { subscribeToEvents } from "#live/stream.ts";
import type { QueueCase } from "./queue-case.ts";
import {
  caseIdsChangedByEvents,
  caseIdsPossiblyEnteringByEvents,
  caseIdsPossiblyMissed,
  type QueuePages,
  type QueuePage,
  queueRowsOfPages,
  dropGoneRowsFromPages,
} from "./queue-pages.ts";
import { isFilteredByDue, type QueueListOptions } from "../queue-filter.ts";
import {
  fetchWhichCasesAreInQueue,
  fetchWhichCasesBecameLate,
  LATE_CASES_POLL_MS,
  type queueQuery,
} from "../queue.queries.ts";

type QueuePagesData = InfiniteData<QueuePage, number>;
const CASES_PER_REQUEST = 200;
/** Time in milliseconds that a change may take on the server between its time and the moment when others can read it. */
const COMMIT_MS_MAX = 5_000;
/** Age in milliseconds from which a list is not compared with the board: an old list is read again with it. */
const COMPARED_AGE_MS_MAX = 60_000;

interface WatchedList {
  readonly options: QueueListOptions;
  readonly queryKey: ReturnType<typeof queueQuery>["queryKey"];
}
interface BoardTimes {
  readonly generated_at: string;
  readonly received_at: number;
}
interface RowListeners {
  readonly onChanged: (ids: readonly string[]) => void;
  readonly onEntered: (ids: readonly string[]) => void;
}

/** Rows of one list, kept current by the stream; a row is never taken away under the pointer. */
export class LiveQueueRows {
  private isHeld = false;
  private readonly candidates: Batcher;
  /** Time up to which the server has been asked for late cases. */
  private askedUntil = 0;

  constructor(
    private readonly watched: WatchedList,
    private readonly listeners: RowListeners,
  ) {
    this.candidates = new Batcher(async (ids) => this.offer(await fetchWhichCasesAreInQueue(ids, watched.options)), {
      ...refetchTiming,
      atMost: CASES_PER_REQUEST,
    });
  }

  /** Starts listening; returns the function that stops it. */
  start(): () => void {
    const { tab, filters } = this.watched.options;
    const stop = subscribeToEvents((events) => {
      const pages = this.read();
      this.listeners.onChanged(caseIdsChangedByEvents(events, pages, { find: entityStore.cases.get, tab }));
      this.candidates.add(caseIdsPossiblyEnteringByEvents(events, pages, tab));
      if (!this.isHeld) this.letGo();
    });
    const stopPolling = isFilteredByDue(filters, "late") ? this.pollLateCases() : undefined;
    return () => {
      stop();
      stopPolling?.();
      this.candidates.clear();
      this.keepFirstPage();
    };
  }

  /**
   * Looks for cases that the list misses though the board has them: at the first load both are requested at once, and a
   * case created between the two answers is told by no event. Only spans of this clock are used, as it may be wrong.
   */
  compareWithBoard({ generated_at, received_at }: BoardTimes) {
    const pages = this.read();
    const age = received_at - (pages[0]?.asked_at ?? received_at);
    if (age <= 0 || age > COMPARED_AGE_MS_MAX) return;
    const since = Date.parse(generated_at) - age - COMMIT_MS_MAX;
    const known = entityStore.board?.cases.values() ?? [];
    this.candidates.add(caseIdsPossiblyMissed(known, pages, { tab: this.watched.options.tab, since }));
  }

  /** Asks for cases that have become late while the page is visible; returns the function that stops it. */
  private pollLateCases(): () => void {
    const stop = new AbortController();
    const poll = () => void this.offerLateCases(stop.signal).catch(() => undefined);
    const timer = setInterval(poll, LATE_CASES_POLL_MS);
    document.addEventListener("visibilitychange", poll, { signal: stop.signal });
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }

  /** Offers the cases that have become late since the list was read. After a failure the next request covers its time. */
  private async offerLateCases(signal: AbortSignal) {
    const [first] = this.read();
    if (first === undefined || document.visibilityState === "hidden") return;
    const [from, to] = [Math.max(this.askedUntil, first.asked_at), Date.now()];
    if (from >= to) return;
    const found = await fetchWhichCasesBecameLate({ from, to }, this.watched.options);
    if (signal.aborted) return;
    this.askedUntil = to;
    await this.offer(found);
  }

  private async offer(found: readonly string[]) {
    if (found.length === 0) return;
    // An empty list has no row that could move under the pointer, so entering cases are shown at once.
    if (this.rows(this.read()).length > 0) this.listeners.onEntered(found);
    else await queryClient.invalidateQueries({ queryKey: this.watched.queryKey });
  }

  rows = (pages: QueuePages, from: EntityStore = entityStore): QueueCase[] =>
    queueRowsOfPages(pages, { find: from.cases.get, tab: this.watched.options.tab, isHeld: this.isHeld });

  /** Keeps rows that would leave for as long as the pointer rests on the list. */
  hold(isPointerThere: boolean) {
    this.isHeld = isPointerThere;
    if (!isPointerThere) this.letGo();
  }

  letGo() {
    const pages = this.read();
    const left = dropGoneRowsFromPages(pages, entityStore.cases.get, this.watched.options.tab);
    if (left !== pages) this.write(left);
  }

  /**
   * Drops all pages but the first: a list of fifty pages would otherwise be read page after page when it is opened
   * again.
   */
  keepFirstPage() {
    queryClient.setQueryData<QueuePagesData>(this.watched.queryKey, (data) =>
      data && data.pages.length > 1 ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
    );
  }

  private read(): QueuePages {
    return queryClient.getQueryData<QueuePagesData>(this.watched.queryKey)?.pages ?? [];
  }

  private write(pages: QueuePages) {
    queryClient.setQueryData<QueuePagesData>(this.watched.queryKey, (data) => data && { ...data, pages: [...pages] });
  }
}
