import { describe, expect, it } from "vitest";
import { hashPassword } from "#platform/access/password-hash";
import { sql } from "#platform/database/sql";
import { updatePassword } from "#modules/accounts/index";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";

const [before, after] = ["sieben Störche über Linz", "acht Reiher hinter Wels"];

describe("one's own password", () => {
  const api = startApi();

  async function aPerson(grants: readonly string[] = ["changeOwnPassword"]) {
    const person = await api.bearer({ grants });
    await api.db.system.run(sql`
      update users set password_hash = ${await hashPassword(before)} where id = ${person.session.user_id}`);
    return person;
  }
  const mailsOf = (tenantId: string) =>
    api.db.system.many<{ recipient: string; purpose: string; body: string }>(sql`
      select recipient, purpose, body from outbox_messages where tenant_id = ${tenantId} order by seq`);

  it("changing one's own password requires the current one, and ends every session", async () => {
    const person = await aPerson();
    const { tenant, user_id } = person.session;
    await person.changeOwnPassword({ old_password: before, new_password: after });
    api.app.principals.forget();
    await expect(person.getUserInfo()).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_REVOKED" });
    const email = `${user_id}@example.org`;
    const door = api.anonymous(tenant);
    await expect(door.authUser({ email, password: before })).rejects.toMatchObject({
      code: "AUTH_CREDENTIALS_INVALID",
    });
    await expect(door.authUser({ email, password: after })).resolves.toMatchObject({ user_id });
  });

  it("a change by the old password is refused when the password is replaced while it is under way", async () => {
    const person = await aPerson();
    const { tenant, user_id } = person.session;
    const byOwner = "neun Kraniche ober Passau";
    const ownHash = await hashPassword(byOwner);
    const { outcome } = await api.db.systemTransaction(tenant.id, async (tx) => {
      await updatePassword(tx, user_id as string, ownHash);
      return startBlockedWork({ tx, db: api.db.system }, () =>
        person.changeOwnPassword({ old_password: before, new_password: after }).catch((fault: unknown) => fault),
      );
    });
    expect(await outcome).toMatchObject({ status: 401, code: "AUTH_CREDENTIALS_INVALID" });
    const email = `${user_id}@example.org`;
    expect(await api.anonymous(tenant).authUser({ email, password: byOwner })).toMatchObject({ user_id });
  });

  it("a wrong current password leaves the password unchanged, and after five of them the user has to wait", async () => {
    const person = await aPerson();
    const guess = () => person.changeOwnPassword({ old_password: "ein geratener langer Satz", new_password: after });
    for (let count = 0; count < 5; count++)
      await expect(guess()).rejects.toMatchObject({ status: 401, code: "AUTH_CREDENTIALS_INVALID" });
    await expect(guess()).rejects.toMatchObject({ status: 429, code: "AUTH_ATTEMPTS_EXCEEDED" });
    await expect(person.getUserInfo()).resolves.toMatchObject({ kind: "USER" });
  });

  it.each([
    ["too short", "kurz", "TOO_SHORT"],
    ["made of the person's own name", "Test Person Test Person", "CONTEXT"],
  ])("a new password is refused when it is %s", async (_title, new_password, rule) => {
    const person = await aPerson();
    const weak = person.changeOwnPassword({ old_password: before, new_password });
    await expect(weak).rejects.toMatchObject({
      status: 422,
      code: "PASSWORD_NOT_ACCEPTED",
      args: [expect.objectContaining({ key: "rule", value: rule })],
    });
  });

  it("a user can set a new password by a mailed link, which can be requested once in the cool-down", async () => {
    const person = await aPerson();
    expect(await person.requestPasswordChange()).toEqual({ cooldown_time: 60 });
    await expect(person.requestPasswordChange()).rejects.toMatchObject({
      status: 429,
      code: "MESSAGE_COOLDOWN_ACTIVE",
    });
    const { tenant, user_id } = person.session;
    expect(await mailsOf(tenant.id)).toMatchObject([{ recipient: `${user_id}@example.org`, purpose: "SET_PASSWORD" }]);
  });

  it("only people have a password, so phones and service accounts cannot change one", async () => {
    const program = await api.bearer({ kind: "SERVICE", grants: ["changeOwnPassword"] });
    const refused = { status: 403, code: "AUTH_TOKEN_KIND_NOT_ALLOWED" };
    await expect(program.requestPasswordChange()).rejects.toMatchObject(refused);
    const change = program.changeOwnPassword({ old_password: before, new_password: after });
    await expect(change).rejects.toMatchObject(refused);
  });

  it("a new user sets the first password by a mailed link, or by another one that an administrator sends", async () => {
    const boss = await api.bearer({ grants: ["createUser", "updateUser", "getUsers"] });
    const { tenant } = boss.session;
    const { id } = await boss.createUser({ firstname: "Anna", lastname: "Gruber", email: "anna@example.org" });
    expect(await boss.resendSetPasswordEmail({ id })).toEqual({ cooldown_time: 60 });
    const again = boss.resendSetPasswordEmail({ id });
    await expect(again).rejects.toMatchObject({ status: 429, code: "MESSAGE_COOLDOWN_ACTIVE" });
    const tokens = (await mailsOf(tenant.id)).map(({ body }) => /token=([\w-]+)/.exec(body)?.[1] ?? "");
    expect(tokens).toHaveLength(2);
    const [first = "", second = ""] = tokens;
    const door = api.anonymous(tenant);
    await expect(door.setPassword({ token: first, password: after })).rejects.toMatchObject({
      code: "AUTH_CHALLENGE_INVALID",
    });
    await door.setPassword({ token: second, password: after });
    expect(await boss.getUser({ id })).toMatchObject({ password_set: true });
  });

  it("the link to set a password is not mailed to users without an address or of another tenant", async () => {
    const boss = await api.bearer({ grants: ["createUser", "updateUser"] });
    const { id } = await boss.createUser({ firstname: "Anna", lastname: "Gruber", phone_number: "+4366412345678" });
    const nowhere = boss.resendSetPasswordEmail({ id });
    await expect(nowhere).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    const stranger = await api.bearer({ grants: ["updateUser"] });
    await expect(stranger.resendSetPasswordEmail({ id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("a link to set a password that was mailed to an earlier address of the user no longer works", async () => {
    const boss = await api.bearer({ grants: ["createUser", "updateUser", "getUsers"] });
    const { tenant } = boss.session;
    const user = await boss.createUser({ firstname: "Anna", lastname: "Gruber", email: "old@example.org" });
    const token = /token=([\w-]+)/.exec((await mailsOf(tenant.id))[0]?.body ?? "")?.[1] ?? "";
    await boss.updateUser({
      id: user.id,
      lock_version: 0,
      firstname: "Anna",
      lastname: "Gruber",
      email: "new@example.org",
    });
    const late = api.anonymous(tenant).setPassword({ token, password: after });
    await expect(late).rejects.toMatchObject({ status: 401, code: "AUTH_CHALLENGE_INVALID" });
  });
});
