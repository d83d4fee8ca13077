import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { useEffect } from "react";
import { api, queryClient } from "#shared/api/api.ts";
import { onLiveEvents } from "#live/live.ts";
import { paced } from "#live/paced.ts";
import { boundsOf } from "#shared/text/time.ts";
import type { TimelineTour } from "./grid/timeline-tour.ts";
import { isInWindow, toursKey } from "./tour-data.ts";
import { applyTourEvents, type CaseChange, moveCase } from "./tour-patch.ts";

const GATHER_MS = 300;
/** A browser holds six connections to a server: some stay free for what the dispatcher does. */
const AT_ONCE = 2;

type Tours = readonly TimelineTour[];
interface Shown {
  readonly day: string;
  readonly days: number;
}

/** Keeps what the timeline shows as the stream says; what events do not tell is asked for one tour at a time. */
export function useLiveTours({ day, days }: Shown) {
  useEffect(() => {
    const gather = new Gatherer({ day, days });
    const heard: StreamEvent[] = [];
    // In a busy minute some bar in sight changes with every frame, and each time all lines are laid out anew.
    const pace = paced(() => {
      const events = heard.splice(0);
      const tours = queryClient.getQueryData<Tours>(toursKey(day, days));
      if (!tours) return;
      const patched = applyTourEvents(tours, events);
      if (patched.tours !== tours) queryClient.setQueryData(toursKey(day, days), patched.tours);
      gather.want(patched.wanted);
    });
    const stop = onLiveEvents((events) => {
      heard.push(...events);
      pace.ask();
    });
    return () => {
      stop();
      pace.stop();
      gather.end();
      // Nobody keeps up to date what is not shown: it is asked for anew when somebody comes back to it.
      void queryClient.invalidateQueries({ queryKey: toursKey(day, days), exact: true, refetchType: "none" });
    };
  }, [day, days]);
}

/** Asks a little later for all that is wanted, a few at a time: a busy minute costs one call for a tour, not many. */
class Gatherer {
  private readonly wanted = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hasEnded = false;
  private isBusy = false;
  private readonly shown: Shown;

  constructor(shown: Shown) {
    this.shown = shown;
  }

  want(ids: ReadonlySet<string>) {
    for (const id of ids) this.wanted.add(id);
    if (this.wanted.size > 0 && !this.isBusy) this.timer ??= setTimeout(() => void this.fetch(), GATHER_MS);
  }

  end() {
    this.hasEnded = true;
    clearTimeout(this.timer);
  }

  private async fetch() {
    this.timer = undefined;
    this.isBusy = true;
    const ids = [...this.wanted].slice(0, AT_ONCE);
    for (const id of ids) this.wanted.delete(id);
    const found = await Promise.all(ids.map((id) => api.getTour({ id }).catch(() => undefined)));
    this.isBusy = false;
    if (this.hasEnded) return;
    putTours(
      this.shown,
      found.flatMap((tour) => tour ?? []),
    );
    this.want(new Set());
  }
}

/** Puts answers of the API in the place of what is shown; older ones than shown are left away. */
export function putTours({ day, days }: Shown, fresh: Tours) {
  const window = { ...boundsOf(day, days), now: Date.now() };
  queryClient.setQueryData<Tours>(toursKey(day, days), (tours) => {
    if (!tours || fresh.length === 0) return tours;
    const byId = new Map(tours.map((tour) => [tour.id, tour]));
    for (const tour of fresh) {
      const known = byId.get(tour.id);
      if (known && known.lock_version > tour.lock_version) continue;
      if (isInWindow(tour, window)) byId.set(tour.id, tour);
      else byId.delete(tour.id);
    }
    return [...byId.values()];
  });
}

export const dropTour = ({ day, days }: Shown, id: string) =>
  queryClient.setQueryData<Tours>(toursKey(day, days), (tours) => tours?.filter((tour) => tour.id !== id));

/** Shows a change before the server has confirmed it. */
export const showMoved = ({ day, days }: Shown, change: CaseChange) =>
  queryClient.setQueryData<Tours>(toursKey(day, days), (tours) => tours && moveCase(tours, change));

export const showPlanned = ({ day, days }: Shown, id: string, plan: Partial<TimelineTour>) =>
  queryClient.setQueryData<Tours>(toursKey(day, days), (tours) =>
    tours?.map((tour) => (tour.id === id ? { ...tour, ...plan } : tour)),
  );
