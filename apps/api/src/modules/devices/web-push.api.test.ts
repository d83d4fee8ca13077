import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { enqueueOutboxMessage } from "#platform/background/messages-out";
import { SubscribedBrowser, verifyPushSender, startPushService } from "../../testing/push/push-service";
import { nextPhoneNumber } from "../../testing/fixtures";
import { insertVehicle, associateDevice } from "../../testing/fleet";
import { startApi } from "../../testing/start-api";
import { isPushServiceUrl, createDeclarativeWebPushPayload } from "./web-push";

const grants = ["updatePushToken", "getDevices", "getCriticalMessages", "createCriticalMessage", "getTours"];
const caseId = "7d6c5b4a-3f2e-4d1c-8b0a-9f8e7d6c5b07";
const tourId = "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05";

describe("pushes to a browser", () => {
  const api = startApi({ app: { egressAllow: [{ host: "127.0.0.1", port: undefined }] } });

  async function aPhone(path = "/push/1") {
    const service = await startPushService();
    const tenant = await api.aTenant();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants });
    const browser = new SubscribedBrowser();
    const device = await phone.updateOwnPushToken({ web_push: browser.subscription(`${service.origin}${path}`) });
    const push_token = device.push_token as string;
    const send = async (overrides: object = {}) => {
      await api.db.systemTransaction(tenant.id, async (tx) =>
        enqueueOutboxMessage(tx, {
          channel: "PUSH",
          recipient: push_token,
          subject: "New case C-2026-000123",
          body: "",
          purpose: "CASE_ASSIGNED",
          data: { case_id: caseId, tour_id: tourId },
          ...overrides,
        }),
      );
      await api.app.messages.runDue();
    };
    const outbox = () =>
      api.db.system.many<{ status: string; attempts: number; last_error: string | null }>(sql`
        select status, attempts, last_error from outbox_messages where tenant_id = ${tenant.id} order by seq`);
    const tokenNow = async () =>
      (
        await api.db.system.one<{ push_token: string | null }>(
          sql`select push_token from devices where id = ${device.id}`,
        )
      ).push_token;
    return { tenant, phone, service, browser, device, push_token, send, outbox, tokenNow };
  }

  it("a push is encrypted for one browser, in the format that the browser can display without a script", async () => {
    const { tenant, service, browser, send, outbox } = await aPhone();
    await send();
    expect(await outbox()).toMatchObject([{ status: "SENT", attempts: 1 }]);
    const [push] = service.received;
    if (!push) throw new Error("Nothing was pushed.");
    expect(browser.read(push)).toEqual({
      web_push: 8030,
      notification: {
        title: "New case C-2026-000123",
        body: "",
        navigate: expect.stringMatching(new RegExp(`/driver/\\?case_id=${caseId}&tour_id=${tourId}$`)),
        tag: caseId,
      },
    });
    expect(() => new SubscribedBrowser().read(push)).toThrow("unable to authenticate");
    expect(push).toMatchObject({ path: "/push/1" });
    expect(push.headers).toMatchObject({
      "content-encoding": "aes128gcm",
      urgency: "high",
      ttl: "3600",
      topic: caseId.replaceAll("-", ""),
    });
    const { web_push_public_key } = await api.anonymous().getTenantConfig({ short_code: tenant.short_code });
    const sender = verifyPushSender(push);
    expect(sender).toMatchObject({ key: web_push_public_key, isSigned: true, aud: service.origin });
    expect(Number(sender.exp)).toBeGreaterThan(api.clock.now().getTime() / 1000);
  });

  it("pushes are signed with one key for all tenants, which is created once and readable only by its owner", async () => {
    const [one, other] = [await api.aTenant(), await api.aTenant()];
    const keyOf = async (short_code: string) =>
      (await api.anonymous().getTenantConfig({ short_code })).web_push_public_key;
    const key = await keyOf(one.short_code);
    expect(await keyOf(other.short_code)).toBe(key);
    const file = join(api.dataDir, "web-push-key");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8").trim()).not.toContain(key);
  });

  it("critical messages are pushed, and messages without a displayable text are not", async () => {
    const { phone, tenant, service, browser, send } = await aPhone();
    const dispatcher = await api.bearer({ tenant, grants });
    const vehicleId = await insertVehicle(api.db, tenant.id);
    await associateDevice(api.db, tenant.id, { vehicleId, deviceId: phone.session.device_id as string });
    await dispatcher.createCriticalMessage({ vehicle_id: vehicleId, title: "A9 closed", body: "Take the B67." });
    await send({ subject: undefined, purpose: "LOCATION_REQUEST" });
    expect(service.received).toHaveLength(1);
    const [push] = service.received;
    expect(push && browser.read(push)).toMatchObject({ notification: { title: "A9 closed", body: "Take the B67." } });
  });

  it.each([404, 410])(
    "a push service that answers %i ends the subscription: its token is deleted and the push is not repeated",
    async (status) => {
      const { service, send, outbox, tokenNow } = await aPhone();
      service.status = status;
      await send();
      expect(await outbox()).toMatchObject([
        { status: "FAILED", attempts: 1, last_error: expect.stringContaining(String(status)) },
      ]);
      expect(await tokenNow()).toBeNull();
      expect(service.received).toHaveLength(1);
    },
  );

  it.each([429, 500, 503])(
    "a push is repeated when the push service answers %i, and its token is kept",
    async (status) => {
      const { service, send, outbox, tokenNow, push_token } = await aPhone();
      service.status = status;
      await send();
      expect(await outbox()).toMatchObject([{ status: "PENDING" }]);
      expect(await tokenNow()).toBe(push_token);
      service.status = 201;
      api.clock.advance({ seconds: 3 });
      await api.app.messages.runDue();
      expect(await outbox()).toMatchObject([{ status: "SENT", attempts: 2 }]);
    },
  );

  it("a push is given up when the push service refuses it for another reason", async () => {
    const { service, send, outbox, tokenNow, push_token } = await aPhone();
    service.status = 403;
    await send();
    expect(await outbox()).toMatchObject([{ status: "FAILED", attempts: 1 }]);
    expect(await tokenNow()).toBe(push_token);
  });

  it.each([
    ["a private host", "https://10.0.0.7/push"],
    ["this machine by its name", "https://localhost/push"],
    ["a host that is no push service", "https://push.example.org/wpush/v2/1"],
    ["a name that ends like a push service", "https://fcm.googleapis.com.example.org/1"],
    ["another port of a push service", "https://fcm.googleapis.com:8443/1"],
    ["a push service without encryption", "http://fcm.googleapis.com/1"],
    ["a private host behind the name of a push service", "https://web.push.apple.com@10.0.0.7/1"],
  ])("a push subscription to the address %s is refused, and no push is sent there", async (_what, endpoint) => {
    const { tenant, phone, browser, outbox } = await aPhone();
    const subscription = browser.subscription(endpoint);
    const asked = phone.updateOwnPushToken({ web_push: subscription });
    await expect(asked).rejects.toMatchObject({ status: 422, code: "CALLBACK_URL_NOT_ALLOWED" });
    // A phone may store any text as its token.
    await phone.updateOwnPushToken({ push_token: JSON.stringify(subscription) });
    await api.db.systemTransaction(tenant.id, async (tx) =>
      enqueueOutboxMessage(tx, {
        channel: "PUSH",
        recipient: JSON.stringify(subscription),
        subject: "t",
        body: "",
        purpose: "X",
      }),
    );
    await api.app.messages.runDue();
    expect(await outbox()).toMatchObject([{ status: "FAILED", attempts: 1 }]);
  });

  it("updateOwnPushToken requires a complete subscription, and refuses one together with a token", async () => {
    const { phone, browser, service, push_token } = await aPhone();
    const whole = browser.subscription(`${service.origin}/push/2`);
    const both = phone.updateOwnPushToken({ web_push: whole, push_token: "fcm-1" });
    await expect(both).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    await expect(phone.updateOwnPushToken({})).rejects.toMatchObject({ code: "FIELD_COMBINATION_INVALID" });
    const invalid = { status: 400, code: "VALIDATION_FAILED" };
    // The value has the length of a key, but is not a point of the curve.
    const noKey = phone.updateOwnPushToken({ web_push: { ...whole, p256dh: `B${"A".repeat(86)}` } });
    await expect(noKey).rejects.toMatchObject(invalid);
    await expect(phone.updateOwnPushToken({ web_push: { ...whole, auth: "short" } })).rejects.toMatchObject(invalid);
    expect(
      (await phone.updateOwnPushToken({ web_push: browser.subscription(`${service.origin}/push/1`) })).push_token,
    ).toBe(push_token);
  });

  it("a push subscription belongs to one device, and another device that subscribes the same browser takes it over", async () => {
    const { tenant, browser, service, tokenNow } = await aPhone();
    const next = await api.bearer({ tenant, kind: "DEVICE", grants });
    await next.updateOwnPushToken({ web_push: browser.subscription(`${service.origin}/push/1`) });
    expect(await tokenNow()).toBeNull();
    await next.resetPushToken();
  });

  it("a phone whose number was changed is pushed nothing more until it has signed in and registered again", async () => {
    const { tenant, device, tokenNow } = await aPhone();
    const { id, lock_version } = device;
    const dispatcher = await api.bearer({ tenant, grants: [...grants, "updateDevice"] });
    const named = await dispatcher.updateDevice({
      id,
      lock_version,
      phone_number: device.phone_number,
      name: "Graz 1",
    });
    expect(named).toMatchObject({ name: "Graz 1" });
    expect(await tokenNow()).toBe(device.push_token);
    const phone_number = nextPhoneNumber();
    const moved = await dispatcher.updateDevice({ id, lock_version: named.lock_version, phone_number });
    expect(moved).toMatchObject({ phone_number, push_token: null });
    expect(await tokenNow()).toBeNull();
  });

  it("a push with a long message is cut to the size limit between two characters", async () => {
    const { service, browser, send } = await aPhone();
    await send({ subject: "ü".repeat(200), body: `${"🚗".repeat(900)}"\\\n` });
    const [push] = service.received;
    expect(push?.raw.length).toBeLessThanOrEqual(4_096);
    const { notification } = (push && browser.read(push)) as { notification: { body: string } };
    expect(notification.body).toMatch(/^(🚗)+…$/u);
    expect(createDeclarativeWebPushPayload({ title: "", body: "short", navigate: "", tag: "" })).toContain(
      '"body":"short"',
    );
  });
});

describe("a push service", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://db5p.notify.windows.com/w/?token=abc",
  ])("the address %s counts as one of a browser's push service", (endpoint) =>
    expect(isPushServiceUrl(endpoint)).toBe(true),
  );
});
