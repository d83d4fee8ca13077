/** Writers and readers of the live feed that disturb each other. */
import type { StreamMessage } from "@leitstand/client/event-stream";
import { SeededChance } from "@leitstand/scenario/chance";
import { expect, onTestFinished } from "vitest";
import type { NodeBus } from "#platform/events/bus";
import { compareEventCursors, type EventCursor, parseEventCursor } from "#platform/events/event-cursor";
import { type EventLogOptions, eventLogDefaults } from "#platform/events/event-log";
import { type EventLogReadFactory, createEventLogRead } from "#platform/events/event-looks";
import { sql } from "#platform/database/sql";
import { startFaultProxy } from "../fault-proxy";
import {
  startTestNode,
  openWritingDatabase,
  readCurrentCursor,
  followStream,
  listenToStream,
  receiveMessagesUntilTitle,
  announceTitledEvent,
  titleOfStreamMessage,
} from "../live-streams";
import type { TestApi } from "../start-api";

const WRITER_COUNT = 24;

/** Bus whose every call gets lost, even to its own node. */
class BusWithoutDelivery implements NodeBus {
  start = () => Promise.resolve();
  wake() {}
  cast() {}
  stop = () => Promise.resolve();
}

function createLatch() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
}

/** Runs 24 writers with delays between insert and commit, and one reader through a line that is cut again and again. */
export async function runLiveStreamFaultTest(api: TestApi, given: { seed: number; events: number; cuts: number }) {
  const chance = new SeededChance(given.seed);
  const node = await startTestNode(api.databaseUrl);
  const line = await startFaultProxy(node.port, { latencyMs: 1, cutAfterBytes: () => 300 + chance.below(12_000) });
  onTestFinished(() => line.close());
  const session = await api.signIn("getDashboard", "getAreas");
  const { id } = session.session.tenant;
  const lastEventId = await readCurrentCursor(api.db, session);
  const reading = receiveMessagesUntilTitle(followStream({ url: line.url, session, lastEventId }), "the end");

  const db = openWritingDatabase(api.databaseUrl, WRITER_COUNT);
  const written: string[] = [];
  const writer = async (name: number) => {
    for (let count = 0; written.length < given.events || line.cuts < given.cuts; count++) {
      const title = `${name}-${count}`;
      await db.transaction(id, async (tx) => {
        announceTitledEvent(tx, title);
        tx.runAtCommit(sql`select pg_sleep(${chance.next() * 0.03})`);
      });
      written.push(title);
    }
  };
  await Promise.all(Array.from({ length: WRITER_COUNT }, (_, name) => writer(name)));
  await db.transaction(id, async (tx) => announceTitledEvent(tx, "the end"));
  const received = await reading;
  const titles = received.map(titleOfStreamMessage).filter((title) => title !== "the end");
  const cursors = received.map((message) => parseEventCursor(message.id ?? "") as EventCursor);
  return {
    cuts: line.cuts,
    written: written.length,
    lost: written.filter((title) => !titles.includes(title)).length,
    duplicated: titles.length - new Set(titles).size,
    disordered: cursors.filter(
      (cursor, at) => at > 0 && compareEventCursors(cursors[at - 1] as EventCursor, cursor) >= 0,
    ).length,
  };
}

/**
 * Lets one writer write first and commit last: only when the reader has looked at events that overtook it. Returns the
 * titles that arrive.
 */
export async function commitOutOfOrder(api: TestApi) {
  let looks = 0;
  const counted: EventLogReadFactory = (wanted) => (looks++, createEventLogRead(wanted));
  const node = await startTestNode(api.databaseUrl, () => ({ live: { log: { ...eventLogDefaults, look: counted } } }));
  const session = await api.signIn("getDashboard", "getAreas");
  const { id } = session.session.tenant;
  const stream = followStream({ url: node.url, session, lastEventId: await readCurrentCursor(api.db, session) });
  const titles: string[] = [];
  const readUntil = async (last: string) => {
    while (titles.at(-1) !== last) titles.push(titleOfStreamMessage((await stream.next()).value as StreamMessage));
  };
  const db = openWritingDatabase(api.databaseUrl, 4);
  await db.transaction(id, async (tx) => announceTitledEvent(tx, "the beginning"));
  await readUntil("the beginning");

  const [locked, released] = [createLatch(), createLatch()];
  onTestFinished(() => released.open());
  const keeping = db.transaction(id, async (tx) => {
    await tx.one(sql`select pg_advisory_xact_lock(${GATE_LOCK})::text as closed`);
    locked.open();
    await released.opened;
  });
  await locked.opened;
  const slow = db.transaction(id, async (tx) => {
    announceTitledEvent(tx, "overtaken");
    tx.runAtCommit(sql`select pg_advisory_xact_lock(${GATE_LOCK})`);
  });
  const isWaiting = async () => {
    const waiting = sql`select exists (
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and objid = ${GATE_LOCK} and not granted and datname = current_database()) as waits`;
    return (await api.db.system.one<{ waits: boolean }>(waiting)).waits;
  };
  await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true);
  await db.transaction(id, async (tx) => announceTitledEvent(tx, "overtaking"));
  const before = looks;
  // One look may have begun before, so three more are awaited.
  await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 3);
  expect(await isWaiting()).toBe(true);
  released.open();
  await Promise.all([keeping, slow]);
  await db.transaction(id, async (tx) => announceTitledEvent(tx, "the end"));
  await readUntil("the end");
  return titles;
}
/** Number of a lock that is used for nothing else. */
const GATE_LOCK = 4711;

/**
 * Writes twenty events past a node that gets no calls; returns how many of them arrive, within a time if one is named.
 */
export async function writeWithoutNotifying(api: TestApi, log: EventLogOptions, withinMs?: number) {
  const node = await startTestNode(api.databaseUrl, () => ({ bus: new BusWithoutDelivery(), live: { log } }));
  const session = await api.signIn("getDashboard", "getAreas");
  const until = withinMs === undefined ? {} : { signal: AbortSignal.timeout(withinMs) };
  const { reading } = await listenToStream({ url: node.url, session, ...until }, "20");
  const db = openWritingDatabase(api.databaseUrl);
  for (let title = 1; title <= 20; title++)
    await db.transaction(session.session.tenant.id, async (tx) => announceTitledEvent(tx, String(title)));
  return (await reading).length;
}
