import { randomUUID } from "node:crypto";
import { webhookDeliveryLimits } from "@leitstand/contract/board/webhook";
import { describe, expect, it, onTestFinished } from "vitest";
import { sql } from "#platform/database/sql";
import { EgressClient } from "#platform/egress/egress";
import { SecretSealer } from "#platform/process/sealing";
import { funeralCaseRequest } from "../../testing/cases";
import { insertBranch } from "../../testing/fixtures";
import { speedUpProcessTime } from "../../testing/process-time";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { startWebhookApi } from "../../testing/webhooks/start-webhook-api";
import { createWebhookFixture } from "../../testing/webhooks/webhook-fixtures";
import { insertWebhookDeliveries, lockWebhooksToReadEventsFor } from "./outbound.sql";
import { clearWebhookFailures, markWebhooksFailing, type WebhookIdentifier } from "./sending.sql";
import { switchWebhookOff } from "./switch-off.service";
import { WebhookWorker } from "./webhook-worker.service";
import { removeBranchFromWebhooks } from "./webhooks.sql";

const { api, receiver, run } = startWebhookApi();

type WebhookFixture = Awaited<ReturnType<typeof createWebhookFixture>>;

interface LockedWebhooks {
  readonly webhooks: readonly WebhookIdentifier[];
  readonly tenantId: string;
  readonly branch: string;
}

const WAITING_DELIVERIES = 50;
/** Factor by which a node finds within a round that its queues in memory, which are read every two seconds, are old. */
const READ_AGAIN_SPEED = 10_000;
/** More than a third of the time for which a node has a tenant, after which it extends that. */
const LEASE_RENEWAL_SECONDS = 6;

const insertWaitingDeliveries = ({ tenant, webhook }: WebhookFixture, count: number) =>
  api.db.system.run(sql`
    insert into webhook_deliveries (tenant_id, webhook_id, event_id, type, occurred_at, data, status, due_at)
    select ${tenant.id}, ${webhook.id}, number, 'case comment', now(), '{}', 'PENDING', ${api.clock.now()}::timestamptz - interval '1 second'
    from generate_series(1, ${count}::int) as number`);

/** Creates a webhook with a path of its own, which those of other tests do not call. */
const createWebhookOfTest = () => createWebhookFixture(api, receiver, { url: receiver.url(`/${randomUUID()}`) });

/** Lets the receiver answer no request to a webhook before it is told to; counts the requests. */
function holdAnswers({ webhook: { url } }: WebhookFixture) {
  let answer: (status: number) => void = () => undefined;
  const answered = new Promise<number>((resolve) => (answer = resolve));
  const held = { requests: 0, answer: () => answer(204) };
  receiver.behave = ({ path }) => {
    if (!url.endsWith(path)) return 204;
    held.requests++;
    return answered;
  };
  return held;
}

/** Node with webhooks alone, whose rounds can be told apart: each extends the time for which it has another tenant. */
async function startWebhookNode() {
  const probe = await createWebhookFixture(api, receiver);
  const worker = new WebhookWorker({
    db: api.db,
    clock: api.clock,
    egress: new EgressClient({ allow: [{ host: "127.0.0.1", port: undefined }] }),
    sealing: new SecretSealer([{ number: 1, secret: "a sealing key for tests" }], "unused"),
    live: api.app.live,
    onError: () => undefined,
  });
  worker.start();
  onTestFinished(() => worker.stop());
  const leaseEnd = async () => {
    const own = await api.db.system.one<{ owned_until: string | null }>(sql`
      select owned_until from webhook_cursors where tenant_id = ${probe.tenant.id}`);
    return own.owned_until;
  };
  const beginRound = async () => {
    const before = await leaseEnd();
    api.clock.advance({ seconds: LEASE_RENEWAL_SECONDS });
    await expect.poll(leaseEnd).not.toBe(before);
  };
  /** Resolves after a whole round: the second one begins after the end of the first. */
  const proceed = async () => {
    await beginRound();
    await beginRound();
  };
  return { worker, proceed };
}

