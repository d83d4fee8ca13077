import type { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { hashPassword } from "#platform/access/password-hash";
import { sql } from "#platform/database/sql";
import { updatePassword } from "#modules/accounts/index";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";
import {
  testPassword,
  insertPerson,
  readLinkTokenSentTo,
  readMessagesSentTo,
  type PersonOptions,
} from "../../testing/sign-in-fixtures";

const credentialsInvalid = { status: 401, code: "AUTH_CREDENTIALS_INVALID" };
const attemptsExceeded = { status: 429, code: "AUTH_ATTEMPTS_EXCEEDED" };
const challengeInvalid = { status: 401, code: "AUTH_CHALLENGE_INVALID" };
const wrongPassword = "not the right password";
let personCount = 0;

describe("sign-in by password", () => {
  const api = startApi();
  const aPerson = async (options: PersonOptions = {}) => {
    const tenant = await api.aTenant();
    const email = `person${++personCount}@example.org`;
    const user_id = await insertPerson(api.db, tenant, { email, password: testPassword, ...options });
    return { tenant, email, user_id, caller: api.anonymous(tenant) };
  };
  const failing = async (times: number, attempt: () => Promise<unknown>) => {
    for (let failure = 1; failure <= times; failure++)
      await expect(attempt()).rejects.toMatchObject(credentialsInvalid);
  };

  it("a sign-in by password opens a session that lasts twelve hours and ends after half an hour without a call", async () => {
    const { caller, email, user_id } = await aPerson();
    api.clock.freeze();
    const { token, idle_seconds, expires_at } = await caller.authUser({
      email: email.toUpperCase(),
      password: testPassword,
    });
    expect(idle_seconds).toBe(1800);
    expect(Date.parse(expires_at) - api.clock.now().getTime()).toBe(12 * 3_600_000);
    expect(await api.app.principals.authenticate(token)).toMatchObject({ kind: "USER", user_id });
    for (let half = 1; half <= 23; half++) {
      api.clock.advance({ minutes: 29 });
      await api.app.principals.authenticate(token);
      await api.app.principals.recordUse();
    }
    api.clock.advance({ minutes: 31 });
    await expect(api.app.principals.authenticate(token)).rejects.toMatchObject({ code: "AUTH_TOKEN_EXPIRED" });
    // The refused call is no use of the token, also once the cache has forgotten it.
    await api.app.principals.recordUse();
    api.clock.advance({ minutes: 1 });
    await expect(api.app.principals.authenticate(token)).rejects.toMatchObject({ code: "AUTH_TOKEN_EXPIRED" });
  });

  it("a sign-in accepts a password in every Unicode composition of its letters", async () => {
    const { caller, email, user_id } = await aPerson({ password: testPassword.normalize("NFD") });
    for (const form of ["NFD", "NFC", "NFKC"])
      expect(await caller.authUser({ email, password: testPassword.normalize(form) })).toMatchObject({ user_id });
  });

  it("a sign-in answers unknown, wrong, blocked and passwordless users with the same words", async () => {
    const { tenant, caller, email } = await aPerson();
    await insertPerson(api.db, tenant, { email: "blocked@example.org", password: testPassword, blocked: true });
    await insertPerson(api.db, tenant, { email: "new@example.org" });
    const answers = await Promise.all(
      [email, "unknown@example.org", "blocked@example.org", "new@example.org"].map((address) =>
        caller.authUser({ email: address, password: wrongPassword }).catch((refusal: ApiProblem) => refusal),
      ),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ ...credentialsInvalid, args: [], title: "Sign-in failed" });
    const blocked = caller.authUser({ email: "blocked@example.org", password: testPassword });
    await expect(blocked).rejects.toMatchObject({ status: 403, code: "AUTH_USER_BLOCKED" });
  });

  it("after five wrong passwords a sign-in has to wait 30 seconds, doubling to an hour, whether its address is known or not", async () => {
    const { caller, email } = await aPerson();
    api.clock.freeze();
    for (const address of [email, "unknown@example.org"]) {
      await failing(5, () => caller.authUser({ email: address, password: wrongPassword }));
      for (const seconds of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]) {
        const right = caller
          .authUser({ email: address, password: testPassword })
          .catch((refusal: ApiProblem) => refusal);
        const refusal = (await right) as ApiProblem;
        expect(refusal).toMatchObject(attemptsExceeded);
        expect(Number(refusal.arg("retry_after"))).toBe(seconds);
        api.clock.advance({ seconds });
        await failing(1, () => caller.authUser({ email: address, password: wrongPassword }));
      }
    }
  });

  it("a successful sign-in resets the count of failures", async () => {
    const { caller, email } = await aPerson();
    for (let round = 1; round <= 3; round++) {
      await failing(4, () => caller.authUser({ email, password: wrongPassword }));
      expect((await caller.authUser({ email, password: testPassword })).token).toMatch(/^dsp_u_/);
    }
  });

  it("a known device signs in with the right password while others guess it, and waits only for its own failures", async () => {
    const { caller, email } = await aPerson();
    const { known_device_token } = await caller.authUser({ email, password: testPassword });
    await failing(5, () => caller.authUser({ email, password: wrongPassword }));
    await expect(caller.authUser({ email, password: testPassword })).rejects.toMatchObject(attemptsExceeded);
    const forged = `${known_device_token?.slice(0, -2)}xx`;
    await expect(caller.authUser({ email, password: testPassword, known_device_token: forged })).rejects.toMatchObject(
      attemptsExceeded,
    );
    const known = { known_device_token: known_device_token as string };
    await failing(5, () => caller.authUser({ email, password: wrongPassword, ...known }));
    await expect(caller.authUser({ email, password: testPassword, ...known })).rejects.toMatchObject(attemptsExceeded);
    api.clock.advance({ seconds: 31 });
    await caller.authUser({ email, password: testPassword, ...known });
  });

  it("32 parallel guesses of a password get no more attempts than sequential ones", async () => {
    const { caller, email } = await aPerson();
    const guess = () =>
      caller.authUser({ email, password: wrongPassword }).catch((refusal: ApiProblem) => refusal.code);
    const answers = await Promise.all(Array.from({ length: 32 }, guess));
    expect(answers.filter((answer) => answer === "AUTH_CREDENTIALS_INVALID")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "AUTH_ATTEMPTS_EXCEEDED")).toHaveLength(27);
  });

  it("after a hundred failures in a row a user can sign in only by a mailed link", async () => {
    const { tenant, caller, email } = await aPerson();
    await failing(1, () => caller.authUser({ email, password: wrongPassword }));
    await api.db.system.run(
      sql`update auth_counters set failures = 100 where tenant_id = ${tenant.id} and scope = 'PASSWORD'`,
    );
    api.clock.advance({ days: 30 });
    await expect(caller.authUser({ email, password: testPassword })).rejects.toMatchObject(attemptsExceeded);
    await caller.requestPasswordReset({ email });
    const token = await readLinkTokenSentTo(api.db, tenant, email);
    await caller.setPassword({ token, password: "neun Reiher am Wörthersee" });
    await caller.authUser({ email, password: "neun Reiher am Wörthersee" });
  });

  it("sign-ins from a network address that fails with many user names are slowed down", async () => {
    const { tenant, caller } = await aPerson();
    await caller
      .authUser({ email: "first@example.org", password: wrongPassword })
      .catch((refusal: ApiProblem) => refusal);
    await api.db.system.run(
      sql`update auth_counters set failures = 49 where tenant_id = ${tenant.id} and scope = 'PASSWORD_NETWORK'`,
    );
    await failing(1, () => caller.authUser({ email: "fiftieth@example.org", password: wrongPassword }));
    await expect(caller.authUser({ email: "other@example.org", password: wrongPassword })).rejects.toMatchObject(
      attemptsExceeded,
    );
  });

  it("a known device signs in while its network is slowed down, and its failures do not count against the network", async () => {
    const { tenant, caller, email } = await aPerson();
    const known_device_token = (await caller.authUser({ email, password: testPassword })).known_device_token as string;
    await failing(1, () => caller.authUser({ email: "neighbour@example.org", password: wrongPassword }));
    const network = sql`tenant_id = ${tenant.id} and scope = 'PASSWORD_NETWORK'`;
    await api.db.system.run(sql`update auth_counters set failures = 49 where ${network}`);
    await failing(1, () => caller.authUser({ email: "other@example.org", password: wrongPassword }));
    await expect(caller.authUser({ email, password: testPassword })).rejects.toMatchObject(attemptsExceeded);
    await caller.authUser({ email, password: testPassword, known_device_token });
    await failing(1, () => caller.authUser({ email, password: wrongPassword, known_device_token }));
    const forged = `${known_device_token.slice(0, -2)}xx`;
    await expect(caller.authUser({ email, password: testPassword, known_device_token: forged })).rejects.toMatchObject(
      attemptsExceeded,
    );
    expect(await api.db.system.one(sql`select failures from auth_counters where ${network}`)).toEqual({ failures: 50 });
  });

  it("passwords are hashed with argon2id at the required cost", async () => {
    const { tenant, caller, email, user_id } = await aPerson();
    await caller.requestPasswordReset({ email });
    await caller.setPassword({
      token: await readLinkTokenSentTo(api.db, tenant, email),
      password: "neun Reiher am Wörthersee",
    });
    const row = sql`select password_hash from users where tenant_id = ${tenant.id} and id = ${user_id}`;
    const { password_hash } = await api.db.system.one<{ password_hash: string }>(row);
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("a password reset link is sent only to known users, and the answer is the same for all addresses", async () => {
    const { tenant, caller, email } = await aPerson();
    const answer = await caller.requestPasswordReset({ email });
    expect(await caller.requestPasswordReset({ email: "unknown@example.org" })).toEqual(answer);
    for (const address of [email, "unknown@example.org"])
      await expect(caller.requestPasswordReset({ email: address })).rejects.toMatchObject({
        code: "MESSAGE_COOLDOWN_ACTIVE",
      });
    expect(await readMessagesSentTo(api.db, tenant, email)).toHaveLength(1);
    expect(await readMessagesSentTo(api.db, tenant, "unknown@example.org")).toEqual([]);
  });

  it("a password reset link works once, within 30 minutes, and only if it is the newest", async () => {
    const { tenant, caller, email } = await aPerson();
    const password = "neun Reiher am Wörthersee";
    await caller.requestPasswordReset({ email });
    const older = await readLinkTokenSentTo(api.db, tenant, email);
    expect(await caller.validatePasswordResetToken({ token: older })).toMatchObject({ email });
    api.clock.advance({ seconds: 61 });
    await caller.requestPasswordReset({ email });
    const newer = await readLinkTokenSentTo(api.db, tenant, email);
    await expect(caller.validatePasswordResetToken({ token: older })).rejects.toMatchObject(challengeInvalid);
    await expect(caller.setPassword({ token: older, password })).rejects.toMatchObject(challengeInvalid);
    expect(await caller.setPassword({ token: newer, password })).toEqual({ email });
    await expect(caller.setPassword({ token: newer, password })).rejects.toMatchObject(challengeInvalid);
    api.clock.advance({ seconds: 61 });
    await caller.requestPasswordReset({ email });
    const late = await readLinkTokenSentTo(api.db, tenant, email);
    api.clock.advance({ minutes: 30 });
    await expect(caller.setPassword({ token: late, password })).rejects.toMatchObject(challengeInvalid);
  });

  it("setting a password by link ends all sessions of the person, whose known devices become unknown", async () => {
    const { tenant, caller, email } = await aPerson();
    const session = await caller.authUser({ email, password: testPassword });
    await caller.requestPasswordReset({ email });
    const password = "neun Reiher am Wörthersee";
    await caller.setPassword({ token: await readLinkTokenSentTo(api.db, tenant, email), password });
    await expect(api.app.principals.authenticate(session.token)).rejects.toMatchObject({ code: "AUTH_TOKEN_REVOKED" });
    await failing(5, () => caller.authUser({ email, password: wrongPassword }));
    const known_device_token = session.known_device_token as string;
    await expect(caller.authUser({ email, password, known_device_token })).rejects.toMatchObject(attemptsExceeded);
  });

  it("a sign-in by the old password is refused when the password is replaced while it is under way", async () => {
    const { tenant, caller, email, user_id } = await aPerson();
    const password = "elf Störche am Neusiedler See";
    const password_hash = await hashPassword(password.normalize("NFKC"));
    const { outcome } = await api.db.systemTransaction(tenant.id, async (tx) => {
      await updatePassword(tx, user_id, password_hash);
      return startBlockedWork({ tx, db: api.db.system }, () =>
        caller.authUser({ email, password: testPassword }).catch((fault: unknown) => fault),
      );
    });
    expect(await outcome).toMatchObject(credentialsInvalid);
    expect(await api.db.system.many(sql`select id from tokens where user_id = ${user_id}`)).toEqual([]);
    expect(await caller.authUser({ email, password })).toMatchObject({ user_id });
  });

  it("a password reset link that is used 16 times at once sets one password", async () => {
    const { tenant, caller, email } = await aPerson();
    await caller.requestPasswordReset({ email });
    const token = await readLinkTokenSentTo(api.db, tenant, email);
    const passwords = Array.from({ length: 16 }, (_, index) => `Kranich Nummer ${index} fliegt heim`);
    const answers = await Promise.allSettled(passwords.map((password) => caller.setPassword({ token, password })));
    const winners = passwords.filter((_, index) => answers[index]?.status === "fulfilled");
    expect(winners).toHaveLength(1);
    await caller.authUser({ email, password: winners[0] as string });
  });

  it.each([
    ["TOO_SHORT", "kurze Störche!"],
    ["TOO_LONG", "Störche ".repeat(20)],
    ["COMMON", "passwordpassword"],
    ["CONTEXT", "Hannelore Obermoser 1"],
  ])("setting a password refuses one that is %s, and the reset link remains valid", async (rule, password) => {
    const { tenant, caller, email } = await aPerson();
    await caller.requestPasswordReset({ email });
    const token = await readLinkTokenSentTo(api.db, tenant, email);
    const refusal = (await caller.setPassword({ token, password }).catch((fault: unknown) => fault)) as ApiProblem;
    expect(refusal).toMatchObject({ status: 422, code: "PASSWORD_NOT_ACCEPTED" });
    expect(refusal.arg("rule")).toBe(rule);
    await caller.validatePasswordResetToken({ token });
  });

  it("a password reset link of one tenant does not work for another", async () => {
    const { tenant, caller, email } = await aPerson();
    await caller.requestPasswordReset({ email });
    const token = await readLinkTokenSentTo(api.db, tenant, email);
    const stranger = api.anonymous(await api.aTenant());
    await expect(stranger.validatePasswordResetToken({ token })).rejects.toMatchObject(challengeInvalid);
  });
});
