import { fileURLToPath } from "node:url";
import type { StreamMessage } from "@leitstand/client/event-stream";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type EventCursor, formatEventCursor, parseEventCursor } from "#platform/events/event-cursor";
import { eventLogDefaults } from "#platform/events/event-log";
import { type EventLogReadFactory, createConditionalLogReadFactory } from "#platform/events/event-looks";
import { applyMigrations } from "#platform/database/migrations";
import { sql } from "#platform/database/sql";
import { startFaultProxy } from "./testing/fault-proxy";
import { insertTenant } from "./testing/fixtures";
import {
  startTestNode,
  openWritingDatabase,
  readCurrentCursor,
  followStream,
  receiveMessagesUntilTitle,
  announceTitledEvent,
  titleOfStreamMessage,
} from "./testing/live-streams";
import { hasDebianPostgres } from "./testing/postgres/debian-server";
import { PostgresServerPair } from "./testing/postgres/server-pair";
import { openApiSession } from "./testing/start-api";
import { createTestDatabaseLogins } from "./testing/test-logins";

const migrationsDir = fileURLToPath(new URL("../migrations/", import.meta.url));
/** Number of changes that are lost; each takes a position in the log, on the old server and again on the new one. */
const LOST_CHANGES = 240;
const KEPT_CHANGES = 240;

/** Mutant that assumes a single history of the log that only grows. */
const lookIgnoringTimeline: EventLogReadFactory = (page) => {
  const { read, ...rest } = createConditionalLogReadFactory((look) => sql`${look}.look is not null`)(page);
  const grown = sql`greatest(last_position::bigint, ${page.after}::bigint)::text as last_position`;
  return { ...rest, read: sql`select found.*, ${grown} from (${read}) found order by position::bigint` };
};

const eventTitles = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`);
const cursorOfMessage = (message: StreamMessage) =>
  parseEventCursor((message as { id?: string }).id ?? "") as EventCursor;

/** Needs Debian's PostgreSQL: two clusters, one of which follows the other. */
describe.runIf(hasDebianPostgres)("fail-over to a standby that lags", () => {
  /** Starts a node with a listening client and fails over to a standby that lacks the newest changes. */
  const failOver = async (look: EventLogReadFactory) => {
    const pair = await PostgresServerPair.open();
    onTestFinished(() => pair.close());
    const line = await startFaultProxy(pair.primaryPort, {});
    onTestFinished(() => line.close());
    const databaseUrl = `postgres://postgres@127.0.0.1:${new URL(line.url).port}/postgres`;
    await applyMigrations(databaseUrl, migrationsDir);
    await createTestDatabaseLogins(databaseUrl);
    const node = await startTestNode(databaseUrl, () => ({ live: { log: { ...eventLogDefaults, look } } }));
    const tenant = await insertTenant(node.db, "FUNERAL");
    const session = await openApiSession(node.db, node.url, { tenant, grants: ["getDashboard", "getAreas"] });
    const received: StreamMessage[] = [];
    const stream = followStream({ url: node.url, session, lastEventId: await readCurrentCursor(node.db, session) });
    const listening = (async () => {
      for await (const message of stream) received.push(message);
    })();
    listening.catch(() => undefined);
    const heard = (title: string) =>
      vi.waitFor(() => expect(received.some((message) => titleOfStreamMessage(message) === title)).toBe(true), 20_000);

    const writer = openWritingDatabase(databaseUrl);
    const write = async (names: readonly string[]) => {
      for (const title of names) await writer.transaction(tenant.id, async (tx) => announceTitledEvent(tx, title));
    };
    await write(["before"]);
    await heard("before");
    await pair.stopReplication();
    const newcomer = await openApiSession(node.db, node.url, { tenant, grants: ["getDashboard", "getAreas"] });
    await newcomer.getDashboard();
    await write([...eventTitles("lost", LOST_CHANGES), "the last on the former server"]);
    await heard("the last on the former server");
    const formerPlace = cursorOfMessage(received.at(-1) as StreamMessage);
    line.down();
    await pair.failOver();
    line.up(pair.standbyPort);
    await vi.waitFor(() => write(["first"]), { timeout: 20_000, interval: 50 });
    await write(eventTitles("kept", KEPT_CHANGES));
    return { node, session, newcomer, received, heard, write, formerPlace };
  };

  it("the node resets its streams after a fail-over and loses no change that is acknowledged from then on", async () => {
    const { node, session, newcomer, received, heard, write, formerPlace } = await failOver(eventLogDefaults.look);
    await vi.waitFor(() => expect(received.map(({ type }) => type)).toContain("reset"), 20_000);
    await write(eventTitles("after", 20));
    await heard("after 19");
    const at = received.findIndex(({ type }) => type === "reset");
    expect(received[at]).toMatchObject({ data: { reason: "timeline_changed" } });
    const place = cursorOfMessage(received[at] as StreamMessage);
    expect(place.history).not.toBe(formerPlace.history);
    const logged = await node.db.system.many<{ position: string; title: string }>(sql`
      select position::text, payload ->> 'title' as title from events join event_positions using (tenant_id, xid, id)
      where tenant_id = ${session.session.tenant.id} and not internal order by event_positions.position`);
    // Changes that the standby lacked are gone; the snapshot that a client reads after the reset shows what lies before
    // it.
    expect(logged.map(({ title }) => title)).toEqual([
      "before",
      "first",
      ...eventTitles("kept", KEPT_CHANGES),
      ...eventTitles("after", 20),
    ]);
    const later = logged.filter(({ position }) => BigInt(position) > place.position);
    expect(received.slice(at + 1).map(titleOfStreamMessage)).toEqual(later.map(({ title }) => title));
    expect(received.filter(({ type }) => type === "reset")).toHaveLength(1);

    // A token that the new server does not have opens nothing, however well the node knew it.
    await expect(newcomer.getDashboard()).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_INVALID" });
    await session.getDashboard();

    // A cursor of the old server is invalid on this one, although its number has been passed again.
    const lastEventId = formatEventCursor(formerPlace);
    const returning = followStream({ url: node.url, session, lastEventId });
    expect((await returning.next()).value).toMatchObject({ type: "reset", data: { reason: "cursor_unknown" } });
    await write(["the end"]);
    expect((await receiveMessagesUntilTitle(returning, "the end")).map(titleOfStreamMessage)).toEqual(["the end"]);
  }, 90_000);

  it("the node loses acknowledged changes if it does not distinguish the log of the new server from that of the old one", async () => {
    const { received, heard, write } = await failOver(lookIgnoringTimeline);
    // Writes until the transaction numbers of the new server pass those of the old one.
    await write([...eventTitles("after", LOST_CHANGES), "the end"]);
    await heard("the end");
    const heardTitles = received.map(titleOfStreamMessage);
    expect(eventTitles("kept", KEPT_CHANGES).filter((title) => !heardTitles.includes(title)).length).toBeGreaterThan(0);
    expect(heardTitles).not.toContain("(reset)");
  }, 90_000);
});
