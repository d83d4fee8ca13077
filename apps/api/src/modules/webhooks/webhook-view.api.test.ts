import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { announceEvent } from "#platform/events/events";
import { funeralCaseRequest } from "../../testing/cases";
import { insertBranch } from "../../testing/fixtures";
import { startWebhookApi } from "../../testing/webhooks/start-webhook-api";
import { createWebhookFixture, extendTokensByOneYear } from "../../testing/webhooks/webhook-fixtures";
import type { ReceivedWebhookRequest } from "../../testing/webhooks/webhook-receiver";

const { api, receiver, run, received } = startWebhookApi();

const compareAsText = (one: unknown, other: unknown) => String(one).localeCompare(String(other));

describe("events of a webhook", () => {
  it("a webhook gets the events that its service account may see, by branch and grant", async () => {
    const tenant = await api.aTenant();
    const [home, away] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const grants = ["getDashboard", "getCases"];
    const { boss } = await createWebhookFixture(api, receiver, {
      tenant,
      grants,
      branchIds: [home],
      event_types: ["case update"],
    });
    const seen = await boss.createCase(funeralCaseRequest({ branch_id: home }));
    await boss.createCase(funeralCaseRequest({ branch_id: away }));
    const last = await boss.createCase(funeralCaseRequest({ branch_id: home }));
    await received(2);
    expect(receiver.received.map(({ body }) => body.data["case_id"])).toEqual(
      expect.arrayContaining([seen.id, last.id]),
    );
    expect(receiver.received).toHaveLength(2);
  });

  it("a webhook gets nothing after its service account has lost its grants", async () => {
    const { boss, program, tenant } = await createWebhookFixture(api, receiver);
    await boss.createCase(funeralCaseRequest());
    await received(1);
    await api.db.system.run(sql`
      update roles set grants = array_remove(grants, 'getCases') where tenant_id = ${tenant.id} and id = ${program.session.role_id}`);
    const { id } = await boss.createCase(funeralCaseRequest());
    await boss.createCaseComment({ id, text: "Still seen" });
    await received(2);
    expect(receiver.received.map(({ body }) => body.type)).toEqual(["case update", "case comment"]);
  });

  it("a webhook gets what its service account may see at the time of sending, and not at the time of the event", async () => {
    const { boss, program, tenant, webhook } = await createWebhookFixture(api, receiver);
    receiver.behave = () => 503;
    const { id } = await boss.createCase(funeralCaseRequest());
    await received(1);
    await boss.createCaseComment({ id, text: "Still seen" });
    await received(2);
    await api.db.system.run(sql`
      update roles set grants = array_remove(grants, 'getCases') where tenant_id = ${tenant.id} and id = ${program.session.role_id}`);
    receiver.received.length = 0;
    receiver.behave = () => 204;
    api.clock.advance({ seconds: 6 });
    await received(1);
    await run();
    expect(receiver.received.map(({ body }) => body.type)).toEqual(["case comment"]);
    expect(await boss.getWebhookDeliveries({ id: webhook.id })).toMatchObject([
      { type: "case comment", status: "DELIVERED" },
      { type: "case update", status: "FAILED", attempts: 1, last_error: "NOT_VISIBLE", due_at: null },
    ]);
    expect(await boss.getWebhook({ id: webhook.id })).toMatchObject({ active: true, failing_since: null });
  });

  it("a webhook gets nothing while its service account is blocked, and can be recovered once the account is unblocked", async () => {
    const { boss, program, tenant, webhook } = await createWebhookFixture(api, receiver);
    const block = (blocked: boolean) =>
      api.db.system.run(sql`
        update users set blocked = ${blocked} where tenant_id = ${tenant.id} and id = ${program.session.user_id}`);
    receiver.behave = () => 503;
    await boss.createCase(funeralCaseRequest());
    await received(1);
    const [waiting] = await boss.getWebhookDeliveries({ id: webhook.id });
    await block(true);
    receiver.behave = () => 204;
    api.clock.advance({ seconds: 6 });
    await run();
    expect(receiver.received).toHaveLength(1);
    await block(false);
    await boss.recoverWebhook({ id: webhook.id, since: waiting?.occurred_at ?? "" });
    await received(2);
    expect(receiver.received[1]?.body.id).toBe(waiting?.id);
  });

  it("waiting events are not sent to a webhook address that was set together with an account with fewer grants", async () => {
    const tenant = await api.aTenant();
    const { boss, webhook } = await createWebhookFixture(api, receiver.url("/before"), { tenant });
    receiver.behave = () => 503;
    const { id } = await boss.createCase(funeralCaseRequest());
    await boss.createCaseComment({ id, text: "Bring the small key" });
    await received(2);
    const held = ["getDashboard", "getCases"];
    const lesser = await api.bearer({ tenant, grants: ["writeWebhooks", ...held] });
    const weak = await api.bearer({ tenant, kind: "SERVICE", grants: held });
    await extendTokensByOneYear(api, tenant);
    const change = { id: webhook.id, url: receiver.url("/after"), event_types: ["case update" as const] };
    const alone = lesser.updateWebhook({ ...change, lock_version: 0 });
    await expect(alone).rejects.toMatchObject({ status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" });
    await lesser.updateWebhook({
      ...change,
      service_account_user_id: weak.session.user_id as string,
      lock_version: 0,
    });
    receiver.received.length = 0;
    receiver.behave = () => 204;
    api.clock.advance({ seconds: 6 });
    await received(1);
    await run();
    expect(receiver.received.map(({ path, body }) => [path, body.type])).toEqual([["/after", "case update"]]);
  });

  it("extending a webhook requires that the caller holds all grants of its service account", async () => {
    const tenant = await api.aTenant();
    const branch = await insertBranch(api.db, tenant.id);
    const { webhook } = await createWebhookFixture(api, receiver, { tenant, branch_ids: [branch] });
    const lesser = await api.bearer({ tenant, grants: ["writeWebhooks", "getDashboard"] });
    await extendTokensByOneYear(api, tenant);
    const widening = lesser.updateWebhook({ id: webhook.id, branch_ids: null, lock_version: 0 });
    await expect(widening).rejects.toMatchObject({ status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" });
  });

  it("a webhook can later be limited to branches, which also applies to waiting events", async () => {
    const tenant = await api.aTenant();
    const [home, away] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const { boss, webhook } = await createWebhookFixture(api, receiver, { tenant });
    receiver.behave = () => 503;
    await boss.createCase(funeralCaseRequest({ branch_id: home }));
    const { id } = await boss.createCase(funeralCaseRequest({ branch_id: away }));
    await received(2);
    await boss.updateWebhook({ id: webhook.id, branch_ids: [away], lock_version: 0 });
    receiver.received.length = 0;
    receiver.behave = () => 204;
    api.clock.advance({ seconds: 6 });
    await received(1);
    await run();
    expect(receiver.received.map(({ body }) => body.data["case_id"])).toEqual([id]);
  });

  it("a webhook can be limited to branches when it is created", async () => {
    const tenant = await api.aTenant();
    const [home, away] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const { boss } = await createWebhookFixture(api, receiver, { tenant, branch_ids: [away] });
    await boss.createCase(funeralCaseRequest({ branch_id: home }));
    const { id } = await boss.createCase(funeralCaseRequest({ branch_id: away }));
    await received(1);
    await run();
    expect(receiver.received.map(({ body }) => body.data["case_id"])).toEqual([id]);
  });

  const driveIn = (tenantId: string, vehicles: readonly string[]) => (lat: number) => {
    for (const vehicle_id of vehicles)
      api.app.live.publishLocation({
        tenant_id: tenantId,
        audience: { everyone: true },
        payload: {
          vehicle_id,
          tour_id: null,
          lat,
          lon: 15,
          heading_degrees: null,
          speed_meters_per_second: null,
          fixed_at: api.clock.now().toISOString(),
        },
      });
  };

  it("a webhook drops failed positions of ten minutes ago once newer ones have followed", async () => {
    const { tenant, boss, webhook } = await createWebhookFixture(api, receiver, { event_types: ["location update"] });
    await run();
    const drive = driveIn(tenant.id, [randomUUID()]);
    const positions = async () => (await boss.getWebhookDeliveries({ id: webhook.id })).map(({ status }) => status);
    receiver.behave = () => 503;
    drive(47.1);
    await received(1);
    api.clock.advance({ seconds: 11 });
    drive(47.2);
    await expect.poll(() => run().then(positions)).toEqual(["PENDING", "PENDING"]);
    api.clock.advance({ minutes: 11 });
    drive(47.3);
    await expect.poll(() => run().then(positions)).toEqual(["PENDING"]);
    receiver.behave = () => 204;
    api.clock.advance({ seconds: 6 });
    await expect.poll(() => run().then(positions)).toEqual(["DELIVERED"]);
    expect(receiver.received.at(-1)?.body.data["lat"]).toBe(47.3);
  });

  it("a webhook gets positions of vehicles, each at most every ten seconds", async () => {
    api.clock.freeze();
    const { tenant } = await createWebhookFixture(api, receiver, { event_types: ["location update"] });
    await run();
    const vehicles = [randomUUID(), randomUUID()];
    const drive = driveIn(tenant.id, vehicles);
    drive(47.1);
    await received(2);
    for (const lat of [47.2, 47.3, 47.4]) drive(lat);
    api.clock.advance({ seconds: 8 });
    await run();
    expect(receiver.received).toHaveLength(2);
    api.clock.advance({ seconds: 3 });
    await received(4);
    expect(
      receiver.received
        .slice(2)
        .map(({ body }) => [body.data["vehicle_id"], body.data["lat"]])
        .toSorted(compareAsText),
    ).toEqual(vehicles.map((id) => [id, 47.4]).toSorted(compareAsText));
  });

  it("an event sent to a webhook has at most 64 KB, and is marked if it was cut", async () => {
    const { tenant, boss } = await createWebhookFixture(api, receiver);
    const payload = {
      case_id: randomUUID(),
      comment_id: randomUUID(),
      author_name: "Dispo",
      created_at: api.clock.now().toISOString(),
    };
    await api.db.transaction(tenant.id, async (tx) =>
      announceEvent(tx, {
        type: "case comment",
        audience: { everyone: true },
        payload: { ...payload, text: "ü".repeat(100_000) },
      }),
    );
    await boss.createCase(funeralCaseRequest());
    await received(2);
    const cut = receiver.received.find(({ body }) => body.type === "case comment") as ReceivedWebhookRequest;
    expect(Buffer.byteLength(cut.raw)).toBeLessThanOrEqual(65_536);
    expect(cut.body).toMatchObject({ truncated: true, data: { ...payload, text: "ü".repeat(500) } });
  });
});
