import { randomUUID } from "node:crypto";
import { SeededChance } from "@leitstand/scenario/chance";
import { expect, onTestFinished, vi } from "vitest";
import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { announceEvent } from "#platform/events/events";
import type { TestApi } from "../start-api";
import { connectTestDatabase } from "../start-node";
import { KillableNode, type KillableNodeOptions } from "../mortal/mortal-node";
import { createWebhookFixture } from "./webhook-fixtures";
import { type ReceivedWebhookRequest, WebhookReceiver } from "./webhook-receiver";
import { testClock } from "../test-clock";

export interface WebhookFaultTestOptions {
  readonly events: number;
  readonly kills: number;
  /** Seed of the moments when it is killed, and of the receiver's faults. */
  readonly seed: number;
  readonly mutant?: KillableNodeOptions["mutant"];
}
export interface WebhookFaultTestOutcome {
  /** Events of each writer, in the order in which it wrote them. */
  readonly written: readonly (readonly string[])[];
  readonly received: readonly ReceivedWebhookRequest[];
  readonly secret: string;
  readonly node: KillableNode;
}

const WRITER_COUNT = 12;
const FAULTY_PERCENT = 9;
/** Faults that a receiver of webhooks shows at random. */
const RECEIVER_FAULTS = ["cut", "silence", 500, 503, 302, 404, 429, { status: 204, afterMs: 500 }] as const;
/** Number of events received between two kills: enough that something is under way. */
const RECEIVED_PER_KILL = { least: 3, spread: 25 };
/** Seconds by which the clock advances with each kill, and while failed deliveries wait for their next attempt. */
const SECONDS_PER_KILL = 90;
const WAIT_SECONDS = 600;

/**
 * Runs a storm: writers whose transactions overtake each other, a node that is killed again and again, a receiver that
 * is wrong, slow, silent and for a while unreachable, and a clock that advances by hours. Ends when nothing waits any
 * more.
 */
export async function runWebhookFaultTest(
  api: TestApi,
  { events, kills, seed, mutant }: WebhookFaultTestOptions,
): Promise<WebhookFaultTestOutcome> {
  const chance = new SeededChance(seed);
  let receiver = await startReceiver(chance);
  const { port } = receiver;
  onTestFinished(() => receiver.close().then(() => undefined));
  const { tenant, webhook } = await createWebhookFixture(api, receiver, { event_types: ["case comment"] });
  const node = await KillableNode.open({ part: "webhooks", databaseUrl: api.databaseUrl, mutant });
  onTestFinished(() => node.close());
  const received: ReceivedWebhookRequest[] = [];
  const take = () => received.push(...receiver.received.splice(0));

  const writing = startWriters(api, tenant.id, { events, seed });
  for (let kill = 0; kill < kills; kill++) {
    const wanted = RECEIVED_PER_KILL.least + chance.below(RECEIVED_PER_KILL.spread);
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(wanted), { timeout: 20_000, interval: 2 });
    await node.kill();
    take();
    if (kill % 5 === 4) {
      await receiver.close();
      await node.start();
      await refuseDelivery(api.db, tenant.id);
      receiver = await startReceiver(chance, port);
    } else await node.start();
    node.advance(SECONDS_PER_KILL);
  }
  await writing.end();
  receiver.behave = () => 204;
  const waiting = async () => {
    node.advance(WAIT_SECONDS);
    return (await countWaitingDeliveries(api.db, tenant.id)) === 0 && node.minutesPassed > 60;
  };
  await expect.poll(waiting, { timeout: 60_000, interval: 300 }).toBe(true);
  take();
  return { written: writing.written, received, secret: webhook.secret, node };
}

async function startReceiver(chance: SeededChance, port = 0) {
  const receiver = await WebhookReceiver.open(port);
  receiver.behave = () => (chance.percent(FAULTY_PERCENT) ? chance.pick(RECEIVER_FAULTS) : 204);
  return receiver;
}

interface WriterInput {
  readonly events: number;
  readonly seed: number;
}

/** Starts writers that go on until the storm is over, and there are enough events. */
function startWriters(api: TestApi, tenantId: string, { events, seed }: WriterInput) {
  const written = Array.from({ length: WRITER_COUNT }, () => [] as string[]);
  const count = () => written.reduce((sum, { length }) => sum + length, 0);
  const db = connectTestDatabase(api.databaseUrl, WRITER_COUNT);
  let [isOver, isGivenUp] = [false, false];
  const writers = written.map(async (own, writer) => {
    const chance = new SeededChance(seed + writer);
    while (!isOver || (count() < events && !isGivenUp)) {
      const title = `${writer}-${own.length}`;
      await announceCase(db, tenantId, { title, seconds: chance.next() * 0.5 });
      own.push(title);
    }
  });
  onTestFinished(async () => {
    isOver = isGivenUp = true;
    await Promise.all(writers);
    await db.close();
  });
  const end = async () => {
    isOver = true;
    await Promise.all(writers);
  };
  return { written, end };
}

const announceCase = (db: Database, tenantId: string, { title, seconds }: { title: string; seconds: number }) =>
  db.transaction(tenantId, async (tx) => {
    const ids = { case_id: randomUUID(), comment_id: randomUUID() };
    const payload = { ...ids, text: title, author_name: "Storm", created_at: testClock.now().toISOString() };
    announceEvent(tx, { type: "case comment", audience: { everyone: true }, payload });
    tx.runAtCommit(sql`select pg_sleep(${seconds})`);
  });

/** Waits until the node has noticed that the receiver is down. */
const refuseDelivery = (db: Database, tenantId: string) =>
  vi.waitFor(
    async () => {
      const refused = await db.system.many(sql`
        select id from webhook_deliveries where tenant_id = ${tenantId} and status = 'PENDING' and last_error like 'CONNECTION_FAILED%ECONNREFUSED'`);
      expect(refused).not.toEqual([]);
    },
    { timeout: 20_000, interval: 20 },
  );

async function countWaitingDeliveries(db: Database, tenantId: string): Promise<number> {
  const { count } = await db.system.one<{ count: number }>(sql`
    select (select count(*) from webhook_deliveries where tenant_id = ${tenantId} and status = 'PENDING')
      + (select count(*) from events event join webhook_cursors own using (tenant_id)
        left join event_positions place on place.tenant_id = event.tenant_id and place.xid = event.xid and place.id = event.id
        where event.tenant_id = ${tenantId} and not event.internal and (place.position > own.position) is not false) as count`);
  return count;
}
