import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, type TenantFixture, nextPhoneNumber } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";

const grants = ["sendSms", "sendRoboCall", "requestOneTimePassword", "createDevice", "updateDevice"];
describe("messages to devices", () => {
  const api = startApi();

  async function aDispatcher() {
    const tenant = await api.aTenant();
    const dispatcher = await api.bearer({ tenant, grants });
    const device = await dispatcher.createDevice({ phone_number: nextPhoneNumber() });
    return { tenant, dispatcher, device };
  }
  const sentTo = (tenant: TenantFixture) =>
    api.db.system.many<{ channel: string; recipient: string; body: string; data: object; purpose: string }>(sql`
      select channel, recipient, body, data, purpose from outbox_messages where tenant_id = ${tenant.id} order by seq`);

  it("a message to a device is sent as SMS, and the answer names the wait before the next one", async () => {
    const { tenant, dispatcher, device } = await aDispatcher();
    const receipt = await dispatcher.sendSms({ id: device.id, message: "Bitte melden." });
    expect(receipt).toEqual({ device_id: device.id, cooldown_time: 60 });
    expect(await sentTo(tenant)).toMatchObject([
      { channel: "SMS", recipient: device.phone_number, body: "Bitte melden.", purpose: "DEVICE_MESSAGE" },
    ]);
  });

  it("a robo call to a device uses the requested voice", async () => {
    const { tenant, dispatcher, device } = await aDispatcher();
    await dispatcher.sendRoboCall({ id: device.id, message: "Neuer Fall", velocity: "x-slow", voice: "MAN" });
    expect(await sentTo(tenant)).toMatchObject([
      { channel: "ROBO_CALL", body: "Neuer Fall", data: { velocity: "x-slow", voice: "MAN", language: "DE_DE" } },
    ]);
    const wrong = dispatcher.sendRoboCall({ id: device.id, message: "x", velocity: "fast" as "slow" });
    await expect(wrong).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  it("a phone number gets at most five messages an hour, even without a cool-down", async () => {
    const { tenant, dispatcher, device } = await aDispatcher();
    await api.db.system.run(sql`update tenants set cool_down_time = 0 where id = ${tenant.id}`);
    for (const message of ["1", "2", "3", "4", "5"]) await dispatcher.sendSms({ id: device.id, message });
    await expect(dispatcher.sendSms({ id: device.id, message: "6" })).rejects.toMatchObject({
      status: 429,
      code: "RATE_LIMIT_EXCEEDED",
    });
    expect(await sentTo(tenant)).toHaveLength(5);
  });

  it("one of many concurrent messages to a device is sent", async () => {
    const { tenant, dispatcher, device } = await aDispatcher();
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => dispatcher.sendSms({ id: device.id, message: `${index}` })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await sentTo(tenant)).toHaveLength(1);
  });

  it("a sign-in code for a device is sent to the phone and not shown to any caller", async () => {
    const { tenant, dispatcher, device } = await aDispatcher();
    const receipt = await dispatcher.requestOneTimePassword({ id: device.id });
    expect(receipt).toMatchObject({ device_id: device.id });
    const [message] = await sentTo(tenant);
    expect(message).toMatchObject({ channel: "SMS", recipient: device.phone_number });
    const code = /\b(\d{6})\b/.exec(message?.body ?? "")?.[1];
    expect(code).toBeDefined();
    expect(JSON.stringify(receipt)).not.toContain(code);
    await expect(dispatcher.requestOneTimePassword({ id: device.id })).rejects.toMatchObject({
      code: "MESSAGE_COOLDOWN_ACTIVE",
    });
  });

  it("a disabled device gets no sign-in code", async () => {
    const { tenant, dispatcher, device } = await aDispatcher();
    const { id, lock_version, phone_number } = device;
    await dispatcher.updateDevice({ id, lock_version, phone_number, disabled: true });
    await expect(dispatcher.requestOneTimePassword({ id })).rejects.toMatchObject({ code: "AUTH_DEVICE_DISABLED" });
    expect(await sentTo(tenant)).toEqual([]);
  });

  it("messages to devices of other tenants and branches are refused", async () => {
    const { tenant, dispatcher, device } = await aDispatcher();
    const branch_id = await insertBranch(api.db, tenant.id);
    const { id, lock_version, phone_number } = device;
    await dispatcher.updateDevice({ id, lock_version, phone_number, active_states: [{ branch_id, active: true }] });
    const elsewhere = await api.bearer({ tenant, grants, branchIds: [await insertBranch(api.db, tenant.id)] });
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    for (const outsider of [elsewhere, await api.signIn(...grants)]) {
      await expect(outsider.sendSms({ id, message: "x" })).rejects.toMatchObject(missing);
      await expect(outsider.sendRoboCall({ id, message: "x" })).rejects.toMatchObject(missing);
      await expect(outsider.requestOneTimePassword({ id })).rejects.toMatchObject(missing);
    }
    expect(await sentTo(tenant)).toEqual([]);
  });

  // This test is the last one, because it moves the clock.
  it("a message to a device waits for the tenant's cool-down, which all senders and channels share", async () => {
    const { tenant, dispatcher, device } = await aDispatcher();
    const colleague = await api.bearer({ tenant, grants });
    api.clock.freeze();
    await dispatcher.sendSms({ id: device.id, message: "1" });
    const tenSecondsAgo = new Date(api.clock.now().getTime() - 10_000);
    await api.db.system.run(
      sql`update outbox_messages set created_at = ${tenSecondsAgo} where tenant_id = ${tenant.id}`,
    );
    const refused = colleague.sendRoboCall({ id: device.id, message: "2" });
    await expect(refused).rejects.toMatchObject({ status: 429, code: "MESSAGE_COOLDOWN_ACTIVE" });
    expect(await refused.catch((refusal) => Number(refusal.arg("retry_after")))).toBe(50);
    const other = await dispatcher.createDevice({ phone_number: nextPhoneNumber() });
    await dispatcher.sendSms({ id: other.id, message: "3" });
    api.clock.advance({ seconds: 61 });
    await colleague.sendSms({ id: device.id, message: "4" });
    expect((await sentTo(tenant)).map(({ body }) => body)).toEqual(["1", "3", "4"]);
  });
});
