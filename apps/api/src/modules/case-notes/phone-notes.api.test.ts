import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createCriticalMessage } from "#modules/messages/index";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, type CreatedTourCrew, dispatchGrants } from "../../testing/dispatch";
import { type ApiSession, startApi } from "../../testing/start-api";

const noteGrants = ["createCaseComment", "getCaseComments", "setTodoCompleted", "getCriticalMessages"];
const driverGrants = [...dispatchGrants, ...noteGrants, "acknowledgeCriticalMessage"];

describe("offline entries of a phone", () => {
  const api = startApi();
  let office: ApiSession;
  let crew: CreatedTourCrew;
  beforeAll(async () => {
    office = await api.signIn(...dispatchGrants, ...noteGrants, "createTodoTemplate");
    crew = await createTestTourCrew(api, office.session.tenant, { grants: driverGrants });
    const template = { type: "CASE_TEMPLATE", phase: "PICKUP", title: "Papiere", position: 1, required: true } as const;
    await office.createTodoTemplate({ ...template, conditions: {} });
  });
  const onTour = async () => {
    const dispatchCase = await office.createCase(funeralCaseRequest());
    const { id } = dispatchCase;
    await office.receiveAction({ id, action: "ASSIGN", tour_id: crew.tour_id, lock_version: 0 });
    return { id, todo_id: dispatchCase.todos?.pickup[0]?.id ?? "" };
  };
  const reused = { status: 422, code: "IDEMPOTENCY_KEY_REUSED" };
  const anHourAgo = () => new Date(api.clock.now().getTime() - 3_600_000).toISOString();
  const ahead = () => new Date(api.clock.now().getTime() + 360_000).toISOString();

  it("a comment that a phone sends four times is stored once, with the time at which it was written", async () => {
    const { id } = await onTour();
    const note = { id, text: "Tor ist zu", client_id: randomUUID(), occurred_at: anHourAgo() };
    const made = await Promise.all(Array.from({ length: 4 }, () => crew.driver.createCaseComment(note)));
    expect(new Set(made.map((comment) => comment.id)).size).toBe(1);
    expect(Date.parse(made[0]?.occurred_at ?? "")).toBe(Date.parse(note.occurred_at));
    expect((await office.getCaseComments({ id })).comments).toHaveLength(1);
    await expect(crew.driver.createCaseComment({ ...note, text: "Tor ist offen" })).rejects.toMatchObject(reused);
  });

  it("a repeated phone entry gets its first answer although the caller no longer has access to the case", async () => {
    const { id } = await onTour();
    await office.receiveAction({
      id,
      action: "UNASSIGN",
      tour_id: crew.tour_id,
      lock_version: 1,
      reason: "other crew",
    });
    const entry = {
      id,
      text: "War schon dort",
      kind: "LATE_ENTRY",
      action: "ARRIVE",
      client_id: randomUUID(),
    } as const;
    const first = await crew.driver.createCaseComment(entry);
    await api.db.system.run(sql`update case_links set closed_at = now() - interval '73 hours' where case_id = ${id}`);
    expect(await crew.driver.createCaseComment(entry)).toEqual(first);
    const another = crew.driver.createCaseComment({ ...entry, client_id: randomUUID() });
    await expect(another).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
    const stranger = await createTestTourCrew(api, office.session.tenant, { grants: driverGrants });
    await expect(stranger.driver.createCaseComment(entry)).rejects.toMatchObject(reused);
  });

  it("a todo that a phone reports late keeps the time of the tick, and a repetition does not override the dispatcher", async () => {
    const { id: case_id, todo_id } = await onTour();
    const tick = { case_id, todo_id, client_id: randomUUID(), occurred_at: anHourAgo() };
    const done = await crew.driver.setTodoCompleted(tick);
    expect(Date.parse(done.completed_at ?? "")).toBe(Date.parse(tick.occurred_at));
    await office.setTodoCompleted({ case_id, todo_id, completed: false });
    expect(await crew.driver.setTodoCompleted(tick)).toMatchObject({ id: todo_id, completed: false });
    await expect(crew.driver.setTodoCompleted({ ...tick, completed: false })).rejects.toMatchObject(reused);
  });

  it("a message whose acknowledgement a phone sends late keeps the time at which it was read", async () => {
    const { device_id } = crew.driver.session;
    const raise = () =>
      api.db.transaction(office.session.tenant.id, (tx) =>
        createCriticalMessage(tx, { kind: "CASE_CANCELLED", title: "Cancelled", body: "", device_id }),
      );
    const id = await raise();
    await api.db.system.run(sql`update critical_messages set created_at = now() - interval '2 hours' where id = ${id}`);
    const read = { id, client_id: randomUUID(), occurred_at: anHourAgo() };
    const first = await crew.driver.acknowledgeCriticalMessage(read);
    expect(Date.parse(first.acknowledged_at ?? "")).toBe(Date.parse(read.occurred_at));
    expect(await crew.driver.acknowledgeCriticalMessage(read)).toEqual(first);
    await expect(crew.driver.acknowledgeCriticalMessage({ ...read, id: await raise() })).rejects.toMatchObject(reused);
  });

  /** A driver who signs in on a phone; without one, on a phone that the company does not know. */
  const signedInOn = async (device_id: string | null) => {
    const { tenant } = office.session;
    const person = await api.bearer({ tenant, roleType: "DRIVER", grants: driverGrants });
    await api.db.system.run(sql`
      update tokens set device_id = ${device_id} where tenant_id = ${tenant.id} and user_id = ${person.session.user_id}`);
    return person;
  };

  it("a phone entry sent again after a new sign-in of its driver counts as the same entry, and one by another phone's driver is refused", async () => {
    const { id } = await onTour();
    const note = { id, text: "Tor ist zu", client_id: randomUUID(), occurred_at: anHourAgo() };
    const first = await crew.driver.createCaseComment(note);
    const person = await signedInOn(crew.driver.session.device_id);
    expect(await person.createCaseComment(note)).toEqual(first);
    await expect(person.createCaseComment({ ...note, text: "Tor ist offen" })).rejects.toMatchObject(reused);
    const other = await createTestTourCrew(api, office.session.tenant, { grants: driverGrants });
    for (const stranger of [await signedInOn(other.driver.session.device_id), await signedInOn(null)])
      await expect(stranger.createCaseComment(note)).rejects.toMatchObject(reused);
    expect((await office.getCaseComments({ id })).comments).toHaveLength(1);
  });

  it("a phone entry of a driver is not returned to another driver on the same phone, nor to the phone alone", async () => {
    const { id } = await onTour();
    const note = { id, text: "Tor ist zu", client_id: randomUUID(), occurred_at: anHourAgo() };
    const { device_id } = crew.driver.session;
    const [person, successor] = [await signedInOn(device_id), await signedInOn(device_id)];
    const first = await person.createCaseComment(note);
    await expect(successor.createCaseComment(note)).rejects.toMatchObject(reused);
    await expect(crew.driver.createCaseComment(note)).rejects.toMatchObject(reused);
    expect(await person.createCaseComment(note)).toEqual(first);
  });

  it("a phone entry whose time is more than five minutes ahead is refused", async () => {
    const { id, todo_id } = await onTour();
    const occurred_at = ahead();
    const early = { status: 422, code: "TIME_OUT_OF_RANGE" };
    await expect(crew.driver.createCaseComment({ id, text: "x", occurred_at })).rejects.toMatchObject(early);
    await expect(crew.driver.setTodoCompleted({ case_id: id, todo_id, occurred_at })).rejects.toMatchObject(early);
  });
});
