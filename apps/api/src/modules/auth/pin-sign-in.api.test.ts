import type { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/sql";
import { startApi } from "../../testing/start-api";
import { aNumber, codeTo, insertPerson, insertPhone, messagesTo } from "../../testing/sign-in-fixtures";

const refused = { status: 401, code: "AUTH_CREDENTIALS_INVALID" };
const tooMany = { status: 429, code: "AUTH_ATTEMPTS_EXCEEDED" };
const invalid = { status: 401, code: "AUTH_CHALLENGE_INVALID" };
const pin = "274916";
const wrongPin = "839274";

describe("sign-in of a driver", () => {
  const api = startApi();
  const aDriver = async () => {
    const tenant = await api.aTenant();
    const [phone_number, phoneOfDevice] = [aNumber(), aNumber()];
    const user_id = await insertPerson(api.db, tenant, { phone_number });
    const device_id = await insertPhone(api.db, tenant, phoneOfDevice);
    const caller = api.anonymous(tenant);
    await caller.authDevice({ phone_number: phoneOfDevice });
    const one_time_code = await codeTo(api.db, tenant, phoneOfDevice);
    const { token: device_token } = await caller.verifyDevice({ phone_number: phoneOfDevice, one_time_code });
    const proveNumber = async () => {
      api.clock.advance({ minutes: 13 });
      await caller.authUserPhoneNumber({ phone_number });
      return caller.verifyUserPhoneNumber({ phone_number, code: await codeTo(api.db, tenant, phone_number) });
    };
    return { tenant, caller, user_id, device_id, device_token, phone_number, proveNumber };
  };
  const aDriverWithPin = async () => {
    const driver = await aDriver();
    const { pin_token } = await driver.proveNumber();
    const { device_token } = driver;
    const session = await driver.caller.authUserPin({ pin_token, pin, device_token });
    return { ...driver, session };
  };

  it("sets the PIN at the first sign-in and asks for it at the next", async () => {
    const { caller, user_id, proveNumber } = await aDriver();
    const first = await proveNumber();
    expect(first.pin_set).toBe(false);
    const session = await caller.authUserPin({ pin_token: first.pin_token, pin });
    expect(session).toMatchObject({ user_id, device_id: null, pin_token: null });
    const second = await proveNumber();
    expect(second.pin_set).toBe(true);
    await expect(caller.authUserPin({ pin_token: second.pin_token, pin: wrongPin })).rejects.toMatchObject(refused);
    await caller.authUserPin({ pin_token: second.pin_token, pin });
    await expect(caller.authUserPin({ pin_token: second.pin_token, pin })).rejects.toMatchObject(invalid);
  });

  it("binds the session to the phone, and needs no SMS there the next time", async () => {
    const { tenant, caller, device_id, device_token, phone_number, session } = await aDriverWithPin();
    expect(session).toMatchObject({ device_id });
    expect(await api.app.principals.authenticate(session.token)).toMatchObject({ kind: "USER", device_id });
    api.clock.advance({ hours: 13 });
    await expect(api.app.principals.authenticate(session.token)).rejects.toMatchObject({ code: "AUTH_TOKEN_EXPIRED" });
    const sent = (await messagesTo(api.db, tenant, phone_number)).length;
    const pin_token = session.pin_token as string;
    await expect(caller.authUserPin({ pin_token, pin })).rejects.toMatchObject(invalid);
    expect((await caller.authUserPin({ pin_token, pin, device_token })).device_id).toBe(device_id);
    await expect(caller.authUserPin({ pin_token, pin, device_token })).rejects.toMatchObject(invalid);
    expect(await messagesTo(api.db, tenant, phone_number)).toHaveLength(sent);
  });

  it("locks the PIN for 15 minutes after five wrong ones, the right one included", async () => {
    const { caller, device_token, session } = await aDriverWithPin();
    const attempt = { pin_token: session.pin_token as string, device_token };
    for (let failure = 1; failure <= 5; failure++)
      await expect(caller.authUserPin({ ...attempt, pin: wrongPin })).rejects.toMatchObject(refused);
    const refusal = (await caller.authUserPin({ ...attempt, pin }).catch((fault: unknown) => fault)) as ApiProblem;
    expect(refusal).toMatchObject(tooMany);
    expect(Number(refusal.arg("retry_after"))).toBeGreaterThan(890);
    api.clock.advance({ minutes: 15, seconds: 1 });
    await caller.authUserPin({ ...attempt, pin });
  });

  it("voids PIN, phone and sessions after ten wrong ones; an SMS begins anew", async () => {
    const { caller, device_token, session, proveNumber } = await aDriverWithPin();
    const attempt = { pin_token: session.pin_token as string, device_token, pin: wrongPin };
    for (let failure = 1; failure <= 10; failure++) {
      await expect(caller.authUserPin(attempt)).rejects.toMatchObject(refused);
      if (failure === 5) api.clock.advance({ minutes: 16 });
    }
    for (const token of [device_token, session.token])
      await expect(api.app.principals.authenticate(token)).rejects.toMatchObject({ code: "AUTH_TOKEN_REVOKED" });
    await expect(caller.authUserPin({ ...attempt, pin })).rejects.toMatchObject(invalid);
    expect(await proveNumber()).toMatchObject({ pin_set: false });
  });

  it("gives 32 wrong PINs at once no more tries than one after the other", async () => {
    const { caller, device_token, session } = await aDriverWithPin();
    const attempt = { pin_token: session.pin_token as string, device_token, pin: wrongPin };
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => caller.authUserPin(attempt).catch((fault: ApiProblem) => fault.code)),
    );
    expect(answers.filter((answer) => answer === "AUTH_CREDENTIALS_INVALID")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "AUTH_ATTEMPTS_EXCEEDED")).toHaveLength(27);
  });

  it.each(["111111", "123456", "987654", "121212", "123123", "240785", "112233"])(
    "refuses %s as a first PIN and lets another be chosen",
    async (easy) => {
      const { caller, proveNumber } = await aDriver();
      const { pin_token } = await proveNumber();
      await expect(caller.authUserPin({ pin_token, pin: easy })).rejects.toMatchObject({
        status: 422,
        code: "PASSWORD_NOT_ACCEPTED",
      });
      await caller.authUserPin({ pin_token, pin });
    },
  );

  it.each(["1234", "12345a", "1234567", "１２３４５６"])("refuses %s: a PIN has six digits", async (odd) => {
    const { caller, proveNumber } = await aDriver();
    const { pin_token } = await proveNumber();
    await expect(caller.authUserPin({ pin_token, pin: odd })).rejects.toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
    });
  });

  it("forgets the proof of the number after ten minutes", async () => {
    const { caller, proveNumber } = await aDriver();
    const { pin_token } = await proveNumber();
    api.clock.advance({ minutes: 10, seconds: 1 });
    await expect(caller.authUserPin({ pin_token, pin })).rejects.toMatchObject(invalid);
  });

  it("refuses tokens that are no phone's, and phones of another tenant", async () => {
    const { caller, proveNumber } = await aDriver();
    const stranger = await aDriver();
    const { pin_token } = await proveNumber();
    for (const device_token of ["dsp_d_nonsense", stranger.device_token])
      await expect(caller.authUserPin({ pin_token, pin, device_token })).rejects.toMatchObject({
        status: 401,
        code: "AUTH_TOKEN_INVALID",
      });
  });

  it("demands a phone where the tenant wants one", async () => {
    const { tenant, caller, device_token, proveNumber } = await aDriver();
    await api.db.system.run(sql`update tenants set settings = '{"pin_requires_device": true}' where id = ${tenant.id}`);
    const { pin_token } = await proveNumber();
    await expect(caller.authUserPin({ pin_token, pin })).rejects.toMatchObject({ code: "AUTH_TOKEN_INVALID" });
    await caller.authUserPin({ pin_token, pin, device_token });
  });

  it("tells blocked drivers so only after the right PIN", async () => {
    const { caller, user_id, device_token, session } = await aDriverWithPin();
    await api.db.system.run(sql`update users set blocked = true where id = ${user_id}`);
    const attempt = { pin_token: session.pin_token as string, device_token };
    await expect(caller.authUserPin({ ...attempt, pin: wrongPin })).rejects.toMatchObject(refused);
    await expect(caller.authUserPin({ ...attempt, pin })).rejects.toMatchObject({
      status: 403,
      code: "AUTH_USER_BLOCKED",
    });
  });

  it("answers unknown numbers like known ones", async () => {
    const { tenant, caller, phone_number } = await aDriver();
    const unknown = aNumber();
    const answer = await caller.authUserPhoneNumber({ phone_number });
    expect(await caller.authUserPhoneNumber({ phone_number: unknown })).toEqual(answer);
    await expect(caller.authUserPhoneNumber({ phone_number: unknown })).rejects.toMatchObject({
      code: "MESSAGE_COOLDOWN_ACTIVE",
    });
    expect(await messagesTo(api.db, tenant, unknown)).toEqual([]);
  });

  it("sends no codes where the tenant has switched this way off", async () => {
    const { tenant, caller, phone_number } = await aDriver();
    await api.db.system.run(sql`update tenants set phone_number_signin = false where id = ${tenant.id}`);
    await expect(caller.authUserPhoneNumber({ phone_number })).rejects.toMatchObject({
      status: 422,
      code: "ACTION_NOT_AVAILABLE",
    });
  });
});
