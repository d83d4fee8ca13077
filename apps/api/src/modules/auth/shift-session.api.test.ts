import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { issueToken } from "#platform/access/session";
import { hashToken } from "#platform/access/tokens";
import { sql } from "#platform/database/sql";
import type { TenantFixture } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { createDriverWithPhone, readCodeSentTo } from "../../testing/sign-in-fixtures";

const driverPin = "274916";

describe("the end of a driver's session on a phone", () => {
  const api = startApi();
  const aDriverWithPin = async () => {
    const driver = await createDriverWithPhone(api);
    const { tenant, caller, phone_number, device_token } = driver;
    await caller.authUserPhoneNumber({ phone_number });
    const code = await readCodeSentTo(api.db, tenant, phone_number);
    const { pin_token } = await caller.verifyUserPhoneNumber({ phone_number, code });
    const session = await caller.authUserPin({ pin_token, pin: driverPin, device_token });
    return { ...driver, session };
  };
  const aTour = async (
    { tenant, user_id }: { tenant: TenantFixture; user_id: string },
    { status, from, to }: { status: "STARTED" | "SCHEDULED"; from: number; to: number | null },
  ) => {
    const at = (hours: number) => new Date(api.clock.now().getTime() + hours * 3_600_000);
    const id = randomUUID();
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`
        insert into tours (tenant_id, id, status, started_sub_state, scheduled_start_at, scheduled_end_at, started_at)
        values (${tenant.id}, ${id}, ${status}, ${status === "STARTED" ? "ACTIVE" : null}, ${at(from)}, ${to === null ? null : at(to)},
          ${status === "STARTED" ? at(from) : null})`);
      await tx.run(sql`insert into tour_users (tenant_id, tour_id, user_id) values (${tenant.id}, ${id}, ${user_id})`);
    });
    return id;
  };
  const hoursOf = ({ expires_at }: { expires_at: string }) =>
    (Date.parse(expires_at) - api.clock.now().getTime()) / 3_600_000;
  const signInAgain = async (driver: Awaited<ReturnType<typeof aDriverWithPin>>) => {
    const { caller, device_token, session } = driver;
    return caller.authUserPin({ pin_token: session.pin_token as string, pin: driverPin, device_token });
  };

  it.each([
    ["an hour longer than the running shift", { status: "STARTED", from: -2, to: 6 }, 7],
    ["an hour longer than the next planned shift", { status: "SCHEDULED", from: 1, to: 9 }, 10],
    ["an hour when the planned end of the shift has passed", { status: "STARTED", from: -9, to: -1 }, 1],
    ["16 hours at most", { status: "STARTED", from: -1, to: 20 }, 16],
    ["16 hours when its shift has no planned end", { status: "STARTED", from: -1, to: null }, 16],
    ["16 hours without a shift today, tomorrow's left aside", { status: "SCHEDULED", from: 24, to: 32 }, 16],
  ] as const)("a driver's session on a phone lasts %s", async (_what, tour, hours) => {
    api.clock.freeze();
    const driver = await aDriverWithPin();
    await aTour(driver, tour);
    const session = await signInAgain(driver);
    expect(hoursOf(session)).toBe(hours);
    expect(session.idle_seconds).toBeNull();
  });

  it("a driver's session ends five minutes after the tour is finished, for the whole crew but not for dispatchers", async () => {
    const driver = await aDriverWithPin();
    const { tenant, user_id, session } = driver;
    const id = await aTour(driver, { status: "STARTED", from: -8, to: 0 });
    const dispatcher = await api.bearer({ tenant, grants: ["finishTour", "getTours"] });
    const office = await api.db.systemTransaction(tenant.id, (tx) =>
      issueToken(tx, { kind: "USER", user_id, now: api.clock.now() }),
    );
    const stranger = await aDriverWithPin();
    const { lock_version } = await dispatcher.getTour({ id });
    await api.app.principals.authenticate(session.token);
    await dispatcher.finishTour({ id, lock_version });
    // The phone is notified of the end, and still sends what it has queued.
    await expect(api.app.principals.authenticate(session.token)).resolves.toMatchObject({ kind: "USER" });
    api.clock.advance({ minutes: 5, seconds: 1 });
    await expect
      .poll(() => api.app.principals.authenticate(session.token).catch((fault: unknown) => fault))
      .toMatchObject({ code: "AUTH_TOKEN_EXPIRED" });
    for (const { token } of [office, stranger.session])
      await expect(api.app.principals.authenticate(token)).resolves.toMatchObject({ kind: "USER" });
  });

  it.each([
    ["an hour longer than that tour", { from: 0, to: 6 }, 7],
    ["16 hours from the sign-in at most", { from: 0, to: 15 }, 14],
    ["16 hours from the sign-in where that tour has no planned end", { from: 0, to: null }, 14],
  ] as const)("a driver who ends a tour and begins the next stays signed in, %s", async (_what, next, hours) => {
    api.clock.freeze();
    const driver = await aDriverWithPin();
    const { tenant } = driver;
    const former = await aTour(driver, { status: "STARTED", from: -2, to: 3 });
    const { token } = await signInAgain(driver);
    const { id: revoked } = await api.db.system.one<{ id: string }>(sql`
      update tokens set revoked_at = ${api.clock.now()} where token_hash = ${hashToken(driver.session.token)} returning id`);
    const dispatcher = await api.bearer({ tenant, grants: ["finishTour", "updateTour", "getTours"] });
    api.clock.advance({ hours: 2 });
    const id = await aTour(driver, { status: "SCHEDULED", ...next });
    await dispatcher.finishTour({ id: former, lock_version: 0 });
    await dispatcher.startTour({ id, lock_version: 0 });
    api.app.principals.forget();
    expect(hoursOf(await api.app.principals.authenticate(token))).toBe(hours);
    const ended = await api.db.system.one<{ expires_at: string }>(
      sql`select expires_at from tokens where id = ${revoked}`,
    );
    expect(hoursOf(ended)).toBe(14);
  });

  it("a tour that begins brings back no session that has expired after the end of the tour before", async () => {
    const driver = await aDriverWithPin();
    const { tenant, session } = driver;
    const former = await aTour(driver, { status: "STARTED", from: -2, to: 1 });
    const dispatcher = await api.bearer({ tenant, grants: ["finishTour", "updateTour", "getTours"] });
    await dispatcher.finishTour({ id: former, lock_version: 0 });
    api.clock.advance({ minutes: 6 });
    const id = await aTour(driver, { status: "SCHEDULED", from: 0, to: 6 });
    await dispatcher.startTour({ id, lock_version: 0 });
    api.app.principals.forget();
    await expect(api.app.principals.authenticate(session.token)).rejects.toMatchObject({ code: "AUTH_TOKEN_EXPIRED" });
  });

  it("a driver's session ends when the person is blocked, and when the phone is disabled", async () => {
    const [blocked, lost] = [await aDriverWithPin(), await aDriverWithPin()];
    const dispatcher = await api.bearer({ tenant: blocked.tenant, grants: ["updateUser", "getUsers"] });
    const { lock_version, role_associations: _roles, ...person } = await dispatcher.getUser({ id: blocked.user_id });
    const { firstname, lastname, phone_number, email, language } = person;
    const change = { firstname, lastname, phone_number, email, language, role_associations: [], blocked: true };
    await dispatcher.updateUser({ id: blocked.user_id, lock_version, ...change });
    await api.db.system.run(sql`update devices set disabled = true where id = ${lost.device_id}`);
    api.app.principals.forget();
    const tokens = [blocked.session.token, lost.session.token];
    const faults = await Promise.all(
      tokens.map((token) => api.app.principals.authenticate(token).catch((fault: unknown) => fault)),
    );
    expect(faults).toMatchObject([{ code: "AUTH_TOKEN_REVOKED" }, { code: "AUTH_DEVICE_DISABLED" }]);
  });
  it("a driver's session on a phone does not end for lack of calls before its limit", async () => {
    const { session } = await aDriverWithPin();
    await api.app.principals.authenticate(session.token);
    await api.app.principals.recordUse();
    api.clock.advance({ hours: 15 });
    await expect(api.app.principals.authenticate(session.token)).resolves.toMatchObject({ kind: "USER" });
    api.clock.advance({ hours: 1, seconds: 1 });
    await expect(api.app.principals.authenticate(session.token)).rejects.toMatchObject({ code: "AUTH_TOKEN_EXPIRED" });
  });
});
