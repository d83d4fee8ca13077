import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { deleteEventsOutsideWindow } from "#platform/events/event-retention";
import { funeralCaseRequest } from "../../testing/cases";
import { startWebhookApi } from "../../testing/webhooks/start-webhook-api";
import { createWebhookFixture } from "../../testing/webhooks/webhook-fixtures";
import { WebhookReceiver } from "../../testing/webhooks/webhook-receiver";
import { switchWebhookOff } from "./switch-off.service";

const { api, receiver, run, received } = startWebhookApi();

const compareAsText = (one: unknown, other: unknown) => String(one).localeCompare(String(other));

describe("failed deliveries of a webhook", () => {
  it("a failed webhook delivery is tried again after growing waits, ten times in all, and then given up", async () => {
    api.clock.freeze();
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    receiver.behave = () => 503;
    await boss.createCase(funeralCaseRequest());
    await received(1);
    const [{ id: delivery_id } = { id: "" }] = await boss.getWebhookDeliveries({ id: webhook.id });
    const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [index, wait] of waits.entries()) {
      api.clock.advance({ seconds: wait * 0.85 });
      await run();
      expect(receiver.received, `before wait ${index}`).toHaveLength(index + 1);
      api.clock.advance({ seconds: wait * 0.3 });
      await run();
      expect(receiver.received, `after wait ${index}`).toHaveLength(index + 2);
    }
    expect(new Set(receiver.received.map(({ body }) => body.id))).toEqual(new Set([delivery_id]));
    const [dead] = await boss.getWebhookDeliveries({ id: webhook.id, status: "FAILED" });
    expect(dead).toMatchObject({ id: delivery_id, attempts: 10, last_status: 503, due_at: null });
    receiver.behave = () => 200;
    await boss.resendWebhookDelivery({ id: webhook.id, delivery_id });
    await run();
    expect(receiver.received.at(-1)?.body.id).toBe(delivery_id);
    expect(await boss.getWebhookDeliveries({ id: webhook.id })).toMatchObject([{ status: "DELIVERED", attempts: 1 }]);
  });

  it.each([
    ["a redirect", { status: 302, headers: { Location: "http://127.0.0.1/" } }, 302],
    ["an answer that says it is the wrong place", 404, 404],
    ["a connection that is cut", "cut" as const, null],
  ])("a webhook delivery fails with %s", async (_what, answer, last_status) => {
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    receiver.behave = () => answer;
    await boss.createCase(funeralCaseRequest());
    await received(1);
    expect(await boss.getWebhookDeliveries({ id: webhook.id })).toMatchObject([
      { status: "PENDING", attempts: 1, last_status },
    ]);
    expect(await boss.getWebhook({ id: webhook.id })).toMatchObject({ failing_since: expect.any(String) as string });
    receiver.behave = () => 200;
    api.clock.advance({ seconds: 6 });
    await received(2);
    expect(await boss.getWebhook({ id: webhook.id })).toMatchObject({ failing_since: null, active: true });
  });

  it("the message about a webhook that was switched off says since when it failed in the company's local time", async () => {
    const { webhook, tenant } = await createWebhookFixture(api, receiver);
    await api.db.system.run(sql`
      update webhooks set failing_since = '2026-11-12T08:15:00.123Z' where tenant_id = ${tenant.id} and id = ${webhook.id}`);
    await switchWebhookOff(api.db, { tenant_id: tenant.id, id: webhook.id, reason: "FAILING", now: api.clock.now() });
    const told = await api.db.system.many<{ body: string }>(sql`
      select body from critical_messages where tenant_id = ${tenant.id} union all
      select body from outbox_messages where tenant_id = ${tenant.id} and purpose = 'WEBHOOK_OFF'`);
    expect(told).toHaveLength(2);
    for (const { body } of told) expect(body).toMatch(/^Seit 12\.11\.2026 09:15 kam nichts mehr an\./);
  });

  it("a failed webhook delivery waits for as long as the receiver asks", async () => {
    api.clock.freeze();
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    receiver.behave = () => ({ status: 429, headers: { "Retry-After": "120" } });
    await boss.createCase(funeralCaseRequest());
    await received(1);
    api.clock.advance({ seconds: 110 });
    await run();
    expect(receiver.received).toHaveLength(1);
    api.clock.advance({ seconds: 11 });
    await run();
    expect(receiver.received).toHaveLength(2);
    await boss.deleteWebhook({ id: webhook.id });
  });

  it("a webhook whose receiver answers 410 is switched off, and dispatchers and administrators get a message", async () => {
    const { boss, webhook, tenant } = await createWebhookFixture(api, receiver);
    receiver.behave = () => 410;
    await boss.createCase(funeralCaseRequest());
    await received(1);
    expect(await boss.getWebhook({ id: webhook.id })).toMatchObject({ active: false, disabled_reason: "GONE" });
    expect(await boss.getWebhookDeliveries({ id: webhook.id })).toMatchObject([{ status: "HELD" }]);
    const told = await api.db.system.many(sql`select kind from critical_messages where tenant_id = ${tenant.id}`);
    expect(told).toEqual([{ kind: "WEBHOOK_OFF" }]);
    const mails = await api.db.system.many<{ user_id: string }>(sql`
      select user_id from outbox_messages where tenant_id = ${tenant.id} and purpose = 'WEBHOOK_OFF'`);
    expect(mails).toEqual([{ user_id: boss.session.user_id }]);
    await boss.createCase(funeralCaseRequest());
    await run();
    expect(receiver.received).toHaveLength(1);
  });

  it("a webhook whose receiver answers 410 at the last attempt is switched off as at any other attempt", async () => {
    const { boss, webhook, tenant } = await createWebhookFixture(api, receiver);
    receiver.behave = () => 503;
    await boss.createCase(funeralCaseRequest());
    await received(1);
    await api.db.system.run(sql`
      update webhook_deliveries set attempts = 9, due_at = ${api.clock.now()} where tenant_id = ${tenant.id}`);
    receiver.behave = () => 410;
    await received(2);
    await run();
    expect(await boss.getWebhookDeliveries({ id: webhook.id })).toMatchObject([{ status: "FAILED", attempts: 10 }]);
    expect(await boss.getWebhook({ id: webhook.id })).toMatchObject({ active: false, disabled_reason: "GONE" });
  });

  it("a webhook that fails for five days is switched off, its events are held, and all of them can be recovered later", async () => {
    const { boss, webhook } = await createWebhookFixture(api, receiver, { event_types: ["case comment"] });
    const { id } = await boss.createCase(funeralCaseRequest());
    const say = (text: string) => boss.createCaseComment({ id, text });
    const since = await inDatabase(-1);
    receiver.behave = () => 500;
    await say("first");
    await received(1);
    api.clock.advance({ days: 4, hours: 23 });
    await run();
    expect(await boss.getWebhook({ id: webhook.id })).toMatchObject({ active: true });
    await say("second");
    api.clock.advance({ hours: 2 });
    await received(3);
    expect(await boss.getWebhook({ id: webhook.id })).toMatchObject({ active: false, disabled_reason: "FAILING" });
    await say("third");
    await expectDeliveries(boss, webhook.id, { HELD: 3 });
    await deleteEventsOutsideWindow(api.db, new Date(await inDatabase(60)), { hours: 0 });

    const recover = () => boss.recoverWebhook({ id: webhook.id, since });
    await expect(recover()).rejects.toMatchObject({ code: "FIELD_COMBINATION_INVALID" });
    receiver.received.length = 0;
    receiver.behave = () => 204;
    const on = await boss.updateWebhook({ id: webhook.id, active: true, lock_version: 1 });
    expect(on).toMatchObject({ active: true, disabled_reason: null, failing_since: null });
    await recover();
    await received(3);
    const texts = receiver.received
      .toSorted((a, b) => a.body.sequence - b.body.sequence)
      .map(({ body }) => body.data["text"]);
    expect(texts).toEqual(["first", "second", "third"]);
    await run();
    expect(await boss.getWebhook({ id: webhook.id })).toMatchObject({ recovering_since: null });
  });

  /** Moment on the database's clock, which stamps events and is not moved by the test. */
  const inDatabase = async (seconds: number) => {
    const { at } = await api.db.system.one<{ at: string }>(sql`select now() + make_interval(secs => ${seconds}) as at`);
    return new Date(at).toISOString();
  };
  const expectDeliveries = async (
    boss: Awaited<ReturnType<typeof createWebhookFixture>>["boss"],
    id: string,
    wanted: Record<string, number>,
  ) => {
    await expect
      .poll(async () => {
        await run();
        const counts: Record<string, number> = {};
        for (const { status } of await boss.getWebhookDeliveries({ id })) counts[status] = (counts[status] ?? 0) + 1;
        return counts;
      })
      .toEqual(wanted);
  };

  it("webhook deliveries can also be recovered from the event log, and those that succeeded are not sent again", async () => {
    const { boss, webhook } = await createWebhookFixture(api, receiver, { event_types: ["case comment"] });
    const { id } = await boss.createCase(funeralCaseRequest());
    const since = await inDatabase(-1);
    await boss.createCaseComment({ id, text: "got through" });
    await received(1);
    await boss.updateWebhook({ id: webhook.id, active: false, lock_version: 0 });
    for (let count = 0; count < 5; count++) await boss.createCaseComment({ id, text: `missed ${count}` });
    await run();
    expect(receiver.received).toHaveLength(1);
    await boss.updateWebhook({ id: webhook.id, active: true, lock_version: 1 });
    await boss.recoverWebhook({ id: webhook.id, since });
    await received(6);
    await run();
    expect(receiver.received.map(({ body }) => String(body.data["text"])).toSorted(compareAsText)).toEqual([
      "got through",
      ...Array.from({ length: 5 }, (_each, count) => `missed ${count}`),
    ]);
  });

  it("a recovery ends, and sends what is wanted, after more missed deliveries than fit into a batch are no longer wanted", async () => {
    const { boss, webhook, tenant } = await createWebhookFixture(api, receiver, { event_types: ["case comment"] });
    const since = await inDatabase(-1);
    await api.db.system.run(sql`
      insert into webhook_deliveries (tenant_id, webhook_id, event_id, type, occurred_at, data, status, last_error, ended_at)
      select ${tenant.id}, ${webhook.id}, number, case when number <= 1200 then 'case update' else 'case comment' end, now(), '{}',
        case when number % 2 = 0 then 'HELD' else 'FAILED' end, case when number % 2 = 1 then 'NOT_VISIBLE' end, ${api.clock.now()}
      from generate_series(1, 1203) as number`);
    await boss.recoverWebhook({ id: webhook.id, since });
    await received(3);
    await expect
      .poll(async () => {
        await run();
        return boss.getWebhook({ id: webhook.id });
      })
      .toMatchObject({ recovering_since: null });
    expect(receiver.received.map(({ body }) => body.sequence).toSorted((a, b) => a - b)).toEqual([1201, 1202, 1203]);
    await expectDeliveries(boss, webhook.id, { DELIVERED: 3, FAILED: 97 });
    await boss.updateWebhook({ id: webhook.id, event_types: ["case update"], lock_version: 0 });
    await boss.recoverWebhook({ id: webhook.id, since });
    await received(1_203);
    await expectDeliveries(boss, webhook.id, { DELIVERED: 100 });
  });

  it("failed webhook deliveries can be recovered at once after a short outage, instead of at their next attempt", async () => {
    const { boss, webhook } = await createWebhookFixture(api, receiver, { event_types: ["case comment"] });
    const { id } = await boss.createCase(funeralCaseRequest());
    const say = (text: string) => boss.createCaseComment({ id, text });
    receiver.behave = () => 503;
    await say("before");
    await received(1);
    await say("missed");
    await received(2);
    const [newest] = await boss.getWebhookDeliveries({ id: webhook.id });
    const since = newest?.occurred_at ?? "";
    api.clock.advance({ seconds: 6 });
    await received(4);
    receiver.received.length = 0;
    receiver.behave = () => 204;
    await run();
    expect(receiver.received).toHaveLength(0);
    await boss.recoverWebhook({ id: webhook.id, since });
    await received(1);
    await run();
    expect(receiver.received.map(({ body }) => body.data["text"])).toEqual(["missed"]);
    expect(await boss.getWebhookDeliveries({ id: webhook.id })).toMatchObject([
      { status: "DELIVERED", attempts: 1, occurred_at: since },
      { status: "PENDING", attempts: 2 },
    ]);
  });

  it.each([{ days: 31 }, { minutes: -1 }])("webhook deliveries cannot be recovered from %o ago", async (ago) => {
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    const { days = 0, minutes = 0 } = ago as { days?: number; minutes?: number };
    const since = new Date(api.clock.now().getTime() - (days * 1440 + minutes) * 60_000).toISOString();
    const recovering = boss.recoverWebhook({ id: webhook.id, since });
    await expect(recovering).rejects.toMatchObject({ status: 422, code: "TIME_OUT_OF_RANGE" });
  });

  it("a slow webhook receiver delays no other webhook, because at most ten deliveries of each are sent at once", async () => {
    const slow = await WebhookReceiver.open();
    const waiting: (() => void)[] = [];
    slow.behave = () => new Promise((resolve) => waiting.push(() => resolve(204)));
    const { boss, tenant } = await createWebhookFixture(api, receiver, { url: slow.url() });
    await createWebhookFixture(api, receiver, { tenant });
    for (let count = 0; count < 30; count++) await boss.createCase(funeralCaseRequest());
    const working: Promise<void>[] = [];
    const proceed = () => {
      working.push(run());
      return receiver.received.length + waiting.length;
    };
    await expect.poll(proceed, { timeout: 30_000 }).toBeGreaterThanOrEqual(40);
    expect([receiver.received.length, waiting.length]).toEqual([30, 10]);
    slow.behave = () => 204;
    for (const answer of waiting) answer();
    await Promise.all(working);
    await expect.poll(() => run().then(() => slow.received.length), { timeout: 30_000 }).toBe(30);
    expect(slow.mostAtOnce).toBe(10);
    await slow.close();
  });
});
