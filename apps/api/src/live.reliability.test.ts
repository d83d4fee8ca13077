import type { StreamMessage } from "@leitstand/client/event-stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Bus, LocalBus } from "#platform/events/bus";
import { compareCursors, type Cursor, parseCursor } from "#platform/events/event-cursor";
import { type EventLogOptions, eventLogDefaults, type SelectAfter } from "#platform/events/event-log";
import { PostgresBus } from "#platform/events/postgres-bus";
import { sql } from "#platform/database/sql";
import { startFaultProxy } from "./testing/fault-proxy";
import { aNode, aWriter, follow, listen, receive, say, titleOf } from "./testing/live-streams";
import { type Session, startApi } from "./testing/start-api";

/** Every call of one node to another gets lost; even its own. */
class DeafBus implements Bus {
  start = () => Promise.resolve();
  wake() {}
  cast() {}
  stop = () => Promise.resolve();
}

/** The mutant: sequence order taken for commit order. */
const selectNaively: SelectAfter = ({ id }, limit) => sql`
  select null as timeline, null as horizon, null as held_ms, tenant_id, xid, id::text, type, internal, audience, payload::text, trace_id, created_at
  from events where events.id > ${id}::bigint order by events.id limit ${limit}`;

function aLatch() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
}

describe("the live feed", () => {
  const api = startApi();

  const cursorNow = async (session: Session) => (await session.getDashboard()).cursor;

  /** 24 writers with delays between their insert and their commit, one reader through a line that is cut again and again. */
  const storm = async (log: EventLogOptions, given: { events: number; cuts: number }) => {
    const node = await aNode(api.databaseUrl, () => ({ live: { log } }));
    const line = await startFaultProxy(node.port, { latencyMs: 1, cutAfterBytes: () => 300 + Math.random() * 12_000 });
    onTestFinished(() => line.close());
    const session = await api.signIn("getDashboard", "getAreas");
    const { id } = session.session.tenant;
    const lastEventId = await cursorNow(session);
    const reading = receive(follow({ url: line.url, session, lastEventId }), "the end");

    const db = aWriter(api.databaseUrl, 24);
    const written: string[] = [];
    const writer = async (name: number) => {
      for (let count = 0; written.length < given.events || line.cuts < given.cuts; count++) {
        const title = `${name}-${count}`;
        await db.transaction(id, async (tx) => {
          say(tx, title);
          tx.defer(sql`select pg_sleep(random() * 0.03)`);
        });
        written.push(title);
      }
    };
    await Promise.all(Array.from({ length: 24 }, (_, name) => writer(name)));
    await db.transaction(id, async (tx) => say(tx, "the end"));
    const received = await reading;
    const titles = received.map(titleOf).filter((title) => title !== "the end");
    const cursors = received.map((message) => parseCursor(message.id ?? "") as Cursor);
    return {
      cuts: line.cuts,
      written: written.length,
      lost: written.filter((title) => !titles.includes(title)).length,
      duplicated: titles.length - new Set(titles).size,
      disordered: cursors.filter((cursor, at) => at > 0 && compareCursors(cursors[at - 1] as Cursor, cursor) >= 0)
        .length,
    };
  };

  it("loses, repeats and disorders nothing through 60 cuts while 24 writers commit out of order", async () => {
    const outcome = await storm(eventLogDefaults, { events: 1_500, cuts: 60 });
    expect(outcome).toMatchObject({ lost: 0, duplicated: 0, disordered: 0 });
    expect(outcome.written).toBeGreaterThanOrEqual(1_500);
    expect(outcome.cuts).toBeGreaterThanOrEqual(60);
  }, 60_000);

  /** One writer writes first and commits last: only when the reader has looked at what has overtaken him. The titles that arrive. */
  const overtake = async (selectAfter: SelectAfter) => {
    let looks = 0;
    const counted: SelectAfter = (...place) => (looks++, selectAfter(...place));
    const node = await aNode(api.databaseUrl, () => ({ live: { log: { ...eventLogDefaults, selectAfter: counted } } }));
    const session = await api.signIn("getDashboard", "getAreas");
    const { id } = session.session.tenant;
    const stream = follow({ url: node.url, session, lastEventId: await cursorNow(session) });
    const titles: string[] = [];
    const readUntil = async (last: string) => {
      while (titles.at(-1) !== last) titles.push(titleOf((await stream.next()).value as StreamMessage));
    };
    const db = aWriter(api.databaseUrl, 4);
    await db.transaction(id, async (tx) => say(tx, "the beginning"));
    await readUntil("the beginning");

    const gate = Math.floor(Math.random() * 2 ** 31);
    const [locked, released] = [aLatch(), aLatch()];
    const keeping = db.transaction(id, async (tx) => {
      await tx.one(sql`select pg_advisory_xact_lock(${gate})::text as closed`);
      locked.open();
      await released.opened;
    });
    await locked.opened;
    const slow = db.transaction(id, async (tx) => {
      say(tx, "overtaken");
      tx.defer(sql`select pg_advisory_xact_lock(${gate})`);
    });
    const isWaiting = async () => {
      const waiting = sql`select exists (
        select from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted) as waits`;
      return (await api.db.system.one<{ waits: boolean }>(waiting)).waits;
    };
    while (!(await isWaiting()));
    await db.transaction(id, async (tx) => say(tx, "overtaking"));
    // One look may have begun before.
    for (const before = looks; looks < before + 3; ) expect(await isWaiting()).toBe(true);
    released.open();
    await Promise.all([keeping, slow]);
    await db.transaction(id, async (tx) => say(tx, "the end"));
    await readUntil("the end");
    return titles;
  };

  it("waits for a writer that was overtaken", async () => {
    const titles = await overtake(eventLogDefaults.selectAfter);
    expect(titles).toEqual(["the beginning", "overtaken", "overtaking", "the end"]);
  });

  it("would lose events if it went by the sequence alone", async () => {
    expect(await overtake(selectNaively)).toEqual(["the beginning", "overtaking", "the end"]);
  });

  /** Twenty events written past a node that hears nothing: which of them arrive within 5 s? */
  const whisper = async (log: EventLogOptions) => {
    const node = await aNode(api.databaseUrl, () => ({ bus: new DeafBus(), live: { log } }));
    const session = await api.signIn("getDashboard", "getAreas");
    const { reading } = await listen({ url: node.url, session, signal: AbortSignal.timeout(5_000) }, "20");
    const db = aWriter(api.databaseUrl);
    for (let title = 1; title <= 20; title++)
      await db.transaction(session.session.tenant.id, async (tx) => say(tx, String(title)));
    return (await reading).length;
  };

  it("delivers everything within 5 s when every wake-up call gets lost", async () => {
    expect(await whisper(eventLogDefaults)).toBe(20);
  });

  it("would be silent without calls if it did not ask by itself", async () => {
    expect(await whisper({ ...eventLogDefaults, pollMs: null })).toBe(0);
  });

  it("delivers everything on each of three nodes, whichever wrote it", async () => {
    const nodes = await Promise.all(
      [1, 2, 3].map(() =>
        aNode(api.databaseUrl, (db) => ({
          bus: new PostgresBus(db, () => undefined),
          // Too rare to help: the calls between the nodes have to do it.
          live: { log: { ...eventLogDefaults, pollMs: 20_000 } },
        })),
      ),
    );
    const session = await api.signIn("getDashboard", "getAreas");
    const lastEventId = await cursorNow(session);
    const readings = nodes.map(({ url }) => receive(follow({ url, session, lastEventId }), "the end"));
    const titles = Array.from({ length: 90 }, (_, at) => `event ${at}`);
    const { id } = session.session.tenant;
    await Promise.all(
      nodes.map(async ({ db }, node) => {
        for (const title of titles.filter((_, at) => at % 3 === node))
          await db.transaction(id, async (tx) => say(tx, title));
      }),
    );
    await nodes[0]?.db.transaction(id, async (tx) => say(tx, "the end"));
    const [first, ...others] = (await Promise.all(readings)).map((reading) => reading.map(titleOf));
    expect([...(first ?? [])].sort()).toEqual([...titles, "the end"].sort());
    for (const other of others) expect(other).toEqual(first);
  });

  it("shows the last position of a vehicle to whoever looks, on every node", async () => {
    const nodes = await Promise.all(
      [1, 2].map(() => aNode(api.databaseUrl, (db) => ({ bus: new PostgresBus(db, () => undefined) }))),
    );
    const session = await api.signIn("getDashboard", "getLocations");
    const streams = await Promise.all(nodes.map(({ url }) => listen({ url, session }, "(location update)")));
    for (const speed of [1, 2, 3])
      nodes[0]?.app.live.publishLocation({
        tenant_id: session.session.tenant.id,
        audience: {},
        payload: {
          vehicle_id: session.session.role_id,
          tour_id: null,
          lat: 47.07,
          lon: 15.44,
          heading_degrees: null,
          speed_meters_per_second: speed,
          fixed_at: "2026-03-02T08:15:00+00:00",
        },
      });
    for (const [message] of await Promise.all(streams.map(({ reading }) => reading)))
      expect(message).toMatchObject({ type: "location update", data: { speed_meters_per_second: 3 } });
  });

  it("lets clients go on elsewhere when a node stops, and loses nothing on the way", async () => {
    const buses = new Set<LocalBus>();
    const [old, young] = await Promise.all(
      [1, 2].map(() => aNode(api.databaseUrl, () => ({ bus: new LocalBus(buses) }))),
    );
    if (!old || !young) throw new Error("Two nodes were started.");
    const session = await api.signIn("getDashboard", "getAreas");
    let here = old.url;
    const balanced: typeof fetch = (input, init) => fetch((input as string).replace(old.url, here), init);
    const lastEventId = await cursorNow(session);
    const reading = receive(follow({ url: old.url, session, lastEventId, fetch: balanced }), "the end");
    const { id } = session.session.tenant;
    const titles = Array.from({ length: 60 }, (_, at) => `event ${at}`);
    for (const title of titles) {
      await api.db.transaction(id, async (tx) => say(tx, title));
      if (title !== "event 30") continue;
      here = young.url;
      await old.stop();
    }
    await api.db.transaction(id, async (tx) => say(tx, "the end"));
    expect((await reading).map(titleOf)).toEqual([...titles, "the end"]);
  });
});
