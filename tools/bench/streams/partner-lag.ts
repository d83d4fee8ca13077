import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { insertTokenBearer, insertTenant } from "../../../apps/api/src/testing/fixtures";
import { insertConnector } from "../../../apps/api/src/testing/partners/connectors";
import { createClient } from "../../../packages/client/src/client";
import { listAllGrants } from "../harness/fleet-data";
import type { BenchEnvironment } from "../harness/ground";
import { insertPhoneFleet } from "../harness/phone-fleet";
import { type BenchRow, median, formatMilliseconds, quantileOfSamples } from "../harness/row";

const WAITING_EVENTS = 100_000;
const CASE_COUNT = 40;
const EVENTS_PER_SECOND = 50;
const MEASURED_SECONDS = 8;
const WRITE_INTERVAL_MS = 100;
const LATE_EVENTS_WAIT_MS = 3_000;
const LAG_GOAL_MS = 2_000;
const ACTION_COUNT = 500;
const WARM_UP_ACTIONS = 100;
const ACTION_RATIO_GOAL = 1.05;

/**
 * Benchmarks a partner: time from the commit of an event to its arrival beside a case that is held back, and the time
 * it adds to actions.
 */
export async function benchPartnerEvents(ground: BenchEnvironment): Promise<BenchRow[]> {
  const { url } = await ground.api();
  return [await partnerLagRow(ground), await assignBenchRow(ground, url)];
}

async function partnerLagRow(ground: BenchEnvironment): Promise<BenchRow> {
  const tenant = await insertTenant(ground.db, "ROADSIDE_ASSISTANCE");
  const lags: number[] = [];
  const partner = await startPartnerServer((sentAt) => lags.push(Date.now() - sentAt));
  const connectorId = await insertConnector(ground.db, tenant.id, { base_url: urlOfServer(partner) });
  const [blocked, ...others] = await insertCases(ground, tenant.id);
  await queueEvents(ground, {
    tenantId: tenant.id,
    connectorId,
    caseIds: Array<string>(WAITING_EVENTS).fill(blocked ?? ""),
  });
  // The first event of the case was refused: the ones behind it are held back.
  await ground.owner.query(
    `update queued_events set status = 'FAILED_UPDATE_CASE_IN_TF'
      where tenant_id = $1 and seq = (select min(seq) from queued_events where tenant_id = $1)`,
    [tenant.id],
  );
  const markedWithin = await waitUntilQueueScanned(ground, tenant.id);
  let written = 0;
  for (const began = performance.now(); written < EVENTS_PER_SECOND * MEASURED_SECONDS; ) {
    const due =
      (Math.floor((performance.now() - began) / WRITE_INTERVAL_MS) + 1) *
      ((EVENTS_PER_SECOND * WRITE_INTERVAL_MS) / 1000);
    const count = Math.min(due, EVENTS_PER_SECOND * MEASURED_SECONDS) - written;
    const caseIds = Array.from({ length: count }, (_, index) => others[(written + index) % others.length] ?? "");
    await queueEvents(ground, { tenantId: tenant.id, connectorId, caseIds });
    written += count;
    await new Promise((resolve) => setTimeout(resolve, WRITE_INTERVAL_MS));
  }
  await new Promise((resolve) => setTimeout(resolve, LATE_EVENTS_WAIT_MS));
  partner.closeAllConnections();
  partner.close();
  const missed = written - lags.length;
  const p99 = quantileOfSamples(lags, 0.99);
  return {
    what: `partner, ${EVENTS_PER_SECOND} events/s beside a case that is held back with ${WAITING_EVENTS.toLocaleString("en")} events`,
    ours: `p50 ${formatMilliseconds(quantileOfSamples(lags, 0.5))}, p99 ${formatMilliseconds(p99)}`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: `p99 < ${LAG_GOAL_MS} ms`,
    met: p99 < LAG_GOAL_MS && missed === 0,
    note: `all looked through once within ${markedWithin.toFixed(1)} s; ${lags.length} events${missed > 0 ? `, ${missed} did not arrive in time` : ""}`,
  };
}

