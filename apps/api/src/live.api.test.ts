import { describe, expect, it } from "vitest";
import { InProcessNodeBus } from "#platform/events/bus";
import { eventLogDefaults } from "#platform/events/event-log";
import { PostgresNodeBus } from "#platform/events/postgres-bus";
import { commitOutOfOrder, runLiveStreamFaultTest, writeWithoutNotifying } from "./testing/races/live-storm";
import {
  startTestNode,
  readCurrentCursor,
  followStream,
  listenToStream,
  receiveMessagesUntilTitle,
  announceTitledEvent,
  titleOfStreamMessage,
} from "./testing/live-streams";
import { startApi } from "./testing/start-api";

describe("the live feed", () => {
  const api = startApi();

  it("the live stream loses, repeats and reorders no event through cut connections while 24 writers commit out of order", async () => {
    const outcome = await runLiveStreamFaultTest(api, { seed: 1, events: 300, cuts: 12 });
    expect(outcome).toMatchObject({ lost: 0, duplicated: 0, disordered: 0 });
  });

  it("the live stream delivers events that overtake an open transaction at once, and those of that transaction after its commit", async () => {
    const titles = await commitOutOfOrder(api);
    expect(titles).toEqual(["the beginning", "overtaking", "overtaken", "the end"]);
  });

  it("the live stream delivers every event when all notifications of PostgreSQL get lost", async () => {
    expect(await writeWithoutNotifying(api, eventLogDefaults)).toBe(20);
  });

  it("each of three nodes delivers every event, whichever node wrote it", async () => {
    const nodes = await Promise.all(
      [1, 2, 3].map(() =>
        startTestNode(api.databaseUrl, (db) => ({
          bus: new PostgresNodeBus(db, () => undefined),
          // The poll is too rare to help: calls between nodes have to deliver the events.
          live: { log: { ...eventLogDefaults, pollMs: 20_000 } },
        })),
      ),
    );
    const session = await api.signIn("getDashboard", "getAreas");
    const lastEventId = await readCurrentCursor(api.db, session);
    const readings = nodes.map(({ url }) =>
      receiveMessagesUntilTitle(followStream({ url, session, lastEventId }), "the end"),
    );
    const titles = Array.from({ length: 90 }, (_, at) => `event ${at}`);
    const { id } = session.session.tenant;
    await Promise.all(
      nodes.map(async ({ db }, node) => {
        for (const title of titles.filter((_, at) => at % 3 === node))
          await db.transaction(id, async (tx) => announceTitledEvent(tx, title));
      }),
    );
    await nodes[0]?.db.transaction(id, async (tx) => announceTitledEvent(tx, "the end"));
    const [first, ...others] = (await Promise.all(readings)).map((reading) => reading.map(titleOfStreamMessage));
    expect([...(first ?? [])].sort()).toEqual([...titles, "the end"].sort());
    for (const other of others) expect(other).toEqual(first);
  });

  it("every node sends a vehicle's last position to a new stream", async () => {
    const nodes = await Promise.all(
      [1, 2].map(() => startTestNode(api.databaseUrl, (db) => ({ bus: new PostgresNodeBus(db, () => undefined) }))),
    );
    const session = await api.signIn("getDashboard", "getLocations");
    const streams = await Promise.all(nodes.map(({ url }) => listenToStream({ url, session }, "(location update)")));
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

  it("clients resume on another node when theirs stops, and lose no event", async () => {
    const buses = new Set<InProcessNodeBus>();
    const [old, young] = await Promise.all(
      [1, 2].map(() => startTestNode(api.databaseUrl, () => ({ bus: new InProcessNodeBus(buses) }))),
    );
    if (!old || !young) throw new Error("Two nodes were started.");
    const session = await api.signIn("getDashboard", "getAreas");
    let here = old.url;
    const balanced: typeof fetch = (input, init) => fetch((input as string).replace(old.url, here), init);
    const lastEventId = await readCurrentCursor(api.db, session);
    const reading = receiveMessagesUntilTitle(
      followStream({ url: old.url, session, lastEventId, fetch: balanced }),
      "the end",
    );
    const { id } = session.session.tenant;
    const titles = Array.from({ length: 60 }, (_, at) => `event ${at}`);
    for (const title of titles) {
      await api.db.transaction(id, async (tx) => announceTitledEvent(tx, title));
      if (title !== "event 30") continue;
      here = young.url;
      await old.stop();
    }
    await api.db.transaction(id, async (tx) => announceTitledEvent(tx, "the end"));
    expect((await reading).map(titleOfStreamMessage)).toEqual([...titles, "the end"]);
  });
});
