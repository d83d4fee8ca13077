import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StreamMessage } from "@leitstand/client/event-stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { applyMigrations } from "#platform/database/migrations";
import { sql } from "#platform/database/sql";
import { insertTenant } from "./testing/fixtures";
import {
  startTestNode,
  openWritingDatabase,
  followStream,
  announceTitledEvent,
  titleOfStreamMessage,
} from "./testing/live-streams";
import {
  DebianPostgresServer,
  hasDebianPostgres,
  makePostgresServerHome,
  runPostgresTool,
} from "./testing/postgres/debian-server";
import { openApiSession } from "./testing/start-api";
import { createTestDatabaseLogins } from "./testing/test-logins";

const migrationsDir = fileURLToPath(new URL("../migrations/", import.meta.url));
/** Transaction numbers that the fresh cluster has not reached. */
const TRANSACTIONS_AHEAD = 5_000;
const EVENTS_BEFORE = 40;

/** Needs Debian's PostgreSQL: two clusters, and the tools that dump and restore. */
describe.runIf(hasDebianPostgres)("an event log that was dumped and restored into a fresh cluster", () => {
  it("a restored event log, whose transactions have smaller numbers, resets cursors and delivers new events once", async () => {
    const [old, fresh] = [await DebianPostgresServer.open("fsync=off"), await DebianPostgresServer.open("fsync=off")];
    onTestFinished(() => [old, fresh].forEach((server) => server.close()));
    for (const server of [old, fresh]) {
      await applyMigrations(server.url, migrationsDir);
      await createTestDatabaseLogins(server.url);
    }
    await old.query(
      `do $$ begin for at in 1..${TRANSACTIONS_AHEAD} loop perform pg_current_xact_id(); commit; end loop; end $$`,
    );

    const former = await startTestNode(old.url);
    const tenant = await insertTenant(former.db, "FUNERAL");
    const sessionOf = await openApiSession(former.db, former.url, { tenant, grants: ["getDashboard", "getAreas"] });
    const lastEventId = (await sessionOf.getDashboard()).cursor;
    const titles = Array.from({ length: EVENTS_BEFORE }, (_, at) => `before ${at}`);
    for (const title of titles) await former.db.transaction(tenant.id, async (tx) => announceTitledEvent(tx, title));
    const stream = followStream({ url: former.url, session: sessionOf, lastEventId });
    const heard: string[] = [];
    while (heard.length < EVENTS_BEFORE) heard.push(titleOfStreamMessage((await stream.next()).value as StreamMessage));
    const { cursor } = await sessionOf.getDashboard();
    await former.stop();
    // A committed event that no node had delivered when the dump was taken.
    await openWritingDatabase(old.url).transaction(tenant.id, async (tx) => announceTitledEvent(tx, "unheard"));

    const home = makePostgresServerHome("leitstand-dump-");
    const dump = join(home, "dump");
    runPostgresTool("pg_dump", ["-Fc", "-f", dump, old.url]);
    await fresh.query("create database restored");
    const restoredUrl = fresh.url.replace(/postgres$/, "restored");
    runPostgresTool("pg_restore", ["-d", restoredUrl, dump]);

    const node = await startTestNode(restoredUrl);
    const session = Object.create(sessionOf, { url: { value: node.url } }) as typeof sessionOf;
    for (const place of [lastEventId, cursor]) {
      const returning = followStream({ url: node.url, session, lastEventId: place });
      expect((await returning.next()).value).toMatchObject({ type: "reset", data: { reason: "cursor_unknown" } });
    }
    const listening = followStream({ url: node.url, session });
    const opened = listening.next();
    await expect.poll(() => node.app.live.status().open_streams).toBeGreaterThanOrEqual(1);
    const written = Array.from({ length: 20 }, (_, at) => `after ${at}`);
    for (const title of written) await node.db.transaction(tenant.id, async (tx) => announceTitledEvent(tx, title));
    const after = [titleOfStreamMessage((await opened).value as StreamMessage)];
    while (after.at(-1) !== "after 19")
      after.push(titleOfStreamMessage((await listening.next()).value as StreamMessage));
    expect(written.join()).toContain(after.join());
    // Nothing of the log was lost by dump and restore, and each event has one position.
    const placed = await node.db.system.many<{ title: string }>(sql`
      select payload ->> 'title' as title from event_positions join events using (tenant_id, xid, id)
      where tenant_id = ${tenant.id} and not internal order by event_positions.position`);
    expect(placed.map(({ title }) => title)).toEqual([...titles, "unheard", ...written]);
  }, 180_000);
});
