import { describe, expect, it } from "vitest";
import { announceEvent, type EventAudience } from "#platform/events/events";
import { sql } from "#platform/database/sql";
import { insertBranch } from "./testing/fixtures";
import {
  followStream,
  listenToStream,
  readCurrentCursor,
  receiveMessagesUntilTitle,
  announceTitledEvent,
  titleOfStreamMessage,
} from "./testing/live-streams";
import { applyRightsChange, measureRightsLossOnNodes, rightsLossScenarios } from "./testing/races/rights-losses";
import { type TokenBearerOptions, startApi } from "./testing/start-api";

const VIEWER_GRANTS = ["getDashboard", "getAreas", "getCases"];

describe("access to live streams", () => {
  const api = startApi();

  it.each(rightsLossScenarios)("every node ends the live streams of $who, and no other streams", async (loss) => {
    expect(await measureRightsLossOnNodes(api, loss)).toEqual(expect.any(Number));
  });

  it("the live streams of a disabled device end", async () => {
    const tenant = await api.aTenant();
    const branch = await insertBranch(api.db, tenant.id);
    const session = await api.bearer({ tenant, kind: "DEVICE", grants: VIEWER_GRANTS, branchIds: [branch] });
    const { reading } = await listenToStream({ url: api.url, session });
    const { device_id } = session.session;
    const statement = sql`update devices set disabled = true where id = ${device_id}`;
    await applyRightsChange(api, session, { statement, concern: { device_id } });
    await expect(reading).rejects.toMatchObject({ code: "AUTH_DEVICE_DISABLED" });
  });

  it("a live stream resets when its user's rights have changed, and then sends what the new rights allow", async () => {
    const session = await api.bearer({ grants: ["getDashboard"] });
    const { role_id, tenant } = session.session;
    const bystander = await api.bearer({ grants: VIEWER_GRANTS, tenant });
    const { reading } = await listenToStream({ url: api.url, session }, "(reset)");
    const { reading: seen } = await listenToStream({ url: api.url, session: bystander }, "not yet");
    await api.db.transaction(tenant.id, async (tx) => announceTitledEvent(tx, "not yet"));
    // Nodes learn of changed rights before they read the log: the reset comes after the bystander has seen its event.
    await seen;
    await applyRightsChange(api, session, {
      statement: sql`update roles set grants = ${VIEWER_GRANTS} where id = ${role_id}`,
    });
    const received = await reading;
    expect(received).toMatchObject([{ type: "reset", data: { reason: "rights_changed" } }]);
    const lastEventId = received[0]?.id ?? "";
    const stream = followStream({ url: api.url, session, lastEventId });
    await api.db.transaction(tenant.id, async (tx) => announceTitledEvent(tx, "visible"));
    expect((await receiveMessagesUntilTitle(stream, "visible")).map(titleOfStreamMessage)).toEqual(["visible"]);
  });

  it("a live stream contains no event of another tenant, branch or driver", async () => {
    const [ours, theirs] = [await api.aTenant(), await api.aTenant()];
    const [north, south] = [await insertBranch(api.db, ours.id), await insertBranch(api.db, ours.id)];
    const aBearer = (options: Partial<TokenBearerOptions>) =>
      api.bearer({ tenant: ours, grants: VIEWER_GRANTS, ...options });
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
    const sayCase = (title: string, audience: EventAudience) =>
      api.db.transaction(ours.id, async (tx) => {
        announceEvent(tx, {
          type: "case external id",
          audience,
          payload: { case_id: north, natural_id: title, external_id: null, lock_version: 0 },
        });
      });
    const open = Object.entries(listeners).map(
      async ([name, session]) =>
        [name, await listenToStream({ url: api.url, session }, name === "blind" ? "(reset)" : "the end")] as const,
    );
    const streams = await Promise.all(open);
    const audiences: Record<string, EventAudience> = {
      north: { branch_ids: [north] },
      south: { branch_ids: [south] },
      both: { branch_ids: [north, south] },
      "the driver": { branch_ids: [south], user_ids: [driver.session.user_id as string] },
      "the phone": { device_ids: [phone.session.device_id as string] },
      nobody: {},
    };
    for (const [title, audience] of Object.entries(audiences)) {
      await sayCase(`case ${title}`, audience);
      await api.db.transaction(ours.id, async (tx) => announceTitledEvent(tx, `area ${title}`, audience));
    }
    await api.db.transaction(theirs.id, async (tx) => announceTitledEvent(tx, "their own"));
    for (const tenant of [ours, theirs])
      await api.db.transaction(tenant.id, async (tx) => announceTitledEvent(tx, "the end"));
    const { role_id } = listeners.blind.session;
    const statement = sql`update roles set grants = ${VIEWER_GRANTS} where id = ${role_id}`;
    await applyRightsChange(api, listeners.blind, { statement });

    const heard: Record<string, string[]> = {};
    for (const [name, { reading }] of streams)
      heard[name] = (await reading)
        .map((message) =>
          message.type === "case external id" ? message.data.natural_id : titleOfStreamMessage(message),
        )
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
      // Drivers see only their own cases; of areas those of their branch as well.
      driver: [...cases("the driver"), ...areas("north", "both", "the driver")].sort(),
      phone: [...cases("the phone"), ...areas("north", "both", "the phone")].sort(),
      stranger: ["their own"],
    });
  });

  describe("a stream that goes on after its user's rights have changed", () => {
    const aBlindUser = async () => {
      const session = await api.bearer({ grants: ["getDashboard"] });
      const { role_id, user_id, tenant } = session.session;
      const say = (title: string) => api.db.transaction(tenant.id, async (tx) => announceTitledEvent(tx, title));
      const statement = sql`update roles set grants = ${VIEWER_GRANTS} where id = ${role_id}`;
      const seenAfter = async (lastEventId: string) => {
        const { reading } = await listenToStream({ url: api.url, session, lastEventId }, "the end");
        await say("the end");
        return reading;
      };
      return { session, user_id, statement, say, seenAfter };
    };
    const titlesOf = (messages: Awaited<ReturnType<typeof receiveMessagesUntilTitle>>) =>
      messages.map(titleOfStreamMessage);

    it.each([
      { which: "the whole tenant", of: () => ({}) },
      { which: "the user", of: (user_id: string | null) => ({ user_id }) },
    ])("a stream with the cursor of a dashboard from before a change for $which resets first", async ({ of }) => {
      const { session, user_id, statement, say, seenAfter } = await aBlindUser();
      const cursor = await readCurrentCursor(api.db, session);
      await say("not visible at that time");
      await applyRightsChange(api, session, { statement, concern: of(user_id) });
      const { value: first } = await followStream({ url: api.url, session, lastEventId: cursor }).next();
      expect(first).toMatchObject({ type: "reset", data: { reason: "rights_changed" } });
      // The reset covers the change: a client that is cut off right after it is not reset again.
      expect(titlesOf(await seenAfter(first?.id ?? ""))).toEqual(["the end"]);
    });

    it("a stream resumes without a reset after changes of others, and after the user has proved their identity", async () => {
      const { session, user_id, say, seenAfter } = await aBlindUser();
      const cursor = await readCurrentCursor(api.db, session);
      const statement = sql`update roles set grants = ${VIEWER_GRANTS} where id = ${session.session.role_id}`;
      await api.db.system.run(statement);
      const other = crypto.randomUUID();
      for (const concern of [{ user_id: other }, { device_id: other }, { user_id, token_id: other }])
        await applyRightsChange(api, session, { statement: sql`select 1`, concern });
      await say("missed");
      expect(titlesOf(await seenAfter(cursor))).toEqual(["missed", "the end"]);
    });
  });

  it("the streams of a token end when it expires, but not for being idle while a stream is open", async () => {
    const session = await api.bearer({ grants: VIEWER_GRANTS });
    const { user_id, tenant } = session.session;
    await api.db.system.run(sql`update tokens set idle_seconds = 1800 where user_id = ${user_id}`);
    const { reading } = await listenToStream({ url: api.url, session });
    api.clock.advance({ hours: 2 });
    await applyRightsChange(api, session, { statement: sql`select 1` });
    await api.db.transaction(tenant.id, async (tx) => announceTitledEvent(tx, "heard after two idle hours"));
    api.clock.advance({ hours: 23 });
    await expect(reading).rejects.toMatchObject({ code: "AUTH_TOKEN_EXPIRED" });
  });
});
