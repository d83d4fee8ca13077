import { connect } from "node:net";
import type { StreamMessage, StreamConnectionState } from "@leitstand/client/event-stream";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { parseEventCursor } from "#platform/events/event-cursor";
import { deleteEventsOutsideWindow } from "#platform/events/event-retention";
import { EventStream } from "#platform/streams/event-stream";
import { liveStreamDefaults } from "#platform/streams/live";
import { sql } from "#platform/database/sql";
import {
  startTestNode,
  readCurrentCursor,
  followStream,
  receiveMessagesUntilTitle,
  announceTitledEvent,
  titleOfStreamMessage,
} from "../../testing/live-streams";
import { startFaultProxy } from "../../testing/fault-proxy";
import { type ApiSession, startApi } from "../../testing/start-api";
import { TestClock } from "../../testing/test-clock";

const streamGrants = ["getDashboard", "getAreas"];

describe("the live stream", () => {
  const api = startApi();
  const sayTo = (session: ApiSession, title: string) =>
    api.db.transaction(session.session.tenant.id, async (tx) => announceTitledEvent(tx, title));

  /** Announces events that take several pages of the table, written as one statement writes them. */
  const sayManyTo = ({ session: { tenant } }: ApiSession, count: number) =>
    api.db.systemTransaction(tenant.id, (tx) =>
      tx.run(sql`
        insert into events (tenant_id, type, audience, payload)
        select ${tenant.id}, 'area waiting time', '{"everyone": true}', json_build_object('title', 'event ' || number)
        from generate_series(1, ${count}::int) number`),
    );

  /** Opens a connection that is not read unless the test does so. */
  const dial = (port: number, session: ApiSession, headers = "") => {
    const socket = connect({ port, host: "127.0.0.1" });
    onTestFinished(() => void socket.destroy());
    const { token } = session.session;
    socket.write(
      `GET /api/v1/dashboard HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n${headers}\r\n`,
    );
    return socket;
  };

  it("an event of the live stream has id, event and data, and the stream names the wait before a reconnect", async () => {
    const session = await api.signIn(...streamGrants);
    const socket = dial(Number(new URL(api.url).port), session);
    let text = "";
    socket.on("data", (piece: Buffer) => (text += piece.toString()));
    await vi.waitUntil(() => /\r\n\r\nretry: \d+\nid: \d+-[0-9a-f]+\n\n$/.test(text), 15_000);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/\r\ncontent-type: text\/event-stream; charset=utf-8\r\n/);
    expect(text).toMatch(/\r\ncache-control: no-store\r\n/);
    expect(text).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
    await sayTo(session, "Graz\nMitte");
    await vi.waitUntil(() => text.includes("event: "), 15_000);
    const [, id = "", data = ""] = /\nid: (\d+-[0-9a-f]+)\nevent: area waiting time\ndata: (.*)\n\n$/.exec(text) ?? [];
    expect(parseEventCursor(id)).toBeDefined();
    expect(JSON.parse(data)).toMatchObject({ type: "area waiting time", data: { title: "Graz\nMitte" } });
    expect(Date.parse((JSON.parse(data) as { timestamp: string }).timestamp)).toBeGreaterThan(0);
  });

  it("an event of the live stream has the trace id of the request that caused it", async () => {
    const session = await api.signIn(...streamGrants, "createArea", "updateAreaWaitingTime");
    const { id } = await session.createArea({ title: "Graz", zip_ranges: [] });
    const lastEventId = await readCurrentCursor(api.db, session);
    const trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
    const headers = { traceparent: `00-${trace_id}-00f067aa0ba902b7-01` };
    await session.updateAreaWaitingTime({ id, waiting_minutes: 25 }, { headers });
    const [event] = await receiveMessagesUntilTitle(followStream({ url: api.url, session, lastEventId }), "Graz");
    expect(event).toMatchObject({ trace_id, data: { area_id: id, waiting_minutes: 25 } });
  });

  it("the live stream resumes from the database with events that are no longer in memory", async () => {
    const node = await startTestNode(api.databaseUrl, () => ({ live: { ring: { frames: 3, bytes: 10_000 } } }));
    const session = await api.signIn(...streamGrants);
    const lastEventId = await readCurrentCursor(api.db, session);
    await sayManyTo(session, 1_200);
    await sayTo(session, "the end");
    const titles = (
      await receiveMessagesUntilTitle(followStream({ url: node.url, session, lastEventId }), "the end")
    ).map(titleOfStreamMessage);
    expect(titles).toEqual([...Array.from({ length: 1_200 }, (_, at) => `event ${at + 1}`), "the end"]);
  });

  it("the live stream sends a reset to a client whose next events are deleted while it reads earlier ones", async () => {
    const session = await api.signIn(...streamGrants);
    const lastEventId = await readCurrentCursor(api.db, session);
    await sayManyTo(session, 1_200);
    await sayTo(session, "the end");
    await readCurrentCursor(api.db, session);
    // A node that starts now has no events in memory, so it resumes from the table.
    const node = await startTestNode(api.databaseUrl);
    vi.spyOn(EventStream.prototype, "drained").mockImplementationOnce(async () => {
      await deleteEventsOutsideWindow(api.db, api.clock.now(), { hours: 24, events: 100 });
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const stream = followStream({ url: node.url, session, lastEventId });
    const received: StreamMessage[] = [];
    const isOver = (title: string) => title === "(reset)" || title === "the end";
    do received.push((await stream.next()).value as StreamMessage);
    while (!isOver(titleOfStreamMessage(received.at(-1) as StreamMessage)));
    expect(received.at(-1)).toMatchObject({ type: "reset", data: { reason: "window_exceeded" } });
    expect(received).toHaveLength(501);
    await sayTo(session, "afterwards");
    expect((await stream.next()).value).toMatchObject({ data: { title: "afterwards" } });
  });

  it.each(["nonsense", "7", "7-1", "7-1-1", "7-1-1-1", "999999999999999-1-1", "18446744073709551616-1-1"])(
    "the live stream sends a reset to a client whose last event id %j was never issued, and continues",
    async (lastEventId) => {
      const session = await api.signIn(...streamGrants);
      const stream = followStream({ url: api.url, session, lastEventId });
      expect((await stream.next()).value).toMatchObject({ type: "reset", data: { reason: "cursor_unknown" } });
      await sayTo(session, "afterwards");
      expect((await stream.next()).value).toMatchObject({ data: { title: "afterwards" } });
    },
  );

  it.each([
    ["24 hours", { hours: 24, events: 1_000 }, { hours: 25 }],
    ["as many events as are kept", { hours: 24, events: 2 }, {}],
  ])(
    "the live stream sends a reset to a client whose last event id is older than the last %s",
    async (_window, window, later) => {
      const session = await api.signIn(...streamGrants);
      const cursor = await readCurrentCursor(api.db, session);
      for (const title of ["one", "two", "three", "four"]) await sayTo(session, title);
      const [, , third] = await receiveMessagesUntilTitle(
        followStream({ url: api.url, session, lastEventId: cursor }),
        "four",
      );
      await api.db.system.run(sql`
      update event_positions place set looked_at = now() - interval '25 hours' from events
      where place.tenant_id = ${session.session.tenant.id} and (place.tenant_id, place.xid, place.id) = (events.tenant_id, events.xid, events.id)
        and payload->>'title' = any(${"hours" in later ? ["one", "two"] : []})`);
      await deleteEventsOutsideWindow(api.db, api.clock.now(), window);
      const node = await startTestNode(api.databaseUrl, () => ({ live: liveStreamDefaults }));
      const old = followStream({ url: node.url, session, lastEventId: cursor });
      const recent = followStream({ url: node.url, session, lastEventId: third?.id ?? "" });
      expect((await old.next()).value).toMatchObject({ type: "reset", data: { reason: "window_exceeded" } });
      expect((await recent.next()).value).toMatchObject({ data: { title: "four" } });
    },
  );

  it.each([
    { streamWindowHours: 29, first: { type: "reset", data: { reason: "window_exceeded" } } },
    { streamWindowHours: 31, first: { data: { title: "thirty hours ago" } } },
  ])(
    "the live stream resumes after 30 hours only if STREAM_WINDOW is longer, here with $streamWindowHours hours",
    async ({ streamWindowHours, first }) => {
      const session = await api.signIn(...streamGrants);
      const cursor = await readCurrentCursor(api.db, session);
      await sayTo(session, "thirty hours ago");
      const clock = new TestClock().begin();
      clock.advance({ hours: 30 });
      await (await startTestNode(api.databaseUrl, () => ({ clock, streamWindowHours }))).app.tidyUp();
      // A node that starts after the tidying up has no events in memory, so it resumes from the table alone.
      const { url } = await startTestNode(api.databaseUrl);
      expect((await followStream({ url, session, lastEventId: cursor }).next()).value).toMatchObject(first);
    },
  );

  it("the live stream sends heartbeats, so that an idle connection does not look dead", async () => {
    const node = await startTestNode(api.databaseUrl, () => ({ live: { heartbeatMs: 20 } }));
    const socket = dial(node.port, await api.signIn(...streamGrants));
    let text = "";
    socket.on("data", (piece: Buffer) => (text += piece.toString()));
    await vi.waitFor(() => expect(text).toMatch(/\n\n:\n\n:\n\n$/), 15_000);
  });

  it("the live stream disconnects a client that does not read, and no other", async () => {
    const node = await startTestNode(api.databaseUrl);
    const session = await api.signIn(...streamGrants);
    const { id } = session.session.tenant;
    const idle = dial(node.port, session);
    idle.pause();
    const reader = followStream({ url: node.url, session, lastEventId: await readCurrentCursor(api.db, session) });
    await sayTo(session, "the beginning");
    expect(titleOfStreamMessage((await reader.next()).value as StreamMessage)).toBe("the beginning");
    await vi.waitUntil(() => node.app.live.status().open_streams === 2, 15_000);
    // The reader gets less at a time than a stream may leave unread, so that only the idle client ever exceeds the
    // limit.
    for (let rounds = 0; rounds < 100 && node.app.live.status().dropped_streams === 0; rounds++) {
      await api.db.transaction(id, async (tx) => {
        for (let event = 0; event < 16; event++) announceTitledEvent(tx, "x".repeat(40_000));
      });
      for (let event = 0; event < 16; event++) await reader.next();
    }
    await sayTo(session, "the end");
    expect(titleOfStreamMessage((await reader.next()).value as StreamMessage)).toBe("the end");
    expect(node.app.live.status()).toMatchObject({ dropped_streams: 1, open_streams: 1 });
  });

  it("the live stream accepts at most 5 streams of a user and 2 of a device", async () => {
    const node = await startTestNode(api.databaseUrl, () => ({ live: { limitFactor: 1 } }));
    for (const [kind, seats] of [
      ["USER", 5],
      ["DEVICE", 2],
    ] as const) {
      const session = await api.bearer({ kind, grants: streamGrants, branchIds: kind === "DEVICE" ? [] : null });
      const sockets = Array.from({ length: seats }, () => dial(node.port, session));
      await vi.waitUntil(() => sockets.every((socket) => socket.bytesRead > 0), 15_000);
      const headers = { authorization: `Bearer ${session.session.token}`, accept: "text/event-stream" };
      const refused = await fetch(`${node.url}/api/v1/dashboard`, { headers });
      expect([refused.status, await refused.json()]).toMatchObject([429, { code: "RATE_LIMIT_EXCEEDED" }]);
      expect(refused.headers.get("retry-after")).toBe("30");
      sockets[0]?.destroy();
      await vi.waitUntil(async () => {
        const again = await fetch(`${node.url}/api/v1/dashboard`, { headers });
        await again.body?.cancel();
        return again.status === 200;
      }, 15_000);
    }
  });

  it("a client of the live stream misses no event when its connection breaks before the first one", async () => {
    const line = await startFaultProxy(Number(new URL(api.url).port), {});
    onTestFinished(() => line.close());
    const session = await api.signIn(...streamGrants);
    const onState = ({ is }: StreamConnectionState) => {
      if (is === "open" && line.cuts === 0) line.cut();
      else if (is === "waiting") said ??= sayTo(session, "while no stream was open");
    };
    let said: Promise<unknown> | undefined;
    const [message] = await receiveMessagesUntilTitle(
      followStream({ url: line.url, session, onState }),
      "while no stream was open",
    );
    await said;
    expect(message).toMatchObject({ data: { title: "while no stream was open" } });
  });
});
