import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { toJsonParameter, sql } from "#platform/database/sql";
import { roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { insertBranch } from "../../testing/fixtures";
import { insertConnector } from "../../testing/partners/connectors";
import { type ApiSession, startApi } from "../../testing/start-api";

describe("roadside dispatch", () => {
  const api = startApi();
  let dispatcher: ApiSession;
  const crew = () => createTestTourCrew(api, dispatcher.session.tenant);
  const aCase = async (given = {}) => (await dispatcher.createCase(roadsideCaseRequest(given))).id;
  beforeAll(async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    await insertConnector(api.db, tenant.id);
    dispatcher = await api.bearer({ tenant, grants: dispatchGrants });
  });

  it("assignCaseToTour assigns a case by its tour, which can then be forwarded and taken back", async () => {
    const [car, tow] = [await crew(), await crew()];
    const case_id = await aCase();
    const alarmed = await dispatcher.assignCaseToTour({ id: car.tour_id, case_id, lock_version: 0 });
    expect(alarmed.state.current).toBe("alarmed");
    const forward = { case_id, from_tour_id: car.tour_id, lock_version: 1, reason: "needs a tow truck" };
    const forwarded = await dispatcher.forwardAssignCase({ id: tow.tour_id, ...forward });
    expect(forwarded.tour_case_states).toMatchObject([
      { tour_id: car.tour_id, bucket: "forwarded", forwarded_to: tow.tour_id },
      { tour_id: tow.tour_id, bucket: "open", state: "alarmed" },
    ]);
    const back = await dispatcher.forwardRollbackCase({ case_id, from_tour_id: car.tour_id, lock_version: 2 });
    expect(back.tour_case_states).toMatchObject([
      { tour_id: car.tour_id, bucket: "open", state: "alarmed" },
      { tour_id: tow.tour_id, bucket: "unassigned" },
    ]);
  });

  it("events of a case are queued for the partner in order, and refused actions are not", async () => {
    const { tour_id, driver } = await crew();
    const id = await aCase();
    await dispatcher.assignCaseToTour({ id: tour_id, case_id: id, lock_version: 0 });
    await driver.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    await driver.receiveAction({ id, action: "ON_THE_WAY", tour_id, lock_version: 2 });
    const refused = driver.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 3 });
    await expect(refused).rejects.toMatchObject({ code: "CASE_ACTION_NOT_ALLOWED" });
    await driver.receiveAction({ id, action: "ARRIVE", tour_id, lock_version: 3 });
    const payload = { finish_reason: "Springt wieder an", received_by: "Gruber", signature: "M0 0L4 4" };
    await driver.receiveAction({ id, action: "FINISH", tour_id, lock_version: 4, payload });
    const kept = await api.db.system.many<{ type: string; status: string; action: string; state: string }>(sql`
      select type, status, payload ->> 'action' as action, payload ->> 'state' as state from queued_events
      where case_id = ${id} and order_key = case_id and tour_id = ${tour_id} order by seq`);
    expect(kept.map(({ type, action, state }) => `${type} ${action} ${state}`)).toEqual([
      "case_status_updated ASSIGN alarmed",
      "case_status_updated ACCEPT alarmed",
      "case_status_updated ON_THE_WAY onTheWay",
      "case_status_updated ARRIVE arrived",
      "case_finished FINISH finished",
    ]);
    expect(new Set(kept.map(({ status }) => status))).toEqual(new Set(["CREATED"]));
  });

  it("events of a tour are queued for the partner when the crew goes on duty, changes its sub-state, and goes off duty", async () => {
    const { tour_id } = await crew();
    const office = await api.bearer({
      tenant: dispatcher.session.tenant,
      grants: ["updateTour", "finishTour", "getTours"],
    });
    const change = (started_sub_state: "ON_A_BREAK" | "ACTIVE") =>
      office.updateRsaTourStartedSubState({ id: tour_id, started_sub_state });
    await change("ON_A_BREAK");
    await change("ON_A_BREAK");
    const { lock_version } = await change("ACTIVE");
    await office.finishTour({ id: tour_id, lock_version });
    const kept = await api.db.system.many<{ type: string; said: string }>(sql`
      select type, (payload ->> 'status') || ' ' || coalesce(payload ->> 'started_sub_state', 'none') as said from queued_events
      where order_key = ${tour_id} and case_id is null order by seq`);
    expect(kept.filter(({ type }) => type === "driver_duty_status_update").map(({ said }) => said)).toEqual([
      "STARTED ON_A_BREAK",
      "STARTED ACTIVE",
      "FINISHED none",
    ]);
    const funeral = await api.signIn("updateTour", "getTours");
    const hearse = await createTestTourCrew(api, funeral.session.tenant);
    await funeral.updateTourStartedSubState({ id: hearse.tour_id, started_sub_state: "ON_A_BREAK" });
    expect(await api.db.system.many(sql`select 1 from queued_events where tour_id = ${hearse.tour_id}`)).toEqual([]);
  });

  it("assignCaseToTour answers 422 to funeral tenants", async () => {
    const funeral = await api.signIn(...dispatchGrants);
    const asked = funeral.assignCaseToTour({ id: randomUUID(), case_id: randomUUID(), lock_version: 0 });
    await expect(asked).rejects.toMatchObject({ status: 422, code: "ACTION_NOT_AVAILABLE" });
  });

  it("a driver of the branch can take an unassigned case, and drivers of other branches cannot", async () => {
    const { tenant } = dispatcher.session;
    const [here, there] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const { tour_id, driver } = await createTestTourCrew(api, tenant, { branchId: here });
    const [near, far] = [await aCase({ branch_id: here }), await aCase({ branch_id: there })];
    const taken = await driver.receiveAction({ id: near, action: "ASSIGN", tour_id, lock_version: 0 });
    expect(taken.tour_case_states).toMatchObject([{ tour_id, last_actor: "V" }]);
    const asked = driver.receiveAction({ id: far, action: "ASSIGN", tour_id, lock_version: 0 });
    await expect(asked).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
  });

  it("a crew that does not answer a case is reminded several times, and then the dispatcher gets a message", async () => {
    const { tour_id } = await crew();
    const case_id = await aCase();
    await dispatcher.assignCaseToTour({ id: tour_id, case_id, lock_version: 0 });
    for (let times = 0; times < 4; times++) {
      api.clock.advance({ seconds: 125 });
      await api.app.jobs.runDue();
    }
    const sent = await api.db.system.many<{ channel: string }>(sql`
      select channel from outbox_messages where case_id = ${case_id} order by seq`);
    expect(sent.map(({ channel }) => channel)).toEqual(["PUSH", "PUSH", "SMS", "ROBO_CALL"]);
    const raised = await api.db.system.many(
      sql`select kind, tour_id from critical_messages where case_id = ${case_id}`,
    );
    expect(raised).toEqual([{ kind: "CASE_ALARM_UNANSWERED", tour_id }]);
    expect(await dispatcher.getCase({ id: case_id })).toMatchObject({ state: { current: "alarmed" } });
  });

  it("push, SMS and call name no person unless the tenant's settings allow it, and signed-in users can read the whole text", async () => {
    const spoken = async (settings: object) => {
      const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
      await api.db.system.run(
        sql`update tenants set settings = ${toJsonParameter(settings)}::jsonb, language = 'en' where id = ${tenant.id}`,
      );
      const dispatcher = await api.bearer({ tenant, grants: [...dispatchGrants, "getCriticalMessages"] });
      const { tour_id, driver } = await createTestTourCrew(api, tenant, {
        grants: [...dispatchGrants, "getCriticalMessages"],
      });
      const { id, natural_id, display_name } = await dispatcher.createCase(roadsideCaseRequest());
      await dispatcher.assignCaseToTour({ id: tour_id, case_id: id, lock_version: 0 });
      for (let times = 0; times < 3; times++) {
        api.clock.advance({ seconds: 125 });
        await api.app.jobs.runDue();
      }
      const { lock_version } = await dispatcher.getCase({ id });
      await dispatcher.receiveAction({ id, action: "CANCEL", tour_id, lock_version, reason: "ordered twice" });
      const [message] = await driver.getCriticalMessages();
      expect(message?.body).toBe(`${display_name}: ordered twice`);
      const sent = await api.db.system.many<{ channel: string; subject: string | null; body: string }>(sql`
        select channel, subject, body from outbox_messages where case_id = ${id} order by seq`);
      expect(sent.map(({ channel }) => channel)).toEqual(["PUSH", "PUSH", "SMS", "ROBO_CALL", "PUSH"]);
      return {
        name: display_name,
        number: natural_id,
        texts: sent.map(({ subject, body }) => `${subject ?? ""}|${body}`),
      };
    };
    const unnamed = await spoken({});
    expect(unnamed.texts.filter((text) => text.includes(unnamed.name))).toEqual([]);
    expect(unnamed.texts.every((text) => text.includes(unnamed.number))).toBe(true);
    expect(unnamed.texts.at(-1)).toBe(`${unnamed.number} was cancelled|`);
    expect(unnamed.texts[2]).toBe(`|${unnamed.number} waits for your answer`);
    const named = await spoken({ notices_show_names: true });
    expect(named.texts.filter((text) => text.includes(named.name))).toHaveLength(named.texts.length);
    expect(named.texts[2]).toBe(`|${named.number} waits for your answer: ${named.name}`);
  });

  it("a reserved roadside case raises the alarm of its crew at the agreed time", async () => {
    const { tour_id } = await crew();
    const not_before = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
    const id = await aCase({ not_before });
    const reserved = await dispatcher.assignCaseToTour({ id: tour_id, case_id: id, lock_version: 0 });
    expect(reserved.state.current).toBe("reserved");
    api.clock.advance({ minutes: 61 });
    await api.app.jobs.runDue();
    const alarmed = await dispatcher.getCase({ id });
    expect(alarmed).toMatchObject({ state: { current: "alarmed" }, tour_case_states: [{ last_actor: "X" }] });
  });

  it("a follow-up case is a separate case that is linked to the first and found by its own number", async () => {
    const { tour_id, driver } = await crew();
    const id = await aCase();
    await dispatcher.assignCaseToTour({ id: tour_id, case_id: id, lock_version: 0 });
    await driver.receiveAction({ id, action: "ON_THE_WAY", tour_id, lock_version: 1 });
    const payload = { finish_reason: "repaired", follow_up: "AD_Standard" } as const;
    const finished = await driver.receiveAction({ id, action: "FINISH", tour_id, lock_version: 2, payload });
    expect(finished).toMatchObject({ state: { current: "finished" }, rsa_data: { status: "finished" } });
    const parent = await dispatcher.getCase({ id });
    const [child] = parent.linked_cases?.children ?? [];
    const followUp = await dispatcher.getCase({ id: child?.id as string });
    expect(followUp).toMatchObject({
      state: { current: "open" },
      rsa_data: { service: { key: "AD_Standard" }, status: "open", vehicle: { license_plate: "G 123 AB" } },
    });
    for (const { natural_id } of [parent, followUp]) {
      const { cases } = await dispatcher.getCases({ text: natural_id });
      expect(cases.map((found) => found.natural_id)).toEqual([natural_id]);
    }
  });
});
