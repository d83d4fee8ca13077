import type { StreamMessage } from "@leitstand/client/event-stream";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { insertTenant } from "../../testing/fixtures";
import { simulateEventLogReads } from "../../testing/races/look-model";
import {
  startTestNode,
  openWritingDatabase,
  readCurrentCursor,
  followStream,
  receiveMessagesUntilTitle,
  announceTitledEvent,
  titleOfStreamMessage,
} from "../../testing/live-streams";
import { startApi } from "../../testing/start-api";
import { cloneDatabase, connectAsRole } from "../../testing/test-database";
import { compileSql, type Sql, sql } from "../database/sql";
import { EVENT_LOG_READ_LOCK, createEventLogRead } from "./event-looks";

describe("looks at the event log", () => {
  const api = startApi();

  it("looks at the event log deliver each commit once in the order of its object or reset, also with open transactions, crashes and restores", async () => {
    // The test has a database of its own, so that no other node reads its log and a seed repeats its result.
    const { url: databaseUrl, drop } = await cloneDatabase();
    onTestFinished(drop);
    const tenant = await insertTenant(openWritingDatabase(databaseUrl, 1), "FUNERAL");
    const outcome = await simulateEventLogReads({
      databaseUrl,
      tenantId: tenant.id,
      look: createEventLogRead,
      seed: 1,
      steps: 700,
    });
    expect(outcome).toMatchObject({ late: 0, doubled: 0, disordered: 0, invented: 0, needless: 0, broken: 0 });
    expect(outcome.committed).toBeGreaterThan(30);
    expect(Math.min(outcome.crashes, outcome.restores)).toBeGreaterThan(0);
  });

  it("a look at the event log does not wait for a transaction that stays open in any database of the cluster", async () => {
    const session = await api.signIn("getDashboard", "getAreas");
    const { id } = session.session.tenant;
    for (const databaseUrl of [api.databaseUrl, inject("adminUrl")]) {
      const other = await connectAsRole(databaseUrl, "leitstand_system");
      onTestFinished(() => other.end());
      await other.query("begin");
      await other.query("select pg_current_xact_id()");
    }
    const lastEventId = await readCurrentCursor(api.db, session);
    const writer = openWritingDatabase(api.databaseUrl);
    await writer.transaction(id, async (tx) => announceTitledEvent(tx, "the end"));
    expect(
      (await receiveMessagesUntilTitle(followStream({ url: api.url, session, lastEventId }), "the end")).map(
        titleOfStreamMessage,
      ),
    ).toEqual(["the end"]);
  });

  it("streams, readiness and the gauge report that looks at the event log have to wait, and when that is over", async () => {
    const node = await startTestNode(api.databaseUrl);
    const session = await api.signIn("getDashboard", "getAreas");
    const { id } = session.session.tenant;
    const delays: (string | null)[] = [];
    const following = { url: node.url, session, onDelay: (since: string | null) => delays.push(since) };
    const stream = followStream({ ...following, lastEventId: await readCurrentCursor(api.db, session) });
    const told = stream.next();
    await expect.poll(() => node.app.live.status().open_streams).toBe(1);
    expect(node.app.live.findDelay()).toBeUndefined();

    const holder = await connectAsRole(api.databaseUrl, "leitstand_system");
    onTestFinished(() => holder.end());
    await holder.query("begin");
    await holder.query(compileSql(createEventLogRead({ after: 0n, limit: 1 }).transaction[0] as Sql).text, [
      EVENT_LOG_READ_LOCK,
    ]);
    await node.db.transaction(id, async (tx) => announceTitledEvent(tx, "late"));
    await expect.poll(() => delays).toEqual([expect.stringMatching(/^2026-11-17T/)]);
    expect(node.app.live.findDelay()).toMatch(/^Events have been waiting for \d+ s\.$/);
    expect(node.app.live.status().wait_ms).toBeGreaterThanOrEqual(2_000);
    // A stream that opens meanwhile is notified as well.
    const newcomer: (string | null)[] = [];
    void followStream({ ...following, onDelay: (since) => newcomer.push(since) }).next();
    await expect.poll(() => newcomer).toEqual([delays[0]]);

    await holder.query("rollback");
    expect(titleOfStreamMessage((await told).value as StreamMessage)).toBe("late");
    // The stream delivers nothing more unless reading continues.
    void stream.next();
    await expect.poll(() => [delays.length, delays.at(-1)]).toEqual([2, null]);
    expect(node.app.live.findDelay()).toBeUndefined();
  });

  it("a client of the previous release resumes from its cursor and gets each event once", async () => {
    const session = await api.signIn("getDashboard", "getAreas");
    const { id } = session.session.tenant;
    const writer = openWritingDatabase(api.databaseUrl);
    const write = (title: string) => writer.transaction(id, async (tx) => announceTitledEvent(tx, title));
    await write("the beginning");
    // The overtaken event has the lower transaction id, and commits second.
    await writer.transaction(id, async (tx) => {
      await tx.one(sql`select pg_current_xact_id()::text as xid`);
      await write("overtaking");
      announceTitledEvent(tx, "overtaken");
    });
    await write("afterwards");
    const [{ place: former }] = (await api.db.system.many<{ place: string }>(sql`
      select concat(xid, '-', id, '-', event_log_timeline()) as place from events
      where tenant_id = ${id} and payload ->> 'title' = 'overtaken'`)) as [{ place: string }];
    const resume = (lastEventId: string) =>
      receiveMessagesUntilTitle(followStream({ url: api.url, session, lastEventId }), "afterwards");
    const received = await resume(former);
    expect(received.map(titleOfStreamMessage)).toEqual(["overtaking", "afterwards"]);
    // A client that is cut off before it has caught up still gets the overtaken event.
    expect((await resume((received[0] as { id?: string }).id ?? "")).map(titleOfStreamMessage)).toEqual(["afterwards"]);
    await write("the end");
    const caughtUp = followStream({ url: api.url, session, lastEventId: (received[1] as { id?: string }).id ?? "" });
    const last = (await receiveMessagesUntilTitle(caughtUp, "the end")).map(titleOfStreamMessage);
    expect(last).toEqual(["the end"]);
  });

  it("the event log continues after a restore with smaller transaction numbers, with a reset and without loss", async () => {
    const session = await api.signIn("getDashboard", "getAreas");
    const { id } = session.session.tenant;
    const writer = openWritingDatabase(api.databaseUrl);
    const node = await startTestNode(api.databaseUrl);
    const lastEventId = await readCurrentCursor(api.db, session);
    const stream = followStream({ url: node.url, session, lastEventId });
    for (const title of ["before", "told"]) await writer.transaction(id, async (tx) => announceTitledEvent(tx, title));
    const next = async () => (await stream.next()).value as StreamMessage;
    expect([titleOfStreamMessage(await next()), titleOfStreamMessage(await next())]).toEqual(["before", "told"]);
    // Sets transaction numbers as a dump from a cluster that had come farther leaves them.
    await api.db.system.run(sql`
      with events_of_old as (update events set xid = (xid::text::numeric + 1000000000000)::text::xid8),
        positions_of_old as (update event_positions set xid = (xid::text::numeric + 1000000000000)::text::xid8)
      insert into event_looks (seen, last_position, history, timeline, stored_in)
      select '1000000000000:1000000000000:', last_position, history, timeline, 1 from event_looks order by look desc limit 1`);
    expect(await next()).toMatchObject({ type: "reset", data: { reason: "timeline_changed" } });
    for (const title of ["after", "the end"])
      await writer.transaction(id, async (tx) => announceTitledEvent(tx, title));
    expect([titleOfStreamMessage(await next()), titleOfStreamMessage(await next())]).toEqual(["after", "the end"]);
    const returning = followStream({ url: node.url, session, lastEventId });
    expect((await returning.next()).value).toMatchObject({ type: "reset", data: { reason: "cursor_unknown" } });
    const kept = await api.db.system.many<{ title: string }>(sql`
      select payload ->> 'title' as title from event_positions join events using (tenant_id, xid, id)
      where tenant_id = ${id} order by event_positions.position`);
    expect(kept.map(({ title }) => title).filter((title) => title !== null)).toEqual([
      "before",
      "told",
      "after",
      "the end",
    ]);
  });

  it("the event log resets streams after it was put back to an earlier state, and continues without loss", async () => {
    const session = await api.signIn("getDashboard", "getAreas");
    const { id } = session.session.tenant;
    const writer = openWritingDatabase(api.databaseUrl);
    const node = await startTestNode(api.databaseUrl);
    const lastEventId = await readCurrentCursor(api.db, session);
    const stream = followStream({ url: node.url, session, lastEventId });
    const next = async () => (await stream.next()).value as StreamMessage;
    for (const title of ["kept", "lost"]) {
      await writer.transaction(id, async (tx) => announceTitledEvent(tx, title));
      expect(titleOfStreamMessage(await next())).toBe(title);
    }
    // Sets the log back as a snapshot of the server's machine does that was taken before the last event.
    await api.db.system.run(sql`
      with lost as (select position - 1 as before, xid from event_positions order by position desc limit 1),
        events_of_later as (delete from events where xid >= (select xid from lost)),
        positions_of_later as (delete from event_positions where position > (select before from lost)),
        looks_of_later as (delete from event_looks where last_position > (select before from lost))
      insert into event_looks (seen, last_position, history, timeline, stored_in)
      select seen, before, history, timeline, stored_in from (select * from event_looks order by look desc limit 1) newest, lost`);
    expect(await next()).toMatchObject({ type: "reset", data: { reason: "timeline_changed" } });
    await writer.transaction(id, async (tx) => announceTitledEvent(tx, "after"));
    expect(titleOfStreamMessage(await next())).toBe("after");
    const returning = followStream({ url: node.url, session, lastEventId });
    expect((await returning.next()).value).toMatchObject({ type: "reset", data: { reason: "cursor_unknown" } });
  });
});
