import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { announceEvent } from "#platform/events/events";
import { readCurrentCursor, followStream } from "../../testing/live-streams";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { createCriticalMessage } from "./index";
import type { CriticalMessageDraft } from "./messages.sql";

const grants = ["getCriticalMessages", "acknowledgeCriticalMessage"];

describe("critical messages", () => {
  const api = startApi();

  const raise = (tenantId: string, overrides: Partial<CriticalMessageDraft> = {}) =>
    api.db.transaction(tenantId, (tx) =>
      createCriticalMessage(tx, { kind: "CASE_ALARM_UNANSWERED", title: "Not accepted", body: "60 s", ...overrides }),
    );

  it("a critical message goes to the dispatchers of its branch, or to its device or person, and to no other caller", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const northern = await api.bearer({ tenant, grants, branchIds: [north] });
    const southern = await api.bearer({ tenant, grants, branchIds: [south] });
    const everywhere = await api.bearer({ tenant, grants });
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants, branchIds: [south] });
    const driver = await api.bearer({ tenant, roleType: "DRIVER", grants, branchIds: [north] });
    const northernPhone = await api.bearer({ tenant, kind: "DEVICE", grants, branchIds: [north] });
    const toNorth = await raise(tenant.id, { branch_id: north });
    const toPhone = await raise(tenant.id, { device_id: phone.session.device_id });
    const toPerson = await raise(tenant.id, { user_id: southern.session.user_id });
    const toAll = await raise(tenant.id);
    const seenBy = async (reader: typeof northern) => (await reader.getCriticalMessages()).map(({ id }) => id).sort();
    expect(await seenBy(northern)).toEqual([toNorth]);
    expect(await seenBy(southern)).toEqual([toPerson]);
    expect(await seenBy(phone)).toEqual([toPhone]);
    expect([await seenBy(driver), await seenBy(northernPhone)]).toEqual([[], []]);
    expect(await seenBy(everywhere)).toEqual([toNorth, toPhone, toPerson, toAll].sort());
    expect(await (await api.signIn(...grants)).getCriticalMessages()).toEqual([]);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(southern.acknowledgeCriticalMessage({ id: toNorth })).rejects.toMatchObject(missing);
    await expect(driver.acknowledgeCriticalMessage({ id: toNorth })).rejects.toMatchObject(missing);
    await expect((await api.signIn(...grants)).acknowledgeCriticalMessage({ id: toAll })).rejects.toMatchObject(
      missing,
    );
    expect(await northern.getCriticalMessages({ acknowledged: false })).toHaveLength(1);
  });

  it("a critical message is announced to its addressees when it is raised and when it is first acknowledged", async () => {
    const tenant = await api.aTenant();
    const heard = [...grants, "getDashboard"];
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const northern = await api.bearer({ tenant, grants: heard, branchIds: [north] });
    const southern = await api.bearer({ tenant, grants: heard, branchIds: [south] });
    const everywhere = await api.bearer({ tenant, grants: heard });
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: heard, branchIds: [north] });
    const driver = await api.bearer({ tenant, roleType: "DRIVER", grants: heard, branchIds: [north] });
    const stranger = await api.signIn(...heard);
    const readers = { northern, southern, everywhere, phone, driver, stranger };
    const cursors = new Map<string, string>();
    for (const [name, reader] of Object.entries(readers)) cursors.set(name, await readCurrentCursor(api.db, reader));
    const toNorth = await raise(tenant.id, { branch_id: north });
    const toPhone = await raise(tenant.id, { device_id: phone.session.device_id, kind: "DESK_MESSAGE", body: "A9" });
    const toDriver = await raise(tenant.id, { user_id: driver.session.user_id });
    const toPerson = await raise(tenant.id, { user_id: southern.session.user_id });
    const toAll = await raise(tenant.id);
    await phone.acknowledgeCriticalMessage({ id: toPhone });
    await everywhere.acknowledgeCriticalMessage({ id: toPhone });
    for (const session of Object.values(readers))
      await api.db.transaction(session.session.tenant.id, async (tx) =>
        announceEvent(tx, {
          type: "critical message",
          audience: { everyone: true },
          payload: {
            message_id: toAll,
            kind: "END",
            title: "",
            body: "",
            tour_id: null,
            case_id: null,
            acknowledged: true,
          },
        }),
      );
    const told = async (name: keyof typeof readers) => {
      const stream = followStream({ url: api.url, session: readers[name], lastEventId: cursors.get(name) as string });
      const messages: [string, boolean][] = [];
      for await (const { type, data } of stream) {
        if (type !== "critical message") continue;
        if (data.kind === "END") break;
        messages.push([data.message_id, data.acknowledged]);
      }
      return messages;
    };
    const ofPhone = [
      [toPhone, false],
      [toPhone, true],
    ];
    expect(await told("northern")).toEqual([[toNorth, false]]);
    expect(await told("southern")).toEqual([[toPerson, false]]);
    expect(await told("phone")).toEqual(ofPhone);
    expect(await told("driver")).toEqual([[toDriver, false]]);
    expect(await told("everywhere")).toEqual([
      [toNorth, false],
      [toPhone, false],
      [toDriver, false],
      [toPerson, false],
      [toAll, false],
      [toPhone, true],
    ]);
    expect(await told("stranger")).toEqual([]);
  });

  it("a critical message is acknowledged once, and stores the first user who did so", async () => {
    const tenant = await api.aTenant();
    const readers = await Promise.all([1, 2, 3, 4].map(() => api.bearer({ tenant, grants })));
    const id = await raise(tenant.id, { args: { seconds: 60 } });
    const answers = await Promise.all(readers.map((reader) => reader.acknowledgeCriticalMessage({ id })));
    expect(new Set(answers.map(({ acknowledged_by }) => acknowledged_by)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      critical: true,
      acknowledged: true,
      acknowledged_by_name: "Test Person",
      args: { seconds: 60 },
    });
    expect(await readers[0]?.acknowledgeCriticalMessage({ id })).toEqual(answers[0]);
  });

  it("critical messages are listed newest first, unacknowledged or acknowledged", async () => {
    const tenant = await api.aTenant();
    const reader = await api.bearer({ tenant, grants });
    const [first, second] = [await raise(tenant.id), await raise(tenant.id)];
    await api.db.system.run(sql`
      update critical_messages set created_at = created_at - interval '1 second' where id = ${first}`);
    await reader.acknowledgeCriticalMessage({ id: first });
    const ids = async (query: object) => (await reader.getCriticalMessages(query)).map(({ id }) => id);
    expect(await ids({})).toEqual([second, first]);
    expect(await ids({ acknowledged: false })).toEqual([second]);
    expect(await ids({ acknowledged: true })).toEqual([first]);
  });

  it("a critical message to a device is pushed to it", async () => {
    const tenant = await api.aTenant();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: [...grants, "updatePushToken"] });
    const device_id = phone.session.device_id as string;
    await raise(tenant.id, { device_id });
    await phone.updateOwnPushToken({ push_token: "fcm-1" });
    const id = await raise(tenant.id, { device_id });
    const pushes = await api.db.system.many(sql`
      select channel, recipient, subject, purpose, data ->> 'critical_message_id' as message from outbox_messages
      where tenant_id = ${tenant.id} order by seq`);
    expect(pushes).toMatchObject([
      { channel: "PUSH", recipient: device_id },
      { channel: "PUSH", recipient: "fcm-1", subject: "Not accepted", purpose: "CASE_ALARM_UNANSWERED", message: id },
    ]);
    const acknowledged = await phone.acknowledgeCriticalMessage({ id });
    expect(acknowledged).toMatchObject({ acknowledged_by: null, acknowledged_by_device: device_id });
  });

  it("critical messages answer 401 without a token, 403 without the grant, and 400 to an invalid filter", async () => {
    const withoutGrant = await api.signIn("getAreas");
    await expect(withoutGrant.getCriticalMessages()).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
    await expect(api.anonymous().getCriticalMessages()).rejects.toMatchObject({ status: 401 });
    const reader = await api.signIn(...grants);
    const wrong = reader.getCriticalMessages({ acknowledged: "perhaps" as unknown as boolean });
    await expect(wrong).rejects.toMatchObject({ status: 400, code: "REQUEST_PARAMETER_INVALID" });
  });
});