/**
 * Waits until all new events were looked through: events that come while a case is held back are looked at as they
 * come; here all are new. Returns how many seconds that took.
 */
async function waitUntilQueueScanned({ owner }: BenchEnvironment, tenantId: string): Promise<number> {
  for (const began = performance.now(); ; await new Promise((resolve) => setTimeout(resolve, WRITE_INTERVAL_MS))) {
    const { rows } = await owner.query(
      "select 1 from queued_events where tenant_id = $1 and status = 'CREATED' and not stands_behind limit 1",
      [tenantId],
    );
    if (rows.length === 0) return (performance.now() - began) / 1000;
  }
}

/** Benchmarks `ASSIGN` in a company with a partner and in one without, by turns. */
async function assignBenchRow(ground: BenchEnvironment, url: string): Promise<BenchRow> {
  const companies = [await createPartnerCompany(ground, url), await createPartnerCompany(ground, url)] as const;
  const partner = await startPartnerServer(() => undefined);
  await insertConnector(ground.db, companies[1].tenantId, { base_url: urlOfServer(partner) });
  const times: readonly number[][] = [[], []];
  for (let action = 0; action < ACTION_COUNT; action++)
    for (const [index, { assign }] of companies.entries()) {
      const began = performance.now();
      await assign(action);
      if (action >= WARM_UP_ACTIONS) times[index]?.push(performance.now() - began);
    }
  partner.closeAllConnections();
  partner.close();
  const [without, connected] = times.map(median) as [number, number];
  return {
    what: "ASSIGN, told to a partner",
    ours: formatMilliseconds(connected),
    limit: formatMilliseconds(without),
    limitName: "ASSIGN without a partner",
    ratio: connected / without,
    goal: `≤ ${ACTION_RATIO_GOAL}`,
    met: connected / without <= ACTION_RATIO_GOAL,
  };
}

async function createPartnerCompany({ db, owner }: BenchEnvironment, url: string) {
  const { tenant, phones } = await insertPhoneFleet(db, owner, 32);
  const caseIds = await insertCases({ owner }, tenant.id, ACTION_COUNT);
  const { token } = await insertTokenBearer(db, { tenant, grants: listAllGrants() });
  const dispatcher = createClient({ baseUrl: url, token: () => token });
  const assign = (index: number) =>
    dispatcher.receiveAction({
      id: caseIds[index] ?? "",
      action: "ASSIGN",
      tour_id: phones[index % phones.length]?.tour_id ?? "",
      lock_version: 0,
    });
  return { tenantId: tenant.id, assign };
}

async function insertCases(
  { owner }: Pick<BenchEnvironment, "owner">,
  tenantId: string,
  count = CASE_COUNT,
): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into cases (tenant_id, natural_id, display_name, data_type, state, approved, funeral_data)
      select $1, 'C-P-' || n, 'Maria Muster', 'FUNERAL', 'OPEN', true, '{"cargo_type": "PERSON", "transport_type": "Transportauftrag"}'
      from generate_series(1, $2::int) n returning id`,
    [tenantId, count],
  );
  return rows.map(({ id }) => id);
}

interface QueuedCases {
  readonly tenantId: string;
  readonly connectorId: string;
  readonly caseIds: readonly string[];
}
/** Queues events that carry the time when they were written, just before their commit. */
const queueEvents = ({ owner }: BenchEnvironment, { tenantId, connectorId, caseIds }: QueuedCases) =>
  owner.query(
    `insert into queued_events (tenant_id, connector_id, type, order_key, case_id, payload)
      select $1, $2, 'case_updated', id, id, json_build_object('sent_at', $4::text)
      from unnest($3::uuid[]) with ordinality as each (id, place) order by place`,
    [tenantId, connectorId, caseIds, String(Date.now())],
  );

const urlOfServer = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function startPartnerServer(onEvent: (sentAt: number) => void): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.writeHead(204).end();
      const { data } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { data: { sent_at?: string } };
      onEvent(Number(data.sent_at));
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