describe("webhooks that are switched off or changed while their events are read and sent", () => {
  it.each<[string, (hook: WebhookFixture) => Promise<unknown>]>([
    ["was switched off", ({ boss, webhook }) => boss.updateWebhook({ id: webhook.id, active: false, lock_version: 0 })],
    ["was deleted", ({ boss, webhook }) => boss.deleteWebhook({ id: webhook.id })],
    [
      "belongs to a tenant that was set inactive",
      ({ tenant }) => api.db.system.run(sql`update tenants set active = false where id = ${tenant.id}`),
    ],
    [
      "belongs to a tenant that another node has taken over",
      ({ tenant }) =>
        api.db.system.run(sql`
          update webhook_cursors set owner = ${randomUUID()}, owned_until = ${api.clock.now()}::timestamptz + interval '1 day'
          where tenant_id = ${tenant.id}`),
    ],
  ])("a webhook that %s gets nothing more of what was read ahead for it", async (_what, end) => {
    api.clock.freeze();
    const { worker, proceed } = await startWebhookNode();
    const hook = await createWebhookOfTest();
    const held = holdAnswers(hook);
    await insertWaitingDeliveries(hook, WAITING_DELIVERIES);
    await proceed();
    await expect.poll(() => held.requests).toBe(webhookDeliveryLimits.concurrent_max);
    await end(hook);
    speedUpProcessTime(READ_AGAIN_SPEED);
    await proceed();
    held.answer();
    await worker.runDue();
    expect(held.requests).toBe(webhookDeliveryLimits.concurrent_max);
  });

  it("what a webhook answers with 2xx while it is being switched off is delivered, and a recovery does not send it again", async () => {
    api.clock.freeze();
    const hook = await createWebhookOfTest();
    const { boss, webhook } = hook;
    const states = async () =>
      (await boss.getWebhookDeliveries({ id: webhook.id })).map(({ status, last_status }) => [status, last_status]);
    await insertWaitingDeliveries(hook, 2);
    const since = (await boss.getWebhookDeliveries({ id: webhook.id }))[0]?.occurred_at ?? "";
    const held = holdAnswers(hook);
    const running = run();
    await expect.poll(() => held.requests).toBe(2);
    await boss.updateWebhook({ id: webhook.id, active: false, lock_version: 0 });
    expect(await states()).toEqual([
      ["HELD", null],
      ["HELD", null],
    ]);
    held.answer();
    await running;
    expect(await states()).toEqual([
      ["DELIVERED", 204],
      ["DELIVERED", 204],
    ]);
    const ended = sql`select ended_at from webhook_deliveries where webhook_id = ${webhook.id} and ended_at is not null`;
    expect(await api.db.system.many(ended)).toEqual([]);
    await boss.updateWebhook({ id: webhook.id, active: true, lock_version: 1 });
    await boss.recoverWebhook({ id: webhook.id, since });
    await run();
    expect(held.requests).toBe(2);
  });

  it("events that are read while a webhook is being switched off are held", async () => {
    const { boss, webhook, tenant } = await createWebhookFixture(api, receiver);
    await boss.createCase(funeralCaseRequest());
    const { xid, id } = await api.db.system.one<{ xid: string; id: string }>(sql`
      select xid, id::text from events where tenant_id = ${tenant.id} and type = 'case update' order by id limit 1`);
    const row = { webhook_id: webhook.id, event_xid: xid, event_id: id, status: "PENDING" as const };
    const off = { tenant_id: tenant.id, id: webhook.id, reason: "FAILING" as const, now: api.clock.now() };
    const { outcome } = await api.db.systemTransaction(tenant.id, async (tx) => {
      await lockWebhooksToReadEventsFor(tx);
      const switching = await startBlockedWork({ tx, db: api.db.system }, () => switchWebhookOff(api.db, off));
      await insertWebhookDeliveries(tx, [row], api.clock.now());
      return switching;
    });
    await outcome;
    expect(await boss.getWebhookDeliveries({ id: webhook.id })).toMatchObject([{ status: "HELD", due_at: null }]);
  });

  it("several nodes read the events of a tenant beside each other", async () => {
    const { tenant, webhook } = await createWebhookFixture(api, receiver);
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await lockWebhooksToReadEventsFor(tx);
      const elsewhere = await api.db.systemTransaction(tenant.id, lockWebhooksToReadEventsFor);
      expect(elsewhere).toMatchObject([{ id: webhook.id }]);
    });
  });

  it.each<[string, (named: LockedWebhooks) => Promise<unknown>]>([
    ["work again", ({ webhooks }) => clearWebhookFailures(api.db.system, webhooks)],
    [
      "fail",
      ({ webhooks }) => markWebhooksFailing(api.db.system, webhooks, { now: api.clock.now(), before: new Date(0) }),
    ],
    [
      "lose a branch",
      ({ tenantId, branch }) => api.db.systemTransaction(tenantId, (tx) => removeBranchFromWebhooks(tx, branch)),
    ],
  ])(
    "webhooks that %s are locked in the order in which their events are read, so that neither waits for the other",
    async (_what, change) => {
      const tenant = await api.aTenant();
      const branch = await insertBranch(api.db, tenant.id);
      for (let count = 0; count < 2; count++)
        await createWebhookFixture(api, receiver, { tenant, branch_ids: [branch] });
      const ordered = await api.db.systemTransaction(tenant.id, lockWebhooksToReadEventsFor);
      const [first, last] = ordered.map(({ id }) => ({ tenant_id: tenant.id, id })) as [
        WebhookIdentifier,
        WebhookIdentifier,
      ];
      // What is updated last is found last by a statement that reads the table in its own order.
      for (const { id } of [last, first])
        await api.db.system.run(
          sql`update webhooks set failing_since = now() where tenant_id = ${tenant.id} and id = ${id}`,
        );
      const { outcome } = await api.db.systemTransaction(tenant.id, async (tx) => {
        const lock = ({ id }: WebhookIdentifier) =>
          tx.many(sql`select id from webhooks where tenant_id = ${tenant.id} and id = ${id} for share skip locked`);
        expect(await lock(first)).toHaveLength(1);
        const named = { webhooks: [last, first], tenantId: tenant.id, branch };
        const changing = await startBlockedWork({ tx, db: api.db.system }, () => change(named));
        expect(await lock(last)).toHaveLength(1);
        return changing;
      });
      await outcome;
    },
  );
});
