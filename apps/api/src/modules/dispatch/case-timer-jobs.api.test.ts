import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { insertTour } from "../../testing/fleet";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";

describe("timers of cases", () => {
  const api = startApi();

  const messagesAbout = (case_id: string) =>
    api.db.system.many<{ channel: string; purpose: string; tour_id: string }>(sql`
      select channel, purpose, data ->> 'tour_id' as tour_id from outbox_messages where case_id = ${case_id} order by seq`);
  const warningsAbout = (case_id: string) =>
    api.db.system.many<{ kind: string; device_id: string | null; user_id: string | null }>(sql`
      select kind, device_id, user_id from critical_messages where case_id = ${case_id} order by created_at`);
  const timeFromNow = (minutes: number) => new Date(api.clock.now().getTime() + minutes * 60_000).toISOString();
  /** Lets the time of as many steps of an alarm pass, of 120 seconds each. */
  const passAlarmSteps = async (steps: number) => {
    for (let step = 0; step < steps; step++) {
      api.clock.advance({ seconds: 125 });
      await api.app.jobs.runDue();
    }
  };

  it("a case timer that is due waits for an action under way, which may still cancel it", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const dispatcher = await api.bearer({ tenant, grants: dispatchGrants });
    const { tour_id } = await createTestTourCrew(api, tenant);
    const not_before = timeFromNow(60);
    const { id } = await dispatcher.createCase(roadsideCaseRequest({ not_before }));
    await dispatcher.assignCaseToTour({ id: tour_id, case_id: id, lock_version: 0 });
    api.clock.advance({ minutes: 61 });
    const running = await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`select 1 from cases where tenant_id = ${tenant.id} and id = ${id} for no key update`);
      const blocked = await startBlockedWork({ tx, db: api.db.system }, () => api.app.jobs.runDue());
      const timer = sql`tenant_id = ${tenant.id} and kind = 'CASE_START_DUE' and payload ->> 'case_id' = ${id}`;
      expect(await tx.many(sql`select 1 from jobs where ${timer} for update skip locked`)).toHaveLength(1);
      await tx.run(sql`delete from jobs where ${timer}`);
      return blocked;
    });
    await running.outcome;
    expect(await dispatcher.getCase({ id })).toMatchObject({ state: { current: "reserved" } });
  });

  it("a transport that is planned onto a tour of tomorrow raises its alarm when the tour starts, and not before", async () => {
    const dispatcher = await api.signIn(...dispatchGrants);
    const { tour_id } = await createTestTourCrew(api, dispatcher.session.tenant, { status: "SCHEDULED" });
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    const answerUntil = async () => (await dispatcher.getCase({ id })).tour_case_states?.[0]?.answer_until;
    const channels = async () => (await messagesAbout(id)).map(({ channel }) => channel);
    await passAlarmSteps(5);
    expect([await channels(), await warningsAbout(id), await answerUntil()]).toEqual([["PUSH"], [], null]);
    const { started_at } = await dispatcher.startTour({ id: tour_id, lock_version: 0 });
    expect(Date.parse((await answerUntil()) ?? "")).toBe(Date.parse(started_at ?? "") + 120_000);
    await passAlarmSteps(1);
    expect(await channels()).toEqual(["PUSH", "PUSH"]);
    await passAlarmSteps(3);
    expect(await channels()).toEqual(["PUSH", "PUSH", "SMS", "ROBO_CALL"]);
    expect(await warningsAbout(id)).toMatchObject([{ kind: "CASE_ALARM_UNANSWERED" }]);
  });

  it("an alarm that an earlier release set for a planned tour falls silent", async () => {
    const dispatcher = await api.signIn(...dispatchGrants);
    const { tour_id } = await createTestTourCrew(api, dispatcher.session.tenant, { status: "SCHEDULED" });
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    await api.db.system.run(sql`
      insert into jobs (tenant_id, kind, unique_key, payload, due_at)
      values (${dispatcher.session.tenant.id}, 'CASE_ALARM_TIMEOUT', ${`${id} ${tour_id}`},
        jsonb_build_object('case_id', ${id}::text, 'tour_id', ${tour_id}::text), ${api.clock.now()})`);
    await passAlarmSteps(2);
    expect(await messagesAbout(id)).toHaveLength(1);
  });

  it("a phone that was disabled during the tour gets no alarm, and the messages go to the people of the crew", async () => {
    const dispatcher = await api.signIn(...dispatchGrants);
    const { tenant } = dispatcher.session;
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: dispatchGrants });
    const person = await api.bearer({ tenant, roleType: "DRIVER", grants: dispatchGrants });
    const { device_id } = phone.session;
    const { user_id } = person.session;
    const tour_id = await insertTour(api.db, tenant.id, { deviceId: device_id, userId: user_id });
    await api.db.system.run(sql`update devices set disabled = true where id = ${device_id}`);
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    await passAlarmSteps(3);
    expect(await messagesAbout(id)).toEqual([]);
    await person.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    await dispatcher.receiveAction({ id, action: "CANCEL", lock_version: 2, reason: "ordered twice" });
    expect(await warningsAbout(id)).toEqual([expect.objectContaining({ device_id: null, user_id })]);
  });

  it.each([
    ["starts", { action: "START" as const }],
    ["postpones it to a later time", { action: "POSTPONE" as const, minutes: 180 }],
  ])(
    "a crew that has postponed a transport is reminded although the other crew of the case %s",
    async (_does, other) => {
      const dispatcher = await api.signIn(...dispatchGrants);
      const { tenant } = dispatcher.session;
      const [first, second] = [await createTestTourCrew(api, tenant), await createTestTourCrew(api, tenant)];
      const { id } = await dispatcher.createCase(funeralCaseRequest());
      let lock_version = 0;
      const acts = async (crew: typeof first, action: "ASSIGN" | "ACCEPT" | "START" | "POSTPONE", minutes = 60) => {
        const caller = action === "ASSIGN" ? dispatcher : crew.driver;
        const more =
          action === "POSTPONE" ? { reason: "not at home", payload: { postponed_until: timeFromNow(minutes) } } : {};
        const answer = await caller.receiveAction({ id, action, tour_id: crew.tour_id, lock_version, ...more });
        lock_version = answer.lock_version;
      };
      for (const crew of [first, second]) await acts(crew, "ASSIGN");
      for (const crew of [first, second]) await acts(crew, "ACCEPT");
      await acts(first, "POSTPONE");
      await acts(second, other.action, "minutes" in other ? other.minutes : undefined);
      api.clock.advance({ minutes: 61 });
      await api.app.jobs.runDue();
      const reminded = (await messagesAbout(id)).filter(({ purpose }) => purpose === "CASE_POSTPONED_DUE");
      expect(reminded.map(({ tour_id }) => tour_id)).toEqual([first.tour_id]);
      expect((await warningsAbout(id)).map(({ kind }) => kind)).toEqual(["CASE_POSTPONED_DUE"]);
    },
  );
});
