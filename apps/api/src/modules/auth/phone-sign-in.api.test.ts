import type { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { findTextInDatabase } from "../../testing/find-text";
import {
  readCodeSentTo,
  insertPerson,
  insertDeviceWithPhoneNumber,
  readMessagesSentTo,
  createDifferentCode,
} from "../../testing/sign-in-fixtures";
import { nextPhoneNumber } from "../../testing/fixtures";

const challengeInvalid = { status: 401, code: "AUTH_CHALLENGE_INVALID" };
const attemptsExceeded = { status: 429, code: "AUTH_ATTEMPTS_EXCEEDED" };
const cooldownActive = { status: 429, code: "MESSAGE_COOLDOWN_ACTIVE" };

describe("sign-in of a phone", () => {
  const api = startApi();
  const aPhone = async () => {
    const tenant = await api.aTenant();
    const phone_number = nextPhoneNumber();
    const device_id = await insertDeviceWithPhoneNumber(api.db, tenant, phone_number);
    return { tenant, phone_number, device_id, caller: api.anonymous(tenant) };
  };
  const aCode = async () => {
    const phone = await aPhone();
    await phone.caller.authDevice({ phone_number: phone.phone_number });
    return { ...phone, code: await readCodeSentTo(api.db, phone.tenant, phone.phone_number) };
  };

  it("the code that was sent to a phone opens a session for the phone", async () => {
    const { caller, phone_number, device_id, code } = await aCode();
    const session = await caller.verifyDevice({ phone_number, one_time_code: code });
    expect(session).toMatchObject({ device_id, idle_seconds: 30 * 86_400 });
    expect(session.token).toMatch(/^dsp_d_[\w-]{49}$/);
    const principal = await api.app.principals.authenticate(session.token);
    expect(principal).toMatchObject({ kind: "DEVICE", device_id });
  });

  it("a sign-in code of a phone works once, and only the newest one works", async () => {
    const { tenant, caller, phone_number, code } = await aCode();
    api.clock.advance({ seconds: 61 });
    await caller.authDevice({ phone_number });
    const newer = await readCodeSentTo(api.db, tenant, phone_number);
    // One in a million times both codes are the same; then the older one is as good as the newer.
    const refused =
      newer === code
        ? challengeInvalid
        : await caller.verifyDevice({ phone_number, one_time_code: code }).catch((fault: unknown) => fault);
    expect(refused).toMatchObject(challengeInvalid);
    await caller.verifyDevice({ phone_number, one_time_code: newer });
    await expect(caller.verifyDevice({ phone_number, one_time_code: newer })).rejects.toMatchObject(challengeInvalid);
  });

  it("a sign-in code that was sent to a phone's former number opens no session", async () => {
    const { tenant, caller, phone_number, device_id, code } = await aCode();
    await api.db.system.run(sql`
      update devices set phone_number = ${nextPhoneNumber()} where tenant_id = ${tenant.id} and id = ${device_id}`);
    await expect(caller.verifyDevice({ phone_number, one_time_code: code })).rejects.toMatchObject(challengeInvalid);
  });

  it("a sign-in code of a phone expires after five minutes", async () => {
    const { caller, phone_number, code } = await aCode();
    api.clock.advance({ minutes: 5, seconds: 1 });
    await expect(caller.verifyDevice({ phone_number, one_time_code: code })).rejects.toMatchObject(challengeInvalid);
  });

  it("the sixth guess of a phone's sign-in code is refused even when it is right", async () => {
    const { caller, phone_number, code } = await aCode();
    for (let guess = 1; guess <= 5; guess++)
      await expect(
        caller.verifyDevice({ phone_number, one_time_code: createDifferentCode(code) }),
      ).rejects.toMatchObject(challengeInvalid);
    await expect(caller.verifyDevice({ phone_number, one_time_code: code })).rejects.toMatchObject(attemptsExceeded);
  });

  it("32 parallel guesses of a phone's code get no more attempts than sequential ones", async () => {
    const { caller, phone_number, code } = await aCode();
    const wrong = Array.from({ length: 32 }, () =>
      caller
        .verifyDevice({ phone_number, one_time_code: createDifferentCode(code) })
        .catch((refusal: { code: string }) => refusal.code),
    );
    const answers = await Promise.all(wrong);
    expect(answers.filter((answer) => answer === "AUTH_CHALLENGE_INVALID")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "AUTH_ATTEMPTS_EXCEEDED")).toHaveLength(27);
  });

  it("a correct sign-in code that is sent 16 times at once opens one session", async () => {
    const { caller, phone_number, code } = await aCode();
    const answers = await Promise.allSettled(
      Array.from({ length: 16 }, () => caller.verifyDevice({ phone_number, one_time_code: code })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("a sign-in code of a phone works for no other number, and not for the sign-in of a person", async () => {
    const { tenant, caller, code, phone_number } = await aCode();
    const other = nextPhoneNumber();
    await insertDeviceWithPhoneNumber(api.db, tenant, other);
    await insertPerson(api.db, tenant, { phone_number });
    await caller.authDevice({ phone_number: other });
    const otherCode = await readCodeSentTo(api.db, tenant, other);
    const refused =
      otherCode === code
        ? challengeInvalid
        : await caller.verifyDevice({ phone_number: other, one_time_code: code }).catch((fault: unknown) => fault);
    expect(refused).toMatchObject(challengeInvalid);
    await expect(caller.verifyUserPhoneNumber({ phone_number, code })).rejects.toMatchObject(challengeInvalid);
    const stranger = api.anonymous(await api.aTenant());
    await expect(stranger.verifyDevice({ phone_number, one_time_code: code })).rejects.toMatchObject(challengeInvalid);
  });

  it("sign-ins with unknown phone numbers get the same answers as known ones, including cool-down and wrong codes, but no message", async () => {
    const { tenant, caller, phone_number } = await aPhone();
    const unknown = nextPhoneNumber();
    expect(await caller.authDevice({ phone_number: unknown })).toEqual(await caller.authDevice({ phone_number }));
    const refusals = await Promise.all(
      [phone_number, unknown].map((number) =>
        caller.authDevice({ phone_number: number }).catch((refusal: unknown) => refusal),
      ),
    );
    for (const refusal of refusals) expect(refusal).toMatchObject(cooldownActive);
    for (let guess = 1; guess <= 5; guess++)
      await expect(caller.verifyDevice({ phone_number: unknown, one_time_code: "000000" })).rejects.toMatchObject(
        challengeInvalid,
      );
    await expect(caller.verifyDevice({ phone_number: unknown, one_time_code: "000000" })).rejects.toMatchObject(
      attemptsExceeded,
    );
    expect(await readMessagesSentTo(api.db, tenant, unknown)).toEqual([]);
    expect(await readMessagesSentTo(api.db, tenant, phone_number)).toHaveLength(1);
  });

  it("the wait between codes to one number is the tenant's setting, and a refusal names the remaining seconds", async () => {
    const { tenant, caller, phone_number } = await aPhone();
    await api.db.system.run(sql`update tenants set cool_down_time = 90 where id = ${tenant.id}`);
    api.clock.freeze();
    expect(await caller.authDevice({ phone_number })).toEqual({ cooldown_time: 90 });
    api.clock.advance({ seconds: 60 });
    const early = (await caller.authDevice({ phone_number }).catch((refusal: unknown) => refusal)) as ApiProblem;
    expect(early).toMatchObject(cooldownActive);
    expect(Number(early.arg("retry_after"))).toBe(30);
    api.clock.advance({ seconds: 31 });
    await caller.authDevice({ phone_number });
  });

  it("a phone number gets at most five sign-in codes in any hour", async () => {
    const { tenant, caller, phone_number } = await aPhone();
    for (let sent = 1; sent <= 5; sent++) {
      await caller.authDevice({ phone_number });
      api.clock.advance({ minutes: 2 });
    }
    await expect(caller.authDevice({ phone_number })).rejects.toMatchObject(cooldownActive);
    expect(await readMessagesSentTo(api.db, tenant, phone_number)).toHaveLength(5);
    api.clock.advance({ minutes: 51 });
    await caller.authDevice({ phone_number });
  });

  it("a phone number is locked after twenty wrong codes a day until a dispatcher unlocks it", async () => {
    const { tenant, caller, phone_number } = await aPhone();
    for (let round = 1; round <= 4; round++) {
      await caller.authDevice({ phone_number });
      const code = await readCodeSentTo(api.db, tenant, phone_number);
      for (let guess = 1; guess <= 5; guess++)
        await expect(
          caller.verifyDevice({ phone_number, one_time_code: createDifferentCode(code) }),
        ).rejects.toMatchObject(challengeInvalid);
      api.clock.advance({ minutes: 30 });
    }
    await expect(caller.authDevice({ phone_number })).rejects.toMatchObject(attemptsExceeded);
    api.clock.advance({ days: 3 });
    await expect(caller.authDevice({ phone_number })).rejects.toMatchObject(attemptsExceeded);
  });

  it("signing in with a phone number on another phone ends its earlier sessions", async () => {
    const { tenant, caller, phone_number, code } = await aCode();
    const { token } = await caller.verifyDevice({ phone_number, one_time_code: code });
    api.clock.advance({ minutes: 2 });
    await caller.authDevice({ phone_number });
    await caller.verifyDevice({ phone_number, one_time_code: await readCodeSentTo(api.db, tenant, phone_number) });
    await expect(api.app.principals.authenticate(token)).rejects.toMatchObject({ code: "AUTH_TOKEN_REVOKED" });
  });

  it("signing in with a phone number on another phone ends the pushes to the earlier one", async () => {
    const { tenant, caller, phone_number, device_id, code } = await aCode();
    await caller.verifyDevice({ phone_number, one_time_code: code });
    await api.db.system.run(sql`update devices set push_token = 'fcm-1' where id = ${device_id}`);
    api.clock.advance({ minutes: 2 });
    await caller.authDevice({ phone_number });
    await caller.verifyDevice({ phone_number, one_time_code: await readCodeSentTo(api.db, tenant, phone_number) });
    expect(await api.db.system.one(sql`select push_token from devices where id = ${device_id}`)).toEqual({
      push_token: null,
    });
  });

  it("a disabled phone is told that it is disabled only after the correct code", async () => {
    const { caller, device_id, phone_number, code } = await aCode();
    await api.db.system.run(sql`update devices set disabled = true where id = ${device_id}`);
    await expect(caller.verifyDevice({ phone_number, one_time_code: createDifferentCode(code) })).rejects.toMatchObject(
      challengeInvalid,
    );
    await expect(caller.verifyDevice({ phone_number, one_time_code: code })).rejects.toMatchObject({
      status: 403,
      code: "AUTH_DEVICE_DISABLED",
    });
  });

  it("sign-in codes are not stored in plain text, and each is hashed at the required cost", async () => {
    const { tenant, phone_number, code } = await aCode();
    const found = await findTextInDatabase(api.databaseUrl, code);
    expect(found.equal).toEqual([]);
    expect(new Set(found.containing)).toEqual(new Set(["outbox_messages.body"]));
    const { secret_hash } = await api.db.system.one<{ secret_hash: string }>(sql`
      select secret_hash from challenges where tenant_id = ${tenant.id} order by created_at desc limit 1`);
    expect(secret_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await readMessagesSentTo(api.db, tenant, phone_number)).toHaveLength(1);
  });

  it.each(["0664", "+43", "+4366412345678901", "+43664\n1234567", ""])(
    "the sign-in of a phone refuses %j as a number",
    async (phone_number) => {
      const caller = api.anonymous(await api.aTenant());
      await expect(caller.authDevice({ phone_number })).rejects.toMatchObject({
        status: 400,
        code: "VALIDATION_FAILED",
      });
    },
  );

  it("the sign-in of a phone requires the tenant's sign-in key", async () => {
    const phone_number = nextPhoneNumber();
    await expect(api.anonymous().authDevice({ phone_number })).rejects.toMatchObject({
      status: 400,
      code: "TENANT_KEY_MISSING",
    });
    const wrong = api.anonymous({ ...(await api.aTenant()), tenant_key: "unknown" });
    await expect(wrong.authDevice({ phone_number })).rejects.toMatchObject({ status: 401, code: "TENANT_KEY_INVALID" });
  });
});
