import { randomUUID } from "node:crypto";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, type CreatedTourCrew, dispatchGrants } from "../../testing/dispatch";
import { insertBranch } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";

describe("send_action", () => {
  const api = startApi();
  let dispatcher: ApiSession;
  let crew: CreatedTourCrew;
  beforeAll(async () => {
    dispatcher = await api.signIn(...dispatchGrants);
    crew = await createTestTourCrew(api, dispatcher.session.tenant, { capacity: 50 });
  });

  const aCase = async (given = {}) => (await dispatcher.createCase(funeralCaseRequest(given))).id;
  const assigned = async (given = {}) => {
    const id = await aCase(given);
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id: crew.tour_id, lock_version: 0 });
    return id;
  };
  const eventsOf = (id: string, type = "case action") =>
    api.db.system.many<{ audience: object; payload: Record<string, unknown> }>(sql`
      select audience, payload from events where type = ${type} and payload ->> 'case_id' = ${id} order by id`);

  it("receiveAction leads a transport through all its actions from the order to the finished papers", async () => {
    const { tour_id, driver } = crew;
    const id = await assigned();
    const confirmed = { identity_confirmed: true, belongings_confirmed: true };
    await driver.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    await driver.receiveAction({ id, action: "START", tour_id, lock_version: 2 });
    await driver.receiveAction({ id, action: "LOAD", tour_id, lock_version: 3, payload: confirmed });
    const payload = { ...confirmed, received_by: "M. Huber", signature: "M0 0L9 9" };
    const delivered = await driver.receiveAction({ id, action: "DELIVER", tour_id, lock_version: 4, payload });
    expect(delivered).toMatchObject({ finalized: true, state: { current: "DELIVERED" }, lock_version: 5 });
    expect((await dispatcher.getCase({ id })).funeral_data).toMatchObject({
      handover: { received_by: "M. Huber", signature: "M0 0L9 9" },
      cargo_deceased: { identity_confirmed: true, belongings: { confirmation: true }, last_name: "Muster" },
    });
    const done = await driver.receiveAction({ id, action: "DONE", tour_id, lock_version: 5 });
    expect(done.tour_case_states).toMatchObject([{ state: "DONE", bucket: "finished", last_actor: "V" }]);
    expect((await eventsOf(id)).map(({ payload }) => payload["action"])).toEqual([
      "ASSIGN",
      "ACCEPT",
      "START",
      "LOAD",
      "DELIVER",
      "DONE",
    ]);
  });

  it("the answer to an action offers the same next actions as reading the case", async () => {
    const id = await assigned();
    const { tour_id, driver } = crew;
    const answer = await driver.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    const read = await driver.getCase({ id });
    const actionsOf = (one: typeof read) => one.tour_case_states?.map(({ actions }) => actions);
    expect(actionsOf(answer)).toEqual(actionsOf(read));
    expect(actionsOf(read)).toEqual([["START", "POSTPONE", "FORWARD", "UNDO"]]);
  });

  it("receiveAction accepts ids in capital letters", async () => {
    const id = (await aCase()).toUpperCase();
    const tour_id = crew.tour_id.toUpperCase();
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    const accepted = await crew.driver.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    expect(accepted.tour_case_states?.[0]?.actions).toContain("START");
  });

  it("an unanswered case names the time by which the crew should answer", async () => {
    const id = await assigned();
    const { tour_id, driver } = crew;
    const link = async () => (await driver.getCase({ id })).tour_case_states?.[0];
    const secondsLeft = async () => {
      const { answer_until } = (await link()) ?? {};
      const [due] = await api.db.system.many<{ due_at: string }>(sql`
        select due_at from jobs where kind = 'CASE_ALARM_TIMEOUT' and payload ->> 'case_id' = ${id}`);
      return (Date.parse(answer_until ?? "") - Date.parse(String(due?.due_at))) / 1000;
    };
    // The two times differ a little: one is counted from the beginning of the statement, the other from the arrival of
    // the call.
    expect(Math.abs(await secondsLeft())).toBeLessThan(60);
    await driver.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    expect((await link())?.answer_until).toBeNull();
    await api.db.system.run(
      sql`update case_links set assigned_at = assigned_at - interval '1 hour' where case_id = ${id}`,
    );
    await driver.receiveAction({ id, action: "UNDO", tour_id, lock_version: 2 });
    expect(Math.abs(await secondsLeft())).toBeLessThan(60);
    await api.db.system.run(sql`
      update case_history set received_at = received_at - interval '1 hour' where case_id = ${id}`);
    const payload = { to_branch_id: await insertBranch(api.db, dispatcher.session.tenant.id) };
    await dispatcher.receiveAction({ id, action: "FORWARD", tour_id, lock_version: 3, reason: "nearer", payload });
    await dispatcher.receiveAction({ id, action: "FORWARD_ROLLBACK", tour_id, lock_version: 4 });
    expect(Math.abs(await secondsLeft())).toBeLessThan(60);
  });

  it("a link stores the time at which the case reached the phone", async () => {
    const id = await assigned();
    const before = await dispatcher.getCase({ id });
    expect(before.tour_case_states?.[0]?.device_received_at).toBeNull();
    const { tour_id, driver } = crew;
    const accepted = await driver.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    expect(accepted.tour_case_states?.[0]?.device_received_at).toEqual(expect.any(String));
  });

  it.each([
    ["an action that the state does not know", { action: "DELIVER" }, 409, "CASE_ACTION_NOT_ALLOWED"],
    ["an unknown action", { action: "HACK" }, 400, "VALIDATION_FAILED"],
    ["an unknown field", { action: "CANCEL", tenant_id: randomUUID() }, 400, "REQUEST_UNKNOWN_FIELD"],
    ["a stale version", { action: "CANCEL", lock_version: 7, reason: "x" }, 409, "LOCK_VERSION_CONFLICT"],
    ["a missing reason", { action: "CANCEL" }, 422, "ACTION_INPUT_MISSING"],
    ["a tour that does not exist", { action: "ASSIGN", tour_id: randomUUID() }, 422, "REFERENCE_NOT_FOUND"],
    ["an action of roadside cases", { action: "ON_THE_WAY" }, 422, "ACTION_NOT_AVAILABLE"],
    [
      "a time in the future",
      { action: "CANCEL", reason: "x", occurred_at: "2199-01-01T00:00:00Z" },
      422,
      "TIME_OUT_OF_RANGE",
    ],
  ])("receiveAction refuses %s and leaves the case unchanged", async (...[, body, status, code]) => {
    const id = await aCase();
    const asked = { id, lock_version: 0, ...body } as Parameters<ApiSession["receiveAction"]>[0];
    const tour = code === "ACTION_NOT_AVAILABLE" || body.action === "DELIVER" ? { tour_id: crew.tour_id } : {};
    await expect(dispatcher.receiveAction({ ...tour, ...asked })).rejects.toMatchObject({ status, code });
    expect(await dispatcher.getCase({ id })).toMatchObject({ lock_version: 0, state: { current: "OPEN" } });
    expect(await eventsOf(id)).toEqual([]);
  });

  it("a refused action names the actions that are possible instead", async () => {
    const id = await assigned();
    const asked = dispatcher.receiveAction({ id, action: "DELIVER", tour_id: crew.tour_id, lock_version: 1 });
    const allowed = { key: "allowed", value: expect.stringContaining("START"), type: "string" };
    await expect(asked).rejects.toMatchObject({
      code: "CASE_ACTION_NOT_ALLOWED",
      args: expect.arrayContaining([allowed]),
    });
  });

  it("actions on a closed case are refused", async () => {
    const id = await assigned();
    await dispatcher.receiveAction({ id, action: "CANCEL", lock_version: 1, reason: "ordered twice" });
    const late = dispatcher.receiveAction({ id, action: "CANCEL", lock_version: 2, reason: "again" });
    await expect(late).rejects.toMatchObject({ status: 409, code: "CASE_FINALIZED" });
  });

  it("ASSIGN requires the grant to assign in addition to the one for actions", async () => {
    const { tenant } = dispatcher.session;
    const helper = await api.bearer({ tenant, grants: ["getCases", "receiveAction"] });
    const id = await aCase();
    const asked = helper.receiveAction({ id, action: "ASSIGN", tour_id: crew.tour_id, lock_version: 0 });
    await expect(asked).rejects.toMatchObject({ status: 403, code: "AUTH_GRANT_MISSING" });
    expect((await helper.getCase({ id })).state.actions).toEqual(["CANCEL", "DELIVER"]);
  });

  it("an action on a case of another tenant or branch answers 404, as if it did not exist", async () => {
    const { tenant } = dispatcher.session;
    const [here, there] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const id = await aCase({ branch_id: here });
    const other = await api.bearer({ tenant, grants: dispatchGrants, branchIds: [there] });
    const stranger = await api.signIn(...dispatchGrants);
    const asked = { action: "CANCEL", lock_version: 0, reason: "x" } as const;
    for (const session of [other, stranger]) {
      const refusal = { status: 404, code: "RESOURCE_NOT_FOUND" };
      await expect(session.receiveAction({ id, ...asked })).rejects.toMatchObject(refusal);
      await expect(session.receiveAction({ id: randomUUID(), ...asked })).rejects.toMatchObject(refusal);
    }
  });

  it("an action of a phone on a tour that is not its own answers 404", async () => {
    const second = await createTestTourCrew(api, dispatcher.session.tenant);
    const id = await assigned();
    const asked = second.driver.receiveAction({ id, action: "ACCEPT", tour_id: crew.tour_id, lock_version: 1 });
    await expect(asked).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
  });

  it("ASSIGN refuses an exceeded capacity unless the dispatcher forces it, and stores the violation", async () => {
    const { tenant } = dispatcher.session;
    const full = await createTestTourCrew(api, tenant, { capacity: 0 });
    const id = await aCase();
    const ask = (payload: { force: boolean }) =>
      dispatcher.receiveAction({ id, action: "ASSIGN", tour_id: full.tour_id, lock_version: 0, payload });
    const named = expect.arrayContaining([
      expect.objectContaining({ key: "constraints", value: "CAPACITY" }),
    ]) as unknown;
    await expect(ask({ force: false })).rejects.toMatchObject({
      status: 422,
      code: "CONSTRAINT_VIOLATED",
      args: named,
    });
    const answer = await ask({ force: true });
    const violation = { constraint: "CAPACITY", level: "CRITICAL" };
    expect(answer.constraint_violations).toEqual([{ ...violation, tour_id: full.tour_id }]);
    expect(answer.tour_case_states?.[0]?.constraint_violations).toEqual([violation]);
  });

  it("an action with one action_id is carried out once, however often and late the phone sends it", async () => {
    const { tour_id, driver } = crew;
    const id = await assigned();
    const accept = { id, action: "ACCEPT", tour_id, lock_version: 1, action_id: randomUUID() } as const;
    const first = await driver.receiveAction(accept, { idempotencyKey: accept.action_id });
    expect(await driver.receiveAction(accept, { idempotencyKey: accept.action_id })).toEqual(first);
    await api.db.system.run(sql`delete from idempotency_records where tenant_id = ${dispatcher.session.tenant.id}`);
    const late = await driver.receiveAction(accept, { idempotencyKey: accept.action_id });
    expect(late).toMatchObject({ lock_version: 2, state: { current: "ASSIGNED" } });
    const other = driver.receiveAction({ ...accept, action: "START", lock_version: 2 });
    await expect(other).rejects.toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it("an offline action of a phone is accepted unless its link or plan has changed meanwhile", async () => {
    const { tour_id, driver } = crew;
    const id = await assigned();
    const helper = await createTestTourCrew(api, dispatcher.session.tenant);
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id: helper.tour_id, lock_version: 1 });
    const accepted = await driver.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    expect(accepted.lock_version).toBe(3);
    const moved = { ...funeralCaseRequest(), lock_version: 3 };
    if (moved.funeral_data) moved.funeral_data.target_address = { city: "Wien" };
    await dispatcher.updateCase({ id, ...moved });
    const stale = driver.receiveAction({ id, action: "START", tour_id, lock_version: 3 });
    await expect(stale).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
  });

  it("all queued actions of a phone are accepted at the version it had seen, until another user changes its link", async () => {
    const { tour_id, driver } = crew;
    const id = await assigned();
    const queued = (action: CaseAction) =>
      driver.receiveAction({ id, action, tour_id, lock_version: 1, action_id: randomUUID() });
    await queued("ACCEPT");
    await queued("START");
    expect(await queued("ARRIVE")).toMatchObject({ lock_version: 4 });
    await dispatcher.receiveAction({ id, action: "UNDO", tour_id, lock_version: 4, reason: "not there yet" });
    await expect(queued("ARRIVE")).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
  });

  it("a message about an action does not warn the dispatcher who performed it, and shows whether the crew has read it", async () => {
    const { tour_id, driver } = crew;
    const { tenant } = dispatcher.session;
    const doer = await api.bearer({ tenant, grants: [...dispatchGrants, "getCriticalMessages"] });
    const id = await assigned();
    await driver.receiveAction({ id, action: "START", tour_id, lock_version: 1 });
    await doer.receiveAction({ id, action: "UNASSIGN", tour_id, lock_version: 2, reason: "another one is nearer" });
    const ofCase = async (sent: boolean) =>
      (await doer.getCriticalMessages({ sent })).filter(({ case_id }) => case_id === id);
    expect(await ofCase(false)).toEqual([]);
    const { device_id } = driver.session;
    expect(await ofCase(true)).toMatchObject([{ kind: "CASE_TAKEN_BACK", device_id, acknowledged: false }]);
  });

  it("a rejected case raises a message in its branch, and a dispatcher's decision raises one for the crew", async () => {
    const { tour_id, driver } = crew;
    const id = await assigned();
    await driver.receiveAction({ id, action: "REJECT", tour_id, lock_version: 1, reason: "too far" });
    const messages = () =>
      api.db.system.many<{ kind: string; device_id: string | null; body: string }>(sql`
        select kind, device_id, body from critical_messages where case_id = ${id} order by created_at`);
    expect(await messages()).toEqual([{ kind: "CASE_REJECTED", device_id: null, body: "Muster Maria: too far" }]);
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 2 });
    await dispatcher.receiveAction({ id, action: "CANCEL", tour_id, lock_version: 3, reason: "ordered twice" });
    const { device_id } = driver.session;
    expect((await messages()).at(-1)).toMatchObject({ kind: "CASE_CANCELLED", device_id });
    const pushes = await api.db.system.many<{ purpose: string }>(sql`
      select purpose from outbox_messages where case_id = ${id} and channel = 'PUSH' order by seq`);
    expect(pushes.map(({ purpose }) => purpose)).toEqual(["CASE_ASSIGNED", "CASE_ASSIGNED", "CASE_CANCELLED"]);
  });

  it("a change of a case is announced to all users who could see it before or can see it now", async () => {
    const { tenant } = dispatcher.session;
    const [from, to] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const first = await createTestTourCrew(api, tenant, { branchId: from });
    const id = await aCase({ branch_id: from });
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id: first.tour_id, lock_version: 0 });
    await dispatcher.receiveAction({
      id,
      action: "FORWARD",
      tour_id: first.tour_id,
      lock_version: 1,
      reason: "nearer",
      payload: { to_branch_id: to },
    });
    const [, forwarded] = await eventsOf(id);
    expect(forwarded?.audience).toEqual({
      branch_ids: [from, to],
      user_ids: [],
      device_ids: [first.driver.session.device_id],
    });
    expect(forwarded?.payload).toMatchObject({
      action: "FORWARD",
      branch_id: to,
      state: "OPEN",
      tour_id: first.tour_id,
    });
  });

  it("forwarding a case to a branch outside the caller's scope still returns an answer", async () => {
    const { tenant } = dispatcher.session;
    const [own, far] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const { tour_id } = await createTestTourCrew(api, tenant, { branchId: own });
    const id = await aCase({ branch_id: own });
    const payload = { to_branch_id: far };
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    await dispatcher.receiveAction({ id, action: "FORWARD", tour_id, lock_version: 1, reason: "x", payload });
    const distant = await api.bearer({ tenant, grants: dispatchGrants, branchIds: [far] });
    const back = await distant.receiveAction({ id, action: "FORWARD_ROLLBACK", tour_id, lock_version: 2 });
    expect(back).toMatchObject({ branch_id: own, state: { current: "ASSIGNED" } });
    await expect(distant.getCase({ id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("the next leg of a case starts where the first one ended, and a search finds the case at that place", async () => {
    const { tour_id, driver } = crew;
    const id = await assigned();
    const confirmed = { identity_confirmed: true, belongings_confirmed: true };
    await driver.receiveAction({ id, action: "START", tour_id, lock_version: 1 });
    await driver.receiveAction({ id, action: "LOAD", tour_id, lock_version: 2, payload: confirmed });
    const payload = {
      finish_reason: "cold store",
      interim_address: { name: "Kühlhaus", city: "Knittelfeld", zip_code: "8720" },
    };
    const waiting = await driver.receiveAction({ id, action: "FINISH", tour_id, lock_version: 3, payload });
    expect(waiting.funeral_data?.source_address).toMatchObject({ city: "Knittelfeld" });
    const row = await api.db.system.one(sql`select source_zip, source_city, search_text from cases where id = ${id}`);
    expect(row).toMatchObject({ source_zip: "8720", source_city: "Knittelfeld" });
    expect(row).toMatchObject({ search_text: expect.stringContaining("knittelfeld") });
    const back = await dispatcher.receiveAction({ id, action: "UNDO", tour_id, lock_version: 4, reason: "wrong tap" });
    expect(back).toMatchObject({ state: { current: "LOADED" }, funeral_data: { source_address: { city: "Graz" } } });
  });

  it("UNDO marks the crew's signatures and photos since the action as superseded, by the clock of the server, and no other file", async () => {
    const { tour_id, driver } = crew;
    const id = await assigned();
    await driver.receiveAction({ id, action: "START", tour_id, lock_version: 1 });
    const file = (name: string, { kind = "IMAGE", sender = driver } = {}) =>
      api.db.system.run(sql`
        insert into assets (tenant_id, case_id, kind, path, mime_type, file_name, size_bytes, sha256, created_at, user_id, device_id)
        values (${dispatcher.session.tenant.id}, ${id}, ${kind}, ${name}, 'image/png', ${name}, 1, ${name}, ${api.clock.now()},
          ${sender.session.user_id}, ${sender.session.device_id})`);
    await file("before");
    api.clock.advance({ seconds: 5 });
    const ahead = new Date(api.clock.now().getTime() + 240_000).toISOString();
    await driver.receiveAction({ id, action: "ARRIVE", tour_id, lock_version: 2, occurred_at: ahead });
    api.clock.advance({ seconds: 5 });
    await file("after");
    await file("signature", { kind: "SIGNATURE" });
    await file("document", { kind: "DOCUMENT" });
    await file("photo of the office", { sender: dispatcher });
    await driver.receiveAction({ id, action: "UNDO", tour_id, lock_version: 3 });
    const assets = await api.db.system.many(
      sql`select path, superseded from assets where case_id = ${id} order by path`,
    );
    expect(assets).toEqual([
      { path: "after", superseded: true },
      { path: "before", superseded: false },
      { path: "document", superseded: false },
      { path: "photo of the office", superseded: false },
      { path: "signature", superseded: true },
    ]);
  });

  it("an action completes the todos that the crew names", async () => {
    const { tour_id, driver } = crew;
    const id = await assigned();
    const [todo] = await api.db.system.many<{ id: string }>(sql`
      insert into case_todos (tenant_id, case_id, phase, title) values (${dispatcher.session.tenant.id}, ${id}, 'PICKUP', 'Papers') returning id`);
    await driver.receiveAction({ id, action: "START", tour_id, lock_version: 1 });
    const confirmed = { identity_confirmed: true, belongings_confirmed: true };
    const early = driver.receiveAction({ id, action: "LOAD", tour_id, lock_version: 2, payload: confirmed });
    await expect(early).rejects.toMatchObject({ status: 422, code: "ACTION_INPUT_MISSING" });
    const payload = { ...confirmed, todos: [todo?.id as string] };
    const loaded = await driver.receiveAction({ id, action: "LOAD", tour_id, lock_version: 2, payload });
    expect(loaded.todos?.pickup).toMatchObject([{ completed: true, completed_by: { id: driver.session.device_id } }]);
  });
});
