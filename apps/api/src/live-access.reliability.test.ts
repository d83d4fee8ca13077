import { describe, expect, it } from "vitest";
import { announce, announceInternally, type Audience } from "#platform/events/events";
import { type Sql, sql } from "#platform/database/sql";
import { PostgresBus } from "#platform/events/postgres-bus";
import { insertBranch } from "./testing/fixtures";
import { aNode, follow, listen, receive, say, titleOf } from "./testing/live-streams";
import { type BearerOptions, type Session, startApi } from "./testing/start-api";

const GRANTS = ["getDashboard", "getAreas", "getCases"];

describe("who may listen", () => {
  const api = startApi();

  const change = (session: Session, statement: Sql, concern: object = {}) =>
    api.db.systemTransaction(session.session.tenant.id, async (tx) => {
      await tx.run(statement);
      const payload = { tenant_id: session.session.tenant.id, ...concern };
      announceInternally(tx, { type: "principals changed", payload });
    });

  const ends: readonly [string, string, (session: Session) => Promise<void>][] = [
    [
      "a blocked user",
      "AUTH_USER_BLOCKED",
      (session) => {
        const { user_id } = session.session;
        return change(session, sql`update users set blocked = true where id = ${user_id}`, { user_id });
      },
    ],
    [
      "a blacklisted token",
      "AUTH_TOKEN_REVOKED",
      (session) =>
        change(session, sql`update tokens set blacklisted = true where user_id = ${session.session.user_id}`),
    ],
    [
      "a role without the grant",
      "AUTH_GRANT_MISSING",
      (session) => change(session, sql`update roles set grants = '{}' where id = ${session.session.role_id}`),
    ],
  ];

  it.each(ends)("ends the streams of %s within 5 s on every node", async (_who, code, end) => {
    const bus = (db: ConstructorParameters<typeof PostgresBus>[0]) => ({ bus: new PostgresBus(db, () => undefined) });
    const nodes = await Promise.all([1, 2, 3].map(() => aNode(api.databaseUrl, bus)));
    const session = await api.bearer({ grants: GRANTS });
    const bystander = await api.bearer({ grants: GRANTS, tenant: session.session.tenant });
    const streams = await Promise.all(nodes.map(({ url }) => listen({ url, session })));
    const others = await Promise.all(nodes.map(({ url }) => listen({ url, session: bystander }, "still here")));
    const beganAt = performance.now();
    await end(session);
    for (const { reading } of streams) await expect(reading).rejects.toMatchObject({ code });
    expect(performance.now() - beganAt).toBeLessThan(5_000);
    await api.db.transaction(session.session.tenant.id, async (tx) => say(tx, "still here"));
    for (const { reading } of others) expect((await reading).map(titleOf)).toEqual(["still here"]);
  });

  it("ends the streams of a disabled device", async () => {
    const tenant = await api.aTenant();
    const branch = await insertBranch(api.db, tenant.id);
    const session = await api.bearer({ tenant, kind: "DEVICE", grants: GRANTS, branchIds: [branch] });
    const { reading } = await listen({ url: api.url, session });
    const { device_id } = session.session;
    await change(session, sql`update devices set disabled = true where id = ${device_id}`, { device_id });
    await expect(reading).rejects.toMatchObject({ code: "AUTH_DEVICE_DISABLED" });
  });

  it("tells a listener whose rights have changed to look again, and shows what they may see from then on", async () => {
    const session = await api.bearer({ grants: ["getDashboard"] });
    const { role_id, tenant } = session.session;
    const bystander = await api.bearer({ grants: GRANTS, tenant });
    const { reading } = await listen({ url: api.url, session }, "(reset)");
    const { reading: seen } = await listen({ url: api.url, session: bystander }, "not yet");
    await api.db.transaction(tenant.id, async (tx) => say(tx, "not yet"));
    // Changed rights are heard of before the log is read: the reset comes after what the bystander has seen.
    await seen;
    await change(session, sql`update roles set grants = ${GRANTS} where id = ${role_id}`);
    const received = await reading;
    expect(received).toMatchObject([{ type: "reset", data: { reason: "rights_changed" } }]);
    const lastEventId = received[0]?.id ?? "";
    const stream = follow({ url: api.url, session, lastEventId });
    await api.db.transaction(tenant.id, async (tx) => say(tx, "visible"));
    expect((await receive(stream, "visible")).map(titleOf)).toEqual(["visible"]);
  });

  it("shows nobody what belongs to another tenant, branch or driver", async () => {
    const [ours, theirs] = [await api.aTenant(), await api.aTenant()];
    const [north, south] = [await insertBranch(api.db, ours.id), await insertBranch(api.db, ours.id)];
    const aBearer = (options: Partial<BearerOptions>) => api.bearer({ tenant: ours, grants: GRANTS, ...options });
    const driver = await aBearer({ roleType: "DRIVER", branchIds: [north] });
    const phone = await aBearer({ kind: "DEVICE", branchIds: [north] });
    const listeners = {
      boss: await aBearer({}),
      northern: await aBearer({ branchIds: [north] }),
      southern: await aBearer({ branchIds: [south] }),
      blind: await aBearer({ grants: ["getDashboard", "getTours"] }),
      driver,
      phone,
      stranger: await aBearer({ tenant: theirs }),
    };
    const sayCase = (title: string, audience: Audience) =>
      api.db.transaction(ours.id, async (tx) => {
        announce(tx, {
          type: "case external id",
          audience,
          payload: { case_id: north, natural_id: title, external_id: null, lock_version: 0 },
        });
      });
    const open = Object.entries(listeners).map(
      async ([name, session]) =>
        [name, await listen({ url: api.url, session }, name === "blind" ? "(reset)" : "the end")] as const,
    );
    const streams = await Promise.all(open);
    const audiences: Record<string, Audience> = {
      north: { branch_ids: [north] },
      south: { branch_ids: [south] },
      both: { branch_ids: [north, south] },
      "the driver": { branch_ids: [south], user_ids: [driver.session.user_id as string] },
      "the phone": { device_ids: [phone.session.device_id as string] },
      nobody: {},
    };
    for (const [title, audience] of Object.entries(audiences)) {
      await sayCase(`case ${title}`, audience);
      await api.db.transaction(ours.id, async (tx) => say(tx, `area ${title}`, audience));
    }
    await api.db.transaction(theirs.id, async (tx) => say(tx, "their own"));
    for (const tenant of [ours, theirs]) await api.db.transaction(tenant.id, async (tx) => say(tx, "the end"));
    const { role_id } = listeners.blind.session;
    await change(listeners.blind, sql`update roles set grants = ${GRANTS} where id = ${role_id}`);

    const heard: Record<string, string[]> = {};
    for (const [name, { reading }] of streams)
      heard[name] = (await reading)
        .map((message) => (message.type === "case external id" ? message.data.natural_id : titleOf(message)))
        .filter((title) => title !== "the end");
    const all = Object.keys(audiences);
    const cases = (...names: string[]) => names.map((name) => `case ${name}`);
    const areas = (...names: string[]) => names.map((name) => `area ${name}`);
    const sorted = Object.fromEntries(Object.entries(heard).map(([name, titles]) => [name, titles.sort()]));
    expect(sorted).toEqual({
      boss: [...cases(...all), ...areas(...all)].sort(),
      northern: [...cases("north", "both"), ...areas("north", "both")].sort(),
      southern: [...cases("south", "both", "the driver"), ...areas("south", "both", "the driver")].sort(),
      blind: ["(reset)"],
      // Of cases only their own; of areas those of their branch as well.
      driver: [...cases("the driver"), ...areas("north", "both", "the driver")].sort(),
      phone: [...cases("the phone"), ...areas("north", "both", "the phone")].sort(),
      stranger: ["their own"],
    });
  });

  it("ends the streams of a token that has run out, but not for being idle on an open stream", async () => {
    const session = await api.bearer({ grants: GRANTS });
    const { user_id, tenant } = session.session;
    await api.db.system.run(sql`update tokens set idle_seconds = 1800 where user_id = ${user_id}`);
    const { reading } = await listen({ url: api.url, session });
    api.clock.advance({ hours: 2 });
    await change(session, sql`select 1`);
    await api.db.transaction(tenant.id, async (tx) => say(tx, "heard after two idle hours"));
    api.clock.advance({ hours: 23 });
    await expect(reading).rejects.toMatchObject({ code: "AUTH_TOKEN_EXPIRED" });
  });
});
