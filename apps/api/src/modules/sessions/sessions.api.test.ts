import { describe, expect, it } from "vitest";
import { createClient } from "@leitstand/client/client";
import { hashPassword } from "#platform/access/password-hash";
import { sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup, type TenantFixture, nextPhoneNumber } from "../../testing/fixtures";
import {
  testPassword,
  readCodeSentTo,
  insertPerson,
  insertDeviceWithPhoneNumber,
} from "../../testing/sign-in-fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";

const FIREFOX_USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const tokenRevoked = { status: 401, code: "AUTH_TOKEN_REVOKED" };
const sessionNotFound = { status: 404, code: "RESOURCE_NOT_FOUND" };
const credentialsInvalid = { status: 401, code: "AUTH_CREDENTIALS_INVALID" };

describe("sessions", () => {
  const api = startApi();

  /** A browser with a user signed in by password. */
  async function aBrowser(tenant: TenantFixture, email: string, userAgent = FIREFOX_USER_AGENT) {
    const named = { headers: { "user-agent": userAgent } };
    const { token, user_id } = await api.anonymous(tenant).authUser({ email, password: testPassword }, named);
    return Object.assign(createClient({ baseUrl: api.url, token: () => token, attempts: 1 }), { user_id, token });
  }

  async function aPerson(tenant?: TenantFixture) {
    const company = tenant ?? (await api.aTenant());
    const email = `${crypto.randomUUID()}@example.org`;
    const id = await insertPerson(api.db, company, { email, phone_number: nextPhoneNumber(), password: testPassword });
    return { tenant: company, email, id, open: (userAgent?: string) => aBrowser(company, email, userAgent) };
  }

  /** A phone that was signed in by a code, and its driver. */
  async function aPhone() {
    const tenant = await api.aTenant();
    const [own, office] = [nextPhoneNumber(), nextPhoneNumber()];
    const device_id = await insertDeviceWithPhoneNumber(api.db, tenant, own);
    const user_id = await insertPerson(api.db, tenant, { phone_number: office });
    const door = api.anonymous(tenant);
    await door.authDevice({ phone_number: own });
    const code = await readCodeSentTo(api.db, tenant, own);
    const { token: device_token } = await door.verifyDevice({ phone_number: own, one_time_code: code });
    await door.authUserPhoneNumber({ phone_number: office });
    const proof = { phone_number: office, code: await readCodeSentTo(api.db, tenant, office) };
    const { pin_token } = await door.verifyUserPhoneNumber(proof);
    const driver = await door.authUserPin({ pin_token, pin: "274916", device_token });
    const as = (token: string) => createClient({ baseUrl: api.url, token: () => token, attempts: 1 });
    const again = () => door.authUserPin({ pin_token: driver.pin_token as string, pin: "274916", device_token });
    return { tenant, device_id, user_id, phone: as(device_token), driver: as(driver.token), again, as };
  }

  it("a list of sessions shows where and how each was opened, and marks that of the caller", async () => {
    const person = await aPerson();
    const first = await person.open();
    const second = await person.open(`Phone\tApp ${"x".repeat(300)}`);
    const sessions = await second.getOwnSessions();
    expect(sessions).toMatchObject([
      { current: true, user_agent: `Phone App ${"x".repeat(190)}` },
      { current: false, user_agent: FIREFOX_USER_AGENT },
    ]);
    for (const session of sessions)
      expect(session).toMatchObject({
        kind: "USER",
        methods: ["PASSWORD"],
        address_prefix: "127.0.0.0/24",
        device_id: null,
        idle_seconds: 1800,
      });
    expect((await first.getOwnSessions()).map(({ current }) => current)).toEqual([true, false]);
  });

  it("a list of sessions omits those that have expired or been idle for too long", async () => {
    const person = await aPerson();
    const [idle, ended, current] = [await person.open(), await person.open(), await person.open()];
    const [own] = await ended.getOwnSessions();
    await api.db.system.run(sql`update tokens set expires_at = now() where id = ${own?.id}`);
    const [other] = await idle.getOwnSessions();
    await api.db.system.run(
      sql`update tokens set last_used_at = now() - interval '31 minutes' where id = ${other?.id}`,
    );
    expect(await current.getOwnSessions()).toMatchObject([{ current: true }]);
  });

  it("signing out ends the caller's session at once, and no other", async () => {
    const person = await aPerson();
    const [leaving, staying] = [await person.open(), await person.open()];
    await leaving.getUserInfo();
    await leaving.signOut();
    await expect(leaving.getUserInfo()).rejects.toMatchObject(tokenRevoked);
    await expect(leaving.signOut()).rejects.toMatchObject(tokenRevoked);
    expect(await staying.getOwnSessions()).toHaveLength(1);
  });

  it("a user can end single sessions, or all except the current one", async () => {
    const person = await aPerson();
    const [dispatcher, lost, older] = [await person.open(), await person.open(), await person.open()];
    const [own] = await lost.getOwnSessions();
    await dispatcher.deleteOwnSession({ id: own?.id as string });
    await expect(lost.getUserInfo()).rejects.toMatchObject(tokenRevoked);
    await expect(dispatcher.deleteOwnSession({ id: own?.id as string })).rejects.toMatchObject(sessionNotFound);
    expect(await dispatcher.getOwnSessions()).toHaveLength(2);
    await dispatcher.deleteOwnSessions();
    await expect(older.getUserInfo()).rejects.toMatchObject(tokenRevoked);
    expect(await dispatcher.getOwnSessions()).toMatchObject([{ current: true }]);
  });

  it("sessions of other users are not listed and cannot be ended", async () => {
    const person = await aPerson();
    const [mine] = await (await person.open()).getOwnSessions();
    const id = mine?.id as string;
    const [colleague, stranger] = [await (await aPerson(person.tenant)).open(), await (await aPerson()).open()];
    for (const other of [colleague, stranger]) {
      expect((await other.getOwnSessions()).map((session) => session.id)).not.toContain(id);
      await expect(other.deleteOwnSession({ id })).rejects.toMatchObject(sessionNotFound);
      await expect(other.getUserSessions({ id: person.id })).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
    }
  });

  it("a list of sessions omits tokens of service accounts, which have lists of their own", async () => {
    const program = await api.bearer({ kind: "SERVICE", grants: [] });
    const kind = { status: 403, code: "AUTH_TOKEN_KIND_NOT_ALLOWED" };
    await expect(program.getOwnSessions()).rejects.toMatchObject(kind);
    await expect(program.deleteOwnSessions()).rejects.toMatchObject(kind);
    await expect(program.signOut()).rejects.toMatchObject(kind);
  });

  it("ending a driver's session on a phone leaves the phone signed in", async () => {
    const { phone, driver, again } = await aPhone();
    expect(await driver.getOwnSessions()).toMatchObject([{ kind: "USER", methods: ["SMS", "PIN"] }]);
    await expect(driver.reauthenticate({ pin: "274917" })).rejects.toMatchObject(credentialsInvalid);
    await driver.reauthenticate({ pin: "274916" });
    await driver.signOut();
    await expect(driver.getUserInfo()).rejects.toMatchObject(tokenRevoked);
    expect(await phone.getOwnSessions()).toMatchObject([{ kind: "DEVICE", methods: ["SMS"], current: true }]);
    await expect(again()).resolves.toMatchObject({ user_id: expect.any(String) });
    expect(await phone.getOwnSessions()).toMatchObject([
      { kind: "DEVICE" },
      { kind: "USER", methods: ["PHONE", "PIN"] },
    ]);
  });

  it("signing out a phone also ends the session of its driver, and deletes the push token of the phone", async () => {
    const { device_id, phone, driver, again } = await aPhone();
    await api.db.system.run(sql`update devices set push_token = 'somewhere' where id = ${device_id}`);
    await phone.signOut();
    await expect(phone.getUserInfo()).rejects.toMatchObject(tokenRevoked);
    await expect(driver.getUserInfo()).rejects.toMatchObject(tokenRevoked);
    await expect(again()).rejects.toMatchObject({ status: 401 });
    const device = await api.db.system.one<{ push_token: string | null }>(
      sql`select push_token from devices where id = ${device_id}`,
    );
    expect(device.push_token).toBeNull();
  });

  it("sessions of a user can be listed and ended by callers who may change the user, within their scope", async () => {
    const tenant = await api.aTenant();
    const [home, away] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const person = await aPerson(tenant);
    const near = await api.bearer({ tenant, grants: ["updateUser"], branchIds: [home] });
    const far = await api.bearer({ tenant, grants: ["updateUser"], branchIds: [away] });
    const group = await insertBranchGroup(api.db, tenant.id, [home]);
    await api.db.system.run(sql`
      insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
      values (${tenant.id}, ${person.id}, ${near.session.role_id}, ${group})`);
    const browser = await person.open();
    const { id } = person;
    expect(await near.getUserSessions({ id })).toMatchObject([{ current: false, user_agent: FIREFOX_USER_AGENT }]);
    await expect(far.getUserSessions({ id })).rejects.toMatchObject(sessionNotFound);
    await expect(far.deleteUserSessions({ id })).rejects.toMatchObject(sessionNotFound);
    await browser.getUserInfo();
    await near.deleteUserSessions({ id });
    await expect(browser.getUserInfo()).rejects.toMatchObject(tokenRevoked);
    expect(await near.getUserSessions({ id })).toEqual([]);
  });
});

