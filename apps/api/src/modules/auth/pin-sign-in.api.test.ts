import type { Client } from "@leitstand/client/client";
import type { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { type TenantFixture, nextPhoneNumber } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { createDriverWithPhone, readCodeSentTo, readMessagesSentTo } from "../../testing/sign-in-fixtures";

const credentialsInvalid = { status: 401, code: "AUTH_CREDENTIALS_INVALID" };
const attemptsExceeded = { status: 429, code: "AUTH_ATTEMPTS_EXCEEDED" };
const challengeInvalid = { status: 401, code: "AUTH_CHALLENGE_INVALID" };
const pinReleaseRequired = { status: 403, code: "AUTH_PIN_RELEASE_REQUIRED" };
const correctPin = "274916";
const wrongPin = "839274";

describe("sign-in of a driver", () => {
  const api = startApi();
  const aDriver = async () => {
    const driver = await createDriverWithPhone(api);
    const { tenant, caller, phone_number } = driver;
    const proveNumber = async () => {
      api.clock.advance({ minutes: 13 });
      await caller.authUserPhoneNumber({ phone_number });
      return caller.verifyUserPhoneNumber({ phone_number, code: await readCodeSentTo(api.db, tenant, phone_number) });
    };
    return { ...driver, proveNumber };
  };
  const aDriverWithPin = async () => {
    const driver = await aDriver();
    const { pin_token } = await driver.proveNumber();
    const { device_token } = driver;
    const session = await driver.caller.authUserPin({ pin_token, pin: correctPin, device_token });
    return { ...driver, session };
  };

  const letPinsBeUsedAnywhere = ({ id }: TenantFixture) =>
    api.db.system.run(sql`update tenants set settings = '{"pin_requires_device": false}' where id = ${id}`);
  const giveTenWrongOnes = async (
    caller: Client,
    attempt: Parameters<Client["authUserPin"]>[0],
    renew?: () => Promise<{ pin_token: string }>,
  ) => {
    let { pin_token } = attempt;
    for (let failure = 1; failure <= 10; failure++) {
      await expect(caller.authUserPin({ ...attempt, pin_token })).rejects.toMatchObject(credentialsInvalid);
      if (failure !== 5) continue;
      api.clock.advance({ minutes: 16 });
      if (renew) ({ pin_token } = await renew());
    }
  };

  it("a driver sets the PIN at the first sign-in and enters it at the next", async () => {
    const { tenant, caller, user_id, proveNumber } = await aDriver();
    await letPinsBeUsedAnywhere(tenant);
    const first = await proveNumber();
    expect(first.pin_set).toBe(false);
    const session = await caller.authUserPin({ pin_token: first.pin_token, pin: correctPin });
    expect(session).toMatchObject({ user_id, device_id: null, pin_token: null });
    const second = await proveNumber();
    expect(second.pin_set).toBe(true);
    await expect(caller.authUserPin({ pin_token: second.pin_token, pin: wrongPin })).rejects.toMatchObject(
      credentialsInvalid,
    );
    await caller.authUserPin({ pin_token: second.pin_token, pin: correctPin });
    await expect(caller.authUserPin({ pin_token: second.pin_token, pin: correctPin })).rejects.toMatchObject(
      challengeInvalid,
    );
  });

  it("what a driver's former number received or proved opens nothing after the number was changed", async () => {
    const { tenant, caller, user_id, phone_number, proveNumber } = await aDriver();
    const { pin_token } = await proveNumber();
    api.clock.advance({ minutes: 3 });
    await caller.authUserPhoneNumber({ phone_number });
    const code = await readCodeSentTo(api.db, tenant, phone_number);
    const office = await api.bearer({ tenant, grants: ["getUsers", "updateUser"] });
    const { firstname, lastname, lock_version } = await office.getUser({ id: user_id });
    const changed = { firstname, lastname, phone_number: nextPhoneNumber(), lock_version };
    await office.updateUser({ id: user_id, ...changed, role_associations: [] });
    await expect(caller.verifyUserPhoneNumber({ phone_number, code })).rejects.toMatchObject(challengeInvalid);
    await expect(caller.authUserPin({ pin_token, pin: correctPin })).rejects.toMatchObject(challengeInvalid);
  });

  it("a driver's session is bound to the phone, where the next sign-in needs no SMS", async () => {
    const { tenant, caller, device_id, device_token, phone_number, session } = await aDriverWithPin();
    expect(session).toMatchObject({ device_id });
    expect(await api.app.principals.authenticate(session.token)).toMatchObject({ kind: "USER", device_id });
    const sent = (await readMessagesSentTo(api.db, tenant, phone_number)).length;
    await letPinsBeUsedAnywhere(tenant);
    const pin_token = session.pin_token as string;
    await expect(caller.authUserPin({ pin_token, pin: correctPin })).rejects.toMatchObject(challengeInvalid);
    expect((await caller.authUserPin({ pin_token, pin: correctPin, device_token })).device_id).toBe(device_id);
    await expect(caller.authUserPin({ pin_token, pin: correctPin, device_token })).rejects.toMatchObject(
      challengeInvalid,
    );
    expect(await readMessagesSentTo(api.db, tenant, phone_number)).toHaveLength(sent);
  });

  it("five wrong PINs lock the PIN for 15 minutes, even for the correct one", async () => {
    const { caller, device_token, session } = await aDriverWithPin();
    const attempt = { pin_token: session.pin_token as string, device_token };
    api.clock.freeze();
    for (let failure = 1; failure <= 5; failure++)
      await expect(caller.authUserPin({ ...attempt, pin: wrongPin })).rejects.toMatchObject(credentialsInvalid);
    const refusal = (await caller
      .authUserPin({ ...attempt, pin: correctPin })
      .catch((fault: unknown) => fault)) as ApiProblem;
    expect(refusal).toMatchObject(attemptsExceeded);
    expect(Number(refusal.arg("retry_after"))).toBe(900);
    api.clock.advance({ minutes: 15, seconds: 1 });
    await caller.authUserPin({ ...attempt, pin: correctPin });
  });

  it("ten wrong PINs void the PIN and end the sessions of the phone and the driver", async () => {
    const { caller, device_token, session, proveNumber } = await aDriverWithPin();
    const attempt = { pin_token: session.pin_token as string, device_token, pin: wrongPin };
    await giveTenWrongOnes(caller, attempt);
    for (const token of [device_token, session.token])
      await expect(api.app.principals.authenticate(token)).rejects.toMatchObject({ code: "AUTH_TOKEN_REVOKED" });
    await expect(caller.authUserPin({ ...attempt, pin: correctPin })).rejects.toMatchObject(challengeInvalid);
    expect(await proveNumber()).toMatchObject({ pin_set: false, pin_release_required: true });
  });

  it("ten wrong PINs end the pushes to the phone on which they were entered", async () => {
    const { caller, device_id, device_token, session } = await aDriverWithPin();
    await api.db.system.run(sql`update devices set push_token = 'fcm-1' where id = ${device_id}`);
    await giveTenWrongOnes(caller, { pin_token: session.pin_token as string, device_token, pin: wrongPin });
    expect(await api.db.system.one(sql`select push_token from devices where id = ${device_id}`)).toEqual({
      push_token: null,
    });
  });

  describe("a PIN that ten wrong ones have voided", () => {
    /**
     * A driver whose PIN was guessed by an attacker who gets the driver's SMS but has no phone that knows the driver.
     */
    const aDriverWhosePinIsVoid = async () => {
      const driver = await aDriverWithPin();
      await letPinsBeUsedAnywhere(driver.tenant);
      const { pin_token } = await driver.proveNumber();
      await giveTenWrongOnes(driver.caller, { pin_token, pin: wrongPin }, driver.proveNumber);
      return driver;
    };
    const signInPhoneAgain = async ({ tenant, caller, phoneOfDevice }: Awaited<ReturnType<typeof aDriver>>) => {
      api.clock.advance({ minutes: 13 });
      await caller.authDevice({ phone_number: phoneOfDevice });
      const one_time_code = await readCodeSentTo(api.db, tenant, phoneOfDevice);
      return (await caller.verifyDevice({ phone_number: phoneOfDevice, one_time_code })).token;
    };

    it("a voided PIN cannot be replaced with a code by SMS alone, nor on a phone that was itself signed in by SMS", async () => {
      const driver = await aDriverWhosePinIsVoid();
      const { pin_token } = await driver.proveNumber();
      await expect(driver.caller.authUserPin({ pin_token, pin: correctPin })).rejects.toMatchObject(pinReleaseRequired);
      const device_token = await signInPhoneAgain(driver);
      const next = await driver.proveNumber();
      const attempt = { pin_token: next.pin_token, pin: correctPin, device_token };
      await expect(driver.caller.authUserPin(attempt)).rejects.toMatchObject(pinReleaseRequired);
    });

    it("a voided PIN can be replaced with a code by SMS on another phone where the driver has signed in before", async () => {
      const { caller, device_token, proveNumber } = await aDriverWhosePinIsVoid();
      const { pin_token } = await proveNumber();
      await caller.authUserPin({ pin_token, pin: "618302", device_token });
      const next = await proveNumber();
      expect(next).toMatchObject({ pin_set: true, pin_release_required: false });
      await caller.authUserPin({ pin_token: next.pin_token, pin: "618302", device_token });
    });

    it("a voided PIN cannot be replaced on the phone that receives the driver's codes, because it would be the only factor", async () => {
      const { tenant, caller, device_id, device_token, phone_number, proveNumber } = await aDriverWhosePinIsVoid();
      await api.db.system.run(
        sql`update devices set phone_number = ${phone_number} where tenant_id = ${tenant.id} and id = ${device_id}`,
      );
      const { pin_token } = await proveNumber();
      await expect(caller.authUserPin({ pin_token, pin: correctPin, device_token })).rejects.toMatchObject(
        pinReleaseRequired,
      );
    });

    it("a voided PIN can be replaced with the same code once a user who may change the driver has released it", async () => {
      const { tenant, caller, user_id, proveNumber } = await aDriverWhosePinIsVoid();
      const dispatcher = await api.bearer({ tenant, grants: ["updateUser", "getUsers"] });
      expect(await dispatcher.getUser({ id: user_id })).toMatchObject({ pin_release_required: true });
      const { pin_token } = await proveNumber();
      await expect(caller.authUserPin({ pin_token, pin: correctPin })).rejects.toMatchObject(pinReleaseRequired);
      expect(await dispatcher.unblockUser({ id: user_id })).toMatchObject({ pin_release_required: false });
      await caller.authUserPin({ pin_token, pin: "618302" });
    });

    it("after the release of a voided PIN the driver may set a new one for fifteen minutes, and the release names the dispatcher", async () => {
      const { tenant, caller, user_id, proveNumber } = await aDriverWhosePinIsVoid();
      const dispatcher = await api.bearer({ tenant, grants: ["releaseSignIn"] });
      const early = await proveNumber();
      const release = await dispatcher.releaseSignIn({ id: user_id });
      expect(release).toMatchObject({ user_id, released_by: dispatcher.session.user_id });
      api.clock.advance({ minutes: 15, seconds: 1 });
      const late = await proveNumber();
      expect(late.pin_release_required).toBe(true);
      const attempt = { pin: "618302" };
      await expect(caller.authUserPin({ ...attempt, pin_token: late.pin_token })).rejects.toMatchObject(
        pinReleaseRequired,
      );
      await expect(caller.authUserPin({ ...attempt, pin_token: early.pin_token })).rejects.toMatchObject(
        challengeInvalid,
      );
      await dispatcher.releaseSignIn({ id: user_id });
      const { pin_token, pin_release_required } = await proveNumber();
      expect(pin_release_required).toBe(false);
      await caller.authUserPin({ ...attempt, pin_token });
      const kept = await api.db.system.one(sql`select pin_voided_at, pin_released_by from users where id = ${user_id}`);
      expect(kept).toEqual({ pin_voided_at: null, pin_released_by: dispatcher.session.user_id });
    });

    it("a released PIN that is voided by ten wrong attempts again requires another release", async () => {
      const { tenant, caller, user_id, proveNumber } = await aDriverWhosePinIsVoid();
      const dispatcher = await api.bearer({ tenant, grants: ["releaseSignIn"] });
      await dispatcher.releaseSignIn({ id: user_id });
      await caller.authUserPin({ pin: "618302", pin_token: (await proveNumber()).pin_token });
      const { pin_token } = await proveNumber();
      await dispatcher.releaseSignIn({ id: user_id });
      await giveTenWrongOnes(caller, { pin_token, pin: wrongPin }, proveNumber);
      const next = await proveNumber();
      await expect(caller.authUserPin({ pin: correctPin, pin_token: next.pin_token })).rejects.toMatchObject(
        pinReleaseRequired,
      );
    });

    it("releasing a PIN requires the grant in a branch that the driver works for", async () => {
      const { tenant, user_id } = await aDriverWhosePinIsVoid();
      const reader = await api.bearer({ tenant, grants: ["getUsers"] });
      await expect(reader.unblockUser({ id: user_id })).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
      const branch = await api.db.system.one<{ id: string }>(
        sql`insert into branches (tenant_id, name) values (${tenant.id}, 'Far away') returning id`,
      );
      const elsewhere = await api.bearer({ tenant, grants: ["updateUser"], branchIds: [branch.id] });
      await expect(elsewhere.unblockUser({ id: user_id })).rejects.toMatchObject({ status: 404 });
      const farDesk = await api.bearer({ tenant, grants: ["releaseSignIn"], branchIds: [branch.id] });
      await expect(reader.releaseSignIn({ id: user_id })).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
      await expect(farDesk.releaseSignIn({ id: user_id })).rejects.toMatchObject({ status: 404 });
    });
  });

  it("32 parallel guesses of a PIN get no more attempts than sequential ones", async () => {
    const { caller, device_token, session } = await aDriverWithPin();
    const attempt = { pin_token: session.pin_token as string, device_token, pin: wrongPin };
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => caller.authUserPin(attempt).catch((fault: ApiProblem) => fault.code)),
    );
    expect(answers.filter((answer) => answer === "AUTH_CREDENTIALS_INVALID")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "AUTH_ATTEMPTS_EXCEEDED")).toHaveLength(27);
  });

  it.each(["111111", "123456", "987654", "121212", "123123", "240785", "112233"])(
    "%s is refused as a first PIN, and the driver can choose another",
    async (easy) => {
      const { caller, device_token, proveNumber } = await aDriver();
      const { pin_token } = await proveNumber();
      await expect(caller.authUserPin({ pin_token, pin: easy, device_token })).rejects.toMatchObject({
        status: 422,
        code: "PASSWORD_NOT_ACCEPTED",
      });
      await caller.authUserPin({ pin_token, pin: correctPin, device_token });
    },
  );

  it.each(["1234", "12345a", "1234567", "１２３４５６"])(
    "%s is refused as a PIN, which must have six digits",
    async (odd) => {
      const { caller, proveNumber } = await aDriver();
      const { pin_token } = await proveNumber();
      await expect(caller.authUserPin({ pin_token, pin: odd })).rejects.toMatchObject({
        status: 400,
        code: "VALIDATION_FAILED",
      });
    },
  );

  it("the proof of a driver's phone number expires after ten minutes", async () => {
    const { caller, proveNumber } = await aDriver();
    const { pin_token } = await proveNumber();
    api.clock.advance({ minutes: 10, seconds: 1 });
    await expect(caller.authUserPin({ pin_token, pin: correctPin })).rejects.toMatchObject(challengeInvalid);
  });

  it("a sign-in by PIN refuses tokens that do not belong to a phone, and phones of another tenant", async () => {
    const { caller, proveNumber } = await aDriver();
    const stranger = await aDriver();
    const { pin_token } = await proveNumber();
    for (const device_token of ["dsp_d_nonsense", stranger.device_token])
      await expect(caller.authUserPin({ pin_token, pin: correctPin, device_token })).rejects.toMatchObject({
        status: 401,
        code: "AUTH_TOKEN_INVALID",
      });
  });

  it("a sign-in by PIN requires a phone unless the tenant has turned that off", async () => {
    const { caller, device_token, proveNumber } = await aDriver();
    const { pin_token } = await proveNumber();
    await expect(caller.authUserPin({ pin_token, pin: correctPin })).rejects.toMatchObject({
      code: "AUTH_TOKEN_INVALID",
    });
    await caller.authUserPin({ pin_token, pin: correctPin, device_token });
  });

  it("a blocked driver is told of the block only after the correct PIN", async () => {
    const { caller, user_id, device_token, session } = await aDriverWithPin();
    await api.db.system.run(sql`update users set blocked = true where id = ${user_id}`);
    const attempt = { pin_token: session.pin_token as string, device_token };
    await expect(caller.authUserPin({ ...attempt, pin: wrongPin })).rejects.toMatchObject(credentialsInvalid);
    await expect(caller.authUserPin({ ...attempt, pin: correctPin })).rejects.toMatchObject({
      status: 403,
      code: "AUTH_USER_BLOCKED",
    });
  });

  it("the sign-in of a driver answers unknown phone numbers like known ones", async () => {
    const { tenant, caller, phone_number } = await aDriver();
    const unknown = nextPhoneNumber();
    const answer = await caller.authUserPhoneNumber({ phone_number });
    expect(await caller.authUserPhoneNumber({ phone_number: unknown })).toEqual(answer);
    await expect(caller.authUserPhoneNumber({ phone_number: unknown })).rejects.toMatchObject({
      code: "MESSAGE_COOLDOWN_ACTIVE",
    });
    expect(await readMessagesSentTo(api.db, tenant, unknown)).toEqual([]);
  });

  it("drivers get no codes in a tenant that has switched off sign-in by phone number", async () => {
    const { tenant, caller, phone_number } = await aDriver();
    await api.db.system.run(sql`update tenants set phone_number_signin = false where id = ${tenant.id}`);
    await expect(caller.authUserPhoneNumber({ phone_number })).rejects.toMatchObject({
      status: 422,
      code: "ACTION_NOT_AVAILABLE",
    });
  });
});
