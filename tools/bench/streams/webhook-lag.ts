import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@leitstand/client/client";
import { insertTokenBearer, insertTenant, type TenantFixture } from "../../../apps/api/src/testing/fixtures";
import type { BenchEnvironment } from "../harness/ground";
import { type BenchRow, formatMilliseconds, quantileOfSamples } from "../harness/row";

const EVENTS_PER_SECOND = 200;
const MEASURED_SECONDS = 8;
const WEBHOOK_COUNT = 5;
const WRITE_INTERVAL_MS = 50;
const LATE_EVENTS_WAIT_MS = 3_000;
const P99_GOAL_MS = 2_000;

/**
 * Benchmarks the time from the commit of an event to its arrival at the receivers of a tenant's webhooks, one of which
 * never answers.
 */
export async function benchWebhookLag(ground: BenchEnvironment): Promise<BenchRow> {
  const { url } = await ground.api();
  const tenant = await insertTenant(ground.db, "FUNERAL");
  const lags: number[] = [];
  const receiver = await startReceiver((sentAt) => lags.push(Date.now() - sentAt));
  // A receiver that takes connections, and never answers: ten of its deliveries are under way at any time, for ten
  // seconds each.
  const dead = await startReceiver(undefined);
  await insertWebhooks(ground, { tenant, url, receiver: urlOfServer(receiver), dead: urlOfServer(dead) });
  const written = await writeEvents(ground, tenant.id);
  await new Promise((resolve) => setTimeout(resolve, LATE_EVENTS_WAIT_MS));
  for (const server of [receiver, dead]) {
    server.closeAllConnections();
    server.close();
  }
  const missed = written * (WEBHOOK_COUNT - 1) - lags.length;
  const p99 = quantileOfSamples(lags, 0.99);
  return {
    what: `webhooks, ${EVENTS_PER_SECOND} events/s to ${WEBHOOK_COUNT} webhooks, one of which never answers`,
    ours: `p50 ${formatMilliseconds(quantileOfSamples(lags, 0.5))}, p99 ${formatMilliseconds(p99)}`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: `p99 < ${P99_GOAL_MS} ms`,
    met: p99 < P99_GOAL_MS && missed === 0,
    note: `${lags.length} deliveries${missed > 0 ? `, ${missed} did not arrive in time` : ""}`,
  };
}

const urlOfServer = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

function startReceiver(onEvent: ((sentAt: number) => void) | undefined): Promise<Server> {
  const server = createServer((request, response) => {
    if (!onEvent) return;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.writeHead(204).end();
      const { data } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { data: { text: string } };
      onEvent(Number(data.text));
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

interface WebhookSubscriptions {
  readonly tenant: TenantFixture;
  readonly url: string;
  readonly receiver: string;
  readonly dead: string;
}
async function insertWebhooks({ db }: BenchEnvironment, { tenant, url, receiver, dead }: WebhookSubscriptions) {
  const seeing = ["getDashboard", "getCaseComments"];
  const program = await insertTokenBearer(db, { tenant, kind: "SERVICE", grants: seeing });
  const boss = await insertTokenBearer(db, { tenant, roleType: "ADMINISTRATOR", grants: [...seeing, "writeWebhooks"] });
  const client = createClient({ baseUrl: url, token: () => boss.token });
  for (let index = 0; index < WEBHOOK_COUNT; index++)
    await client.createWebhook({
      url: index === 0 ? dead : receiver,
      service_account_user_id: program.user_id as string,
      event_types: ["case comment"],
    });
}

/** Writes events that carry the time just before their commit; returns how many there were. */
async function writeEvents({ owner }: BenchEnvironment, tenantId: string): Promise<number> {
  const each = (EVENTS_PER_SECOND * WRITE_INTERVAL_MS) / 1000;
  let written = 0;
  for (const began = performance.now(); written < EVENTS_PER_SECOND * MEASURED_SECONDS; ) {
    const due = Math.floor((performance.now() - began) / WRITE_INTERVAL_MS) * each + each;
    const count = Math.min(due, EVENTS_PER_SECOND * MEASURED_SECONDS) - written;
    const texts = Array.from({ length: count }, () => String(Date.now()));
    await owner.query(
      `insert into events (tenant_id, type, audience, payload) select $1, 'case comment', '{"everyone": true}',
        json_build_object('case_id', $2::text, 'comment_id', $2::text, 'text', text, 'author_name', 'Bench', 'created_at', now()) from unnest($3::text[]) as text`,
      [tenantId, randomUUID(), texts],
    );
    written += count;
    await new Promise((resolve) => setTimeout(resolve, WRITE_INTERVAL_MS));
  }
  return written;
}
