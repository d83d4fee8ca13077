import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import type { TenantFixture } from "./testing/fixtures";
import { createServiceAccountWithAdministrator } from "./testing/partners/service-accounts";
import { startWebhookApi } from "./testing/webhooks/start-webhook-api";
import { createWebhookFixture } from "./testing/webhooks/webhook-fixtures";

const { api, receiver } = startWebhookApi();

const reusedKeyProblem = { status: 422, code: "IDEMPOTENCY_KEY_REUSED" };
const newKeyOption = () => ({ idempotencyKey: randomUUID() });

/** Whether a stored answer of the tenant contains a text that is readable without the key of the installation. */
const isStoredReadable = async ({ id }: TenantFixture, secret: string) => {
  const kept = await api.db.system.many<{ body: string }>(sql`
    select body from idempotency_records where tenant_id = ${id}`);
  expect(kept.length).toBeGreaterThan(0);
  return kept.some(({ body }) => `${body} ${Buffer.from(body, "base64").toString("latin1")}`.includes(secret));
};

describe("a repeated request whose answer shows a secret", () => {
  it("repeating createWebhook with its idempotency key creates no second webhook and returns the same secret, which is stored encrypted", async () => {
    const { tenant, boss, program } = await createWebhookFixture(api, receiver);
    const options = newKeyOption();
    const draft = {
      url: receiver.url(),
      service_account_user_id: program.session.user_id as string,
      event_types: ["case update" as const],
    };
    const first = await boss.createWebhook(draft, options);
    expect(await boss.createWebhook(draft, options)).toEqual(first);
    expect(await boss.getWebhooks()).toHaveLength(2);
    await expect(boss.createWebhook({ ...draft, event_types: ["case action"] }, options)).rejects.toMatchObject(
      reusedKeyProblem,
    );
    expect(await isStoredReadable(tenant, first.secret)).toBe(false);
  });

  it("two concurrent createWebhook requests with one idempotency key create one webhook", async () => {
    const { boss, program } = await createWebhookFixture(api, receiver);
    const options = newKeyOption();
    const draft = {
      url: receiver.url(),
      service_account_user_id: program.session.user_id as string,
      event_types: ["case update" as const],
    };
    const create = () => boss.createWebhook(draft, options);
    const both = await Promise.allSettled([create(), create()]);
    const refused = both.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : []));
    expect(refused.filter((code) => code !== "IDEMPOTENCY_REQUEST_IN_PROGRESS")).toEqual([]);
    const made = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(made.length).toBeGreaterThan(0);
    for (const webhook of made) expect(await create()).toEqual(webhook);
    expect(await boss.getWebhooks()).toHaveLength(2);
  });

  it("repeating rotateWebhookSecret with its idempotency key returns the same secret", async () => {
    const { tenant, boss, webhook } = await createWebhookFixture(api, receiver);
    const options = newKeyOption();
    const rotated = await boss.rotateWebhookSecret({ id: webhook.id }, options);
    expect(await boss.rotateWebhookSecret({ id: webhook.id }, options)).toEqual(rotated);
    expect(rotated.secret).not.toBe(webhook.secret);
    expect(await isStoredReadable(tenant, rotated.secret)).toBe(false);
    const again = await boss.rotateWebhookSecret({ id: webhook.id });
    expect(again.secret).not.toBe(rotated.secret);
  });

  it("repeating updateWebhook with its idempotency key returns the first change, and another change is refused", async () => {
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    const options = newKeyOption();
    const change = { id: webhook.id, lock_version: 0, active: false };
    const changed = await boss.updateWebhook(change, options);
    expect(await boss.updateWebhook(change, options)).toEqual(changed);
    await expect(boss.updateWebhook({ ...change, active: true }, options)).rejects.toMatchObject(reusedKeyProblem);
  });

  it("repeating deleteWebhook with its idempotency key returns the first answer, and without the key it answers not found", async () => {
    const { boss, webhook } = await createWebhookFixture(api, receiver);
    const options = newKeyOption();
    await boss.deleteWebhook({ id: webhook.id }, options);
    await boss.deleteWebhook({ id: webhook.id }, options);
    await expect(boss.deleteWebhook({ id: webhook.id })).rejects.toMatchObject({ status: 404 });
  });

  it("repeating createServiceAccountToken with its idempotency key returns the same token, which is stored encrypted", async () => {
    const { boss, account } = await createServiceAccountWithAdministrator(api);
    const { id } = account;
    const options = newKeyOption();
    const first = await boss.createServiceAccountToken({ id, name: "Production" }, options);
    expect(await boss.createServiceAccountToken({ id, name: "Production" }, options)).toEqual(first);
    expect(await boss.getServiceAccountTokens({ id })).toHaveLength(1);
    await expect(boss.createServiceAccountToken({ id, name: "Test" }, options)).rejects.toMatchObject(reusedKeyProblem);
    expect(await isStoredReadable(boss.session.tenant, first.token)).toBe(false);
  });

  it("repeating createCalendarFeed with its idempotency key returns the same address, which is stored encrypted", async () => {
    const boss = await api.bearer({
      grants: ["readCalendars", "writeCalendars", "createVehicle"],
      roleType: "ADMINISTRATOR",
    });
    const { id: resource_id } = await boss.createVehicle({
      license_plate: "G 1",
      description: "Car",
      active: true,
      capacity: 1,
    });
    const options = newKeyOption();
    const feed = await boss.createCalendarFeed({ resource_type: "VEHICLE", resource_id }, options);
    expect(await boss.createCalendarFeed({ resource_type: "VEHICLE", resource_id }, options)).toEqual(feed);
    const secret = feed.url.split("/").at(-1) as string;
    expect(await isStoredReadable(boss.session.tenant, secret)).toBe(false);
  });
});
