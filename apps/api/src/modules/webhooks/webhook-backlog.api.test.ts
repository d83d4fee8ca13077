import { webhookDeliveryLimits } from "@leitstand/contract/board/webhook";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { createWebhookFixture } from "../../testing/webhooks/webhook-fixtures";
import { WebhookReceiver } from "../../testing/webhooks/webhook-receiver";

/** Number of waiting deliveries, more than twice what is read ahead for one webhook. */
const WAITING_DELIVERIES = 450;

describe("long queue of deliveries", () => {
  // The receiver that does not answer is waited for as long as the other one is sent to, however busy the machine is.
  const egress = { timeoutMs: 120_000 };
  const api = startApi({ app: { egressAllow: [{ host: "127.0.0.1", port: undefined }], egress } });
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.open();
  });
  afterAll(() => receiver.close());

  const countOf = (path: string) => receiver.received.filter((hook) => hook.path === path).length;
  const fillLine = (tenantId: string, webhookId: string) =>
    api.db.system.run(sql`
      insert into webhook_deliveries (tenant_id, webhook_id, event_id, type, occurred_at, data, status, due_at)
      select ${tenantId}, ${webhookId}, number, 'case comment', now(), '{}', 'PENDING', ${api.clock.now()}::timestamptz - interval '1 second'
      from generate_series(1, ${WAITING_DELIVERIES}::int) as number`);

  it("a long queue of webhook deliveries is sent without pauses, beside a webhook whose receiver does not respond", async () => {
    // Reading the due deliveries once claims the tenant for some seconds, of which a busy machine may need more.
    api.clock.freeze();
    const { tenant, webhook: live } = await createWebhookFixture(api, receiver.url("/live"));
    const { webhook: dead } = await createWebhookFixture(api, receiver.url("/dead"), { tenant });
    let wake: (status: number) => void = () => undefined;
    const asleep = new Promise<number>((resolve) => (wake = resolve));
    let asked = 0;
    receiver.behave = ({ path }) => {
      if (path !== "/dead") return 204;
      asked++;
      return asleep;
    };
    for (const { id } of [live, dead]) await fillLine(tenant.id, id);
    const running = api.app.webhooks.runDue();
    await vi.waitFor(() => expect(countOf("/live")).toBe(WAITING_DELIVERIES), { timeout: 30_000, interval: 20 });
    expect(asked).toBe(webhookDeliveryLimits.concurrent_max);
    wake(204);
    await running;
    expect(countOf("/dead")).toBe(WAITING_DELIVERIES);
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(2 * WAITING_DELIVERIES);
  });
});
