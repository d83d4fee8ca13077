import { Webhook as StandardWebhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { findTextInDatabase } from "../../testing/find-text";
import { testClock } from "../../testing/test-clock";
import { startWebhookApi } from "../../testing/webhooks/start-webhook-api";
import { createWebhookFixture, extendTokensByOneYear } from "../../testing/webhooks/webhook-fixtures";
import type { ReceivedWebhookRequest } from "../../testing/webhooks/webhook-receiver";
import { deleteDeliveriesOfWebhook } from "./webhooks.service";

testClock.followMachine(); // The library that reads the signatures uses the machine's clock.
const { api, receiver, run, received } = startWebhookApi();

const verifySignature = (secret: string, { raw, headers }: ReceivedWebhookRequest) =>
  new StandardWebhook(secret).verify(raw, headers as Record<string, string>);

describe("a webhook", () => {
  it("a webhook is called with events that are signed as in Standard Webhooks", async () => {
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    const { id } = await boss.createCase(funeralCaseRequest());
    await received(1);
    const [hook] = receiver.received as [ReceivedWebhookRequest];
    expect(hook.headers).toMatchObject({ "content-type": "application/json", "webhook-id": hook.body.id });
    expect(hook.body).toMatchObject({ type: "case update", data: { case_id: id, change: "created", lock_version: 0 } });
    expect(Object.keys(hook.body)).toEqual(["type", "timestamp", "id", "sequence", "data"]);
    expect(verifySignature(webhook.secret, hook)).toEqual(hook.body);
    const tampered = { ...hook, raw: hook.raw.replace('"created"', '"updated"') };
    expect(() => verifySignature(webhook.secret, tampered)).toThrow("No matching signature found");
    const deliveries = await boss.getWebhookDeliveries({ id: webhook.id });
    expect(deliveries).toMatchObject([
      {
        id: hook.body.id,
        status: "DELIVERED",
        attempts: 1,
        last_status: 204,
        due_at: null,
        sequence: hook.body.sequence,
      },
    ]);
  });

  it("a webhook gets each event once, however often the event log is read, and none from before its creation", async () => {
    const tenant = await api.aTenant();
    const dispatcher = await api.bearer({ tenant, grants: ["createCase", "getCases"] });
    await extendTokensByOneYear(api, tenant);
    await dispatcher.createCase(funeralCaseRequest());
    await run();
    await createWebhookFixture(api, receiver, { tenant });
    await dispatcher.createCase(funeralCaseRequest());
    await received(1);
    for (let round = 0; round < 3; round++) await run();
    expect(receiver.received).toHaveLength(1);
  });

  it("a webhook gets only the event types that it subscribes to", async () => {
    const { boss } = await createWebhookFixture(api, receiver, { event_types: ["case comment"] });
    const { id } = await boss.createCase(funeralCaseRequest());
    await boss.createCaseComment({ id, text: "Bring the small key" });
    await received(1);
    await run();
    expect(receiver.received.map(({ body }) => body.type)).toEqual(["case comment"]);
  });

  it("a webhook shows its secret once, and stores it encrypted", async () => {
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify([await boss.getWebhooks(), await boss.getWebhook({ id: webhook.id })])).not.toContain(
      "whsec_",
    );
    expect(await findTextInDatabase(api.databaseUrl, webhook.secret)).toEqual({ equal: [], containing: [] });
    expect(await findTextInDatabase(api.databaseUrl, webhook.secret.slice(6))).toEqual({ equal: [], containing: [] });
  });

  it("webhook deliveries are signed by both secrets for a day after a rotation, then only by the new one", async () => {
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    const rotated = await boss.rotateWebhookSecret({ id: webhook.id });
    expect(rotated.secret).not.toBe(webhook.secret);
    await boss.createCase(funeralCaseRequest());
    await received(1);
    const [both] = receiver.received as [ReceivedWebhookRequest];
    verifySignature(webhook.secret, both);
    verifySignature(rotated.secret, both);
    api.clock.advance({ hours: 24, minutes: 1 });
    await boss.createCase(funeralCaseRequest());
    await received(2);
    const signatures = String(receiver.received[1]?.headers["webhook-signature"]).split(" ");
    expect(signatures).toHaveLength(1);
    api.clock.advance({ hours: -24, minutes: -1 });
  });

  it("webhook deliveries are not signed by a secret that was rotated twice, even within the day", async () => {
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    const second = await boss.rotateWebhookSecret({ id: webhook.id });
    const third = await boss.rotateWebhookSecret({ id: webhook.id });
    await boss.createCase(funeralCaseRequest());
    await received(1);
    const [sent] = receiver.received as [ReceivedWebhookRequest];
    verifySignature(second.secret, sent);
    verifySignature(third.secret, sent);
    expect(() => verifySignature(webhook.secret, sent)).toThrow("No matching signature found");
  });

  it("a webhook can be tested, even while it is switched off", async () => {
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    await boss.updateWebhook({ id: webhook.id, active: false, lock_version: 0 });
    expect(await boss.testWebhook({ id: webhook.id })).toMatchObject({ type: "test", status: "PENDING" });
    await received(1);
    expect(receiver.received[0]?.body).toMatchObject({ type: "test", data: { webhook_id: webhook.id } });
    receiver.behave = () => 500;
    await boss.testWebhook({ id: webhook.id });
    await run();
    const [failed] = await boss.getWebhookDeliveries({ id: webhook.id });
    expect(failed).toMatchObject({ type: "test", status: "FAILED", attempts: 1, last_status: 500 });
  });

  it("deleting a webhook deletes its deliveries", async () => {
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    await boss.createCase(funeralCaseRequest());
    await received(1);
    await boss.deleteWebhook({ id: webhook.id });
    await boss.createCase(funeralCaseRequest());
    await run();
    expect(receiver.received).toHaveLength(1);
    expect(await boss.getWebhooks()).toEqual([]);
    await expect(boss.getWebhookDeliveries({ id: webhook.id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("a webhook whose deletion is cut short is seen to be off, and is called for nothing more", async () => {
    const { boss, webhook, tenant } = await createWebhookFixture(api, receiver);
    await boss.createCase(funeralCaseRequest());
    await deleteDeliveriesOfWebhook(api.db, { tenant_id: tenant.id }, webhook.id);
    await boss.createCase(funeralCaseRequest());
    await run();
    expect(receiver.received).toEqual([]);
    expect(await boss.getWebhook({ id: webhook.id })).toMatchObject({ active: false, disabled_reason: null });
    expect(await boss.getWebhookDeliveries({ id: webhook.id })).toEqual([]);
    await boss.deleteWebhook({ id: webhook.id });
    expect(await boss.getWebhooks()).toEqual([]);
  });

  it("successful webhook deliveries are kept for a week, and failed ones for a month", async () => {
    const { boss, webhook, tenant } = await createWebhookFixture(api, receiver);
    await api.db.system.run(sql`
      insert into webhook_deliveries (tenant_id, webhook_id, event_id, type, occurred_at, data, status, due_at, delivered_at, ended_at)
      select ${tenant.id}, ${webhook.id}, day * 10 + number, 'test', now(), '{}', status, due_at, case status when 'DELIVERED' then now() - day * interval '1 day' end,
        case when status in ('FAILED', 'HELD') then now() - day * interval '1 day' end
      from unnest(array[6, 8, 29, 31]) as day, (values (0, 'DELIVERED', null::timestamptz), (1, 'FAILED', null), (2, 'HELD', null), (3, 'PENDING', now() + interval '1 year')) as of (number, status, due_at)`);
    await api.app.tidyUp();
    const left = await boss.getWebhookDeliveries({ id: webhook.id });
    const days = (status: string) =>
      left.filter((row) => row.status === status).map(({ sequence }) => Math.floor(sequence / 10));
    expect(days("DELIVERED")).toEqual([6]);
    expect([days("FAILED"), days("HELD")]).toEqual([
      [29, 8, 6],
      [29, 8, 6],
    ]);
    expect(days("PENDING")).toHaveLength(4);
  });
});
