import { SeededChance } from "@leitstand/scenario/chance";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { queueEventForPartner } from "#modules/queued-events/index";
import {
  FakePartner,
  type FakePartnerResponseMode,
  type PartnerReceivedEvent,
} from "../../demonstration/partner/fake-partner";
import { roadsideCaseRequest } from "../cases";
import { KillableNode, type KillableNodeOptions } from "../mortal/mortal-node";
import type { TestApi } from "../start-api";
import { connectTestDatabase } from "../start-node";

export interface PartnerFaultTestOptions {
  readonly cases: number;
  /** Number of events that are written for each case. */
  readonly events: number;
  readonly kills: number;
  readonly seed: number;
  readonly mutant?: KillableNodeOptions["mutant"];
  /** Lets no event wait for an earlier one of its case. */
  readonly isWithoutOrder?: boolean;
}
export interface PartnerFaultTestOutcome {
  readonly tenantId: string;
  readonly caseIds: readonly string[];
  /** Events that the partner has accepted, in the order in which they came. */
  readonly told: readonly PartnerReceivedEvent[];
  readonly kills: number;
  readonly minutesPassed: number;
}

const NODE_COUNT = 2;
const WRITER_COUNT = 8;
const FAULTY_PERCENT = 10;
const PARTNER_FAULTS: readonly FakePartnerResponseMode[] = [
  "BREAKS",
  "BREAKS_AFTER",
  "SILENT",
  "SLOW",
  "HTML",
  "ENDLESS",
  302,
  429,
  503,
];
/** Events accepted between two kills: enough that something is under way. */
const EVENTS_PER_KILL = { least: 5, spread: 60 };
/** Seconds by which the clock advances over all kills; each more than a node's lease lasts. */
const SECONDS_OF_KILLS = 3_600;
/** Milliseconds of a round. The clock goes 25 times too fast, so that a call ends within its node's lease. */
const ROUND_MS = 20;
const SECONDS_PER_ROUND = 0.5;
const partnerTestSecret = "kN4vJx2mQ8yT5rWn4uZ7bE9dGfA6sLpO";

/**
 * Runs a storm: writers that change the same cases, nodes that are killed again and again, a partner that is wrong,
 * slow, silent and for a while unreachable, and a clock that advances by an hour. Ends when nothing waits any more.
 */
export async function runPartnerFaultTest(
  api: TestApi,
  options: PartnerFaultTestOptions,
): Promise<PartnerFaultTestOutcome> {
  const { cases, kills, seed, mutant, isWithoutOrder = false } = options;
  const chance = new SeededChance(seed);
  let partner = await startFakePartner(chance);
  const { port } = partner.host;
  onTestFinished(() => partner.stop());
  const { tenant, caseIds } = await createStormCompany(api, partner.url, cases);
  if (isWithoutOrder) await dropQueueOrder(api.databaseUrl);
  const nodes = await Promise.all(
    Array.from({ length: NODE_COUNT }, () =>
      KillableNode.open({ part: "partners", databaseUrl: api.databaseUrl, mutant }),
    ),
  );
  onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))));
  const told: PartnerReceivedEvent[] = [];
  const advance = (seconds: number) => {
    for (const node of nodes) node.advance(seconds);
  };

  const until = (isSo: () => Promise<boolean>) =>
    expect
      .poll(
        () => {
          advance(SECONDS_PER_ROUND);
          return isSo();
        },
        { timeout: 180_000, interval: ROUND_MS },
      )
      .toBe(true);

  const writing = startWriters(api, { ...options, tenantId: tenant.id, caseIds });
  for (let kill = 0; kill < kills; kill++) {
    const wanted = partner.told.length + chance.between(EVENTS_PER_KILL.least, EVENTS_PER_KILL.spread);
    await until(async () => partner.told.length >= wanted);
    const node = nodes[kill % NODE_COUNT] as KillableNode;
    await node.kill();
    if (kill % 5 === 2) {
      await partner.stop();
      told.push(...partner.told);
      await node.start();
      await until(() => isDeliveryPaused(api.db, tenant.id));
      partner = await startFakePartner(chance, port);
    } else await node.start();
    advance(SECONDS_OF_KILLS / kills);
  }
  await until(async () => writing.isOver());
  await writing.end();
  await until(async () => (await countWaitingEvents(api.db, tenant.id)) === 0);
  told.push(...partner.told);
  const killed = nodes.reduce((sum, node) => sum + node.kills, 0);
  const minutesPassed = Math.min(...nodes.map((node) => node.minutesPassed));
  return { tenantId: tenant.id, caseIds, told, kills: killed, minutesPassed };
}