describe("repeated authentication", () => {
  const api = startApi();

  const withPassword = async (session: ApiSession) => {
    await api.db.system.run(sql`
      update users set password_hash = ${await hashPassword(testPassword)} where id = ${session.session.user_id}`);
    return session;
  };

  it("reauthenticating checks the password, counts wrong ones like a sign-in, and returns how long it is valid", async () => {
    const person = await withPassword(await api.bearer({ grants: [] }));
    api.clock.freeze();
    const { until } = await person.reauthenticate({ password: testPassword });
    expect(Date.parse(until) - api.clock.now().getTime()).toBe(600_000);
    for (let count = 0; count < 5; count++)
      await expect(person.reauthenticate({ password: "geraten" })).rejects.toMatchObject(credentialsInvalid);
    await expect(person.reauthenticate({ password: testPassword })).rejects.toMatchObject({
      status: 429,
      code: "AUTH_ATTEMPTS_EXCEEDED",
    });
  });

  it("a person who is signed in can prove the password while others are kept waiting for their guesses", async () => {
    const tenant = await api.aTenant();
    const email = `${crypto.randomUUID()}@example.org`;
    await insertPerson(api.db, tenant, { email, phone_number: nextPhoneNumber(), password: testPassword });
    const { token } = await api.anonymous(tenant).authUser({ email, password: testPassword });
    const person = createClient({ baseUrl: api.url, token: () => token, attempts: 1 });
    const guess = () => api.anonymous(tenant).authUser({ email, password: "geraten" });
    for (let count = 0; count < 5; count++) await expect(guess()).rejects.toMatchObject(credentialsInvalid);
    await expect(guess()).rejects.toMatchObject({ code: "AUTH_ATTEMPTS_EXCEEDED" });
    await person.reauthenticate({ password: testPassword });
  });

  it.each([{}, { password: testPassword, pin: "274916" }])(
    "reauthenticating requires exactly one proof, not %o",
    async (proof) => {
      const person = await withPassword(await api.bearer({ grants: [] }));
      const code = "FIELD_COMBINATION_INVALID";
      await expect(person.reauthenticate(proof)).rejects.toMatchObject({ status: 422, code });
    },
  );

  /** A user who signed in a quarter of an hour ago and holds these grants in the whole tenant. */
  async function whoSignedInLongAgo(...grants: string[]) {
    const person = await withPassword(await api.bearer({ grants }));
    const { user_id } = person.session;
    await api.db.system.run(sql`
      update tokens set reauthenticated_at = now() - interval '15 minutes', created_at = now() - interval '15 minutes' where user_id = ${user_id}`);
    return person;
  }
  const wanted = {
    status: 403,
    code: "AUTH_REAUTHENTICATION_REQUIRED",
    args: [{ key: "max_age", value: "600", type: "int" }],
  };
  const aRole = { name: "Gäste", role_type: "READER" as const, branch_access: "ALL" as const, grants: [] };

  it("creating long-lived credentials requires reauthentication, which is valid for ten minutes", async () => {
    const person = await whoSignedInLongAgo("createRole", "createServiceAccountUser");
    await expect(person.createRole(aRole)).rejects.toMatchObject(wanted);
    const account = { name: "Fremde", role_associations: [{ role_id: crypto.randomUUID() }] };
    await expect(person.createServiceAccountUser(account)).rejects.toMatchObject(wanted);
    await person.reauthenticate({ password: testPassword });
    await expect(person.createRole(aRole)).resolves.toMatchObject({ name: "Gäste" });
    api.clock.advance({ minutes: 10 });
    await expect(person.createRole({ ...aRole, name: "Andere" })).rejects.toMatchObject(wanted);
  });

  it("reauthentication is required to assign roles to a user and to change one's own sign-in data, but for no other change of a user", async () => {
    const person = await whoSignedInLongAgo("createUser", "updateUser", "getUsers");
    const { user_id, role_id } = person.session;
    const guest = { firstname: "Anna", lastname: "Gruber", email: `${crypto.randomUUID()}@example.org` };
    const given = [{ role_id }];
    await expect(person.createUser({ ...guest, role_associations: given })).rejects.toMatchObject(wanted);
    const { id, lock_version } = await person.createUser(guest);
    const later = await person.updateUser({ id, lock_version, ...guest, lastname: "Huber" });
    const promoted = { id, lock_version: later.lock_version, ...guest, role_associations: given };
    await expect(person.updateUser(promoted)).rejects.toMatchObject(wanted);
    const own = { id: user_id as string, lock_version: 0, firstname: "Test", lastname: "Person" };
    await expect(person.updateUser({ ...own, email: "thief@example.org" })).rejects.toMatchObject(wanted);
  });

  it("reauthentication is not required of service accounts", async () => {
    const program = await api.bearer({ kind: "SERVICE", grants: ["createRole"] });
    const { user_id } = program.session;
    await api.db.system.run(sql`
      update tokens set reauthenticated_at = null, created_at = now() - interval '1 month' where user_id = ${user_id}`);
    await expect(program.createRole(aRole)).resolves.toMatchObject({ name: "Gäste" });
  });

  it("reauthenticating with a PIN is refused for users without one, and ends no session", async () => {
    const person = await api.bearer({ grants: [] });
    for (let count = 0; count < 3; count++)
      await expect(person.reauthenticate({ pin: "274916" })).rejects.toMatchObject(credentialsInvalid);
    await expect(person.getUserInfo()).resolves.toMatchObject({ kind: "USER" });
  });
});
