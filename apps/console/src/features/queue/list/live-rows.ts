import type { InfiniteData } from "@tanstack/react-query";
import { queryClient } from "#shared/api/api.ts";
import { onLiveEvents } from "#live/live.ts";
import { Gatherer } from "./gatherer.ts";
import { dropGone, hasGone, type Pages, patchPages, type QueuePage, replaceRows, rowsOf } from "./queue-pages.ts";
import { type queueQuery, type QueueOptions, readCases } from "../queue.queries.ts";

type Data = InfiniteData<QueuePage, number>;
const GATHER = { waitMs: 300, atMost: 200 };

interface Watched {
  readonly options: QueueOptions;
  readonly queryKey: ReturnType<typeof queueQuery>["queryKey"];
}
interface Listeners {
  readonly onChanged: (ids: readonly string[]) => void;
  readonly onEntered: (ids: readonly string[]) => void;
}

/** Keeps the pages of one list as the stream says, and never takes a row away under the pointer. */
export class LiveRows {
  private isHeld = false;
  private readonly reread: Gatherer;
  private readonly ask: Gatherer;

  constructor(
    private readonly watched: Watched,
    private readonly listeners: Listeners,
  ) {
    this.reread = new Gatherer(async (ids) => {
      const fresh = await readCases(ids, undefined);
      this.write((pages) => replaceRows(pages, fresh));
    }, GATHER);
    this.ask = new Gatherer(async (ids) => {
      const found = await readCases(ids, watched.options);
      if (found.length === 0) return;
      // In an empty list there is no row that could move under anybody's pointer.
      if (rowsOf(this.read()).length === 0) await queryClient.invalidateQueries({ queryKey: watched.queryKey });
      else listeners.onEntered(found.map(({ id }) => id));
    }, GATHER);
  }

  /** Answers how to stop. */
  start(): () => void {
    const stop = onLiveEvents((events) => {
      const pages = this.read();
      const patched = patchPages(pages, events, this.watched.options.tab);
      if (patched.pages !== pages) this.write(() => (this.isHeld ? patched.pages : dropGone(patched.pages)));
      this.listeners.onChanged(patched.changed);
      this.reread.add(patched.stale);
      this.ask.add(patched.entering);
    });
    return () => {
      stop();
      this.reread.stop();
      this.ask.stop();
      this.keepFirstPage();
    };
  }

  /** While the pointer rests on the list no row leaves it. */
  hold(isPointerThere: boolean) {
    this.isHeld = isPointerThere;
    if (!isPointerThere) this.letGo();
  }

  letGo() {
    if (hasGone(this.read())) this.write(dropGone);
  }

  /** A list of fifty pages would otherwise be read anew page after page when it is opened again. */
  keepFirstPage() {
    queryClient.setQueryData<Data>(this.watched.queryKey, (data) =>
      data && data.pages.length > 1 ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
    );
  }

  private read(): Pages {
    return queryClient.getQueryData<Data>(this.watched.queryKey)?.pages ?? [];
  }

  private write(change: (pages: Pages) => Pages) {
    queryClient.setQueryData<Data>(this.watched.queryKey, (data) =>
      data ? { ...data, pages: [...change(data.pages)] } : data,
    );
  }
}