async function startFakePartner(chance: SeededChance, port = 0) {
  const partner = await FakePartner.start({ port });
  partner.mood = () => (chance.percent(FAULTY_PERCENT) ? chance.pick(PARTNER_FAULTS) : 204);
  return partner;
}

async function createStormCompany(api: TestApi, base_url: string, cases: number) {
  const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
  const office = await api.bearer({ tenant, grants: ["createCase", "updateTenant"], roleType: "ADMINISTRATOR" });
  const caseIds: string[] = [];
  for (let number = 0; number < cases; number++) caseIds.push((await office.createCase(roadsideCaseRequest())).id);
  await office.updateConnector({ id: tenant.id, kind: "PARTNER", base_url, auth: "HMAC", secret: partnerTestSecret });
  return { tenant, caseIds };
}

interface WriterInput {
  readonly tenantId: string;
  readonly caseIds: readonly string[];
  readonly events: number;
  readonly seed: number;
}

/**
 * Starts writers; each event carries its number within its case, counted under the lock of the case's row, as all
 * changes of a case are.
 */
function startWriters(api: TestApi, { tenantId, caseIds, events, seed }: WriterInput) {
  const db = connectTestDatabase(api.databaseUrl, WRITER_COUNT);
  const counts = new Map(caseIds.map((id) => [id, 0]));
  let isGivenUp = false;
  let ended = 0;
  const writers = Array.from({ length: WRITER_COUNT }, async (_, writer) => {
    const chance = new SeededChance(seed + writer);
    for (
      let open = casesStillWritten(counts, events);
      open.length > 0 && !isGivenUp;
      open = casesStillWritten(counts, events)
    )
      await writeOneEvent(db, tenantId, { id: chance.pick(open), counts, events, seconds: chance.next() * 0.01 });
    ended++;
  });
  onTestFinished(async () => {
    isGivenUp = true;
    await Promise.all(writers);
    await db.close();
  });
  return { isOver: () => ended === WRITER_COUNT, end: () => Promise.all(writers) };
}

const casesStillWritten = (counts: ReadonlyMap<string, number>, events: number) =>
  [...counts].filter(([, count]) => count < events).map(([id]) => id);

interface NextEvent {
  readonly id: string;
  readonly counts: Map<string, number>;
  readonly events: number;
  /** Seconds that the transaction sleeps before its commit. */
  readonly seconds: number;
}
const writeOneEvent = (db: Database, tenantId: string, { id, counts, events, seconds }: NextEvent) =>
  db.transaction(tenantId, async (tx) => {
    await tx.one(sql`select id from cases where tenant_id = ${tenantId} and id = ${id} for no key update`);
    const number = counts.get(id) ?? 0;
    // Another writer has written the last event.
    if (number === events) return;
    queueEventForPartner(tx, { type: "case_updated", case_id: id, tour_id: null, payload: { number } });
    tx.runAtCommit(sql`select pg_sleep(${seconds})`);
    counts.set(id, number + 1);
  });

/** Lets the queue treat each event as a case of its own until the test is over. */
async function dropQueueOrder(ownerUrl: string) {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`
    alter table queued_events drop constraint queued_events_check;
    create function forget_order() returns trigger language plpgsql as $$
      begin new.order_key := gen_random_uuid(); return new; end $$;
    create trigger forget_order before insert on queued_events for each row execute function forget_order()`);
  onTestFinished(async () => {
    await owner.query("drop trigger forget_order on queued_events; drop function forget_order()");
    await owner.end();
  });
}

/** Whether nodes have noticed that the partner is unreachable, and pause its deliveries. */
const isDeliveryPaused = async (db: Database, tenantId: string) =>
  (
    await db.system.one<{ paused: boolean }>(sql`
      select exists (select 1 from partner_breakers where tenant_id = ${tenantId} and open_until is not null) as paused`)
  ).paused;

const countWaitingEvents = async (db: Database, tenantId: string) =>
  (
    await db.system.one<{ count: number }>(sql`
      select count(*)::int as count from queued_events where tenant_id = ${tenantId}`)
  ).count;
