import { randomUUID } from "node:crypto";
import { followEvents } from "@leitstand/client/event-stream";
import { announceEvent } from "../../../apps/api/src/platform/events/events";
import { PostgresNodeBus } from "../../../apps/api/src/platform/events/postgres-bus";
import { insertTokenBearer, insertTenant } from "../../../apps/api/src/testing/fixtures";
import type { BenchEnvironment } from "../harness/ground";
import { type BenchRow, formatMilliseconds, quantileOfSamples } from "../harness/row";

const WARM_UP_EVENTS = 30;
const EVENT_COUNT = 200;
/** Pause in ms, so long that each event finds a node that has nothing to do. */
const PAUSE_BETWEEN_EVENTS_MS = 60;
/**
 * Goal as a multiple of a commit: the call to other nodes and the look at the log wait for the disk as well, as long as
 * a commit each.
 */
const RATIO_GOAL = 4;

/**
 * Benchmarks the time from the answered commit of an event to another node's stream, one at a time, against the commit
 * itself: how late a board is when nothing else happens. A told event is on disk, so a server with a slow disk has slow
 * streams.
 */
export async function benchIdleEventDelivery(ground: BenchEnvironment): Promise<BenchRow> {
  const { url } = await ground.api();
  const { db } = ground;
  const tenant = await insertTenant(db, "FUNERAL");
  const { token } = await insertTokenBearer(db, { tenant, grants: ["getDashboard", "getAreas"] });
  const { rows } = await ground.owner.query<{ synchronous_commit: string }>("show synchronous_commit");
  const bus = new PostgresNodeBus(db, () => undefined);
  db.announced = () => bus.wake();
  const stop = new AbortController();
  const heard = new HeardTitles();
  const listening = heard.listen({ baseUrl: url, token: () => token, signal: stop.signal });
  await heard.opened;
  const [commits, waits]: [number[], number[]] = [[], []];
  for (let number = 0; number < WARM_UP_EVENTS + EVENT_COUNT; number++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_EVENTS_MS));
    const title = `event ${number}`;
    const arrival = heard.next(title);
    const began = performance.now();
    await db.transaction(tenant.id, async (tx) =>
      announceEvent(tx, {
        type: "area waiting time",
        audience: { everyone: true },
        payload: { area_id: randomUUID(), title, waiting_minutes: null, waiting_updated_at: null },
      }),
    );
    const committed = performance.now();
    const wait = Math.max(0, (await arrival) - committed);
    if (number < WARM_UP_EVENTS) continue;
    commits.push(committed - began);
    waits.push(wait);
  }
  stop.abort();
  await listening;
  db.announced = () => undefined;
  await bus.stop();
  const [wait, commit] = [quantileOfSamples(waits, 0.5), quantileOfSamples(commits, 0.5)];
  return {
    what: "delivery of one event at a time, from its commit to a stream of another node",
    ours: `p50 ${formatMilliseconds(wait)}, p90 ${formatMilliseconds(quantileOfSamples(waits, 0.9))}`,
    limit: `p50 ${formatMilliseconds(commit)}, p90 ${formatMilliseconds(quantileOfSamples(commits, 0.9))}`,
    limitName: "the commit itself",
    ratio: wait / commit,
    goal: `≤ ${RATIO_GOAL} commits`,
    met: wait / commit <= RATIO_GOAL,
    note: `${EVENT_COUNT} events, synchronous_commit ${rows[0]?.synchronous_commit}`,
  };
}

/** Titles of the events that a stream has received, with the times. */
class HeardTitles {
  private awaited: { title: string; resolve: (at: number) => void } | undefined;
  private open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  next(title: string): Promise<number> {
    return new Promise((resolve) => (this.awaited = { title, resolve }));
  }

  async listen(options: Parameters<typeof followEvents>[0]) {
    const stream = followEvents({ ...options, onState: ({ is }) => is === "open" && this.open() });
    for await (const message of stream)
      if (message.type === "area waiting time" && message.data.title === this.awaited?.title)
        this.awaited.resolve(performance.now());
  }
}
