import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest, funeralDataExample } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { startApi } from "../../testing/start-api";

describe("the times of a case", () => {
  const api = startApi();
  let now = 0;
  beforeEach(() => {
    now = api.clock.now().getTime();
  });
  const hour = (count: number) => new Date(now + count * 3_600_000).toISOString();
  const frame = (from: number, to: number) => ({ from: hour(from), to: hour(to) });
  const timed = (given = frame(2, 4)) =>
    funeralCaseRequest({
      funeral_data: {
        ...funeralDataExample,
        source_address: { ...funeralDataExample.source_address, timeframe: given },
      },
    });
  const aDispatcher = () => api.signIn(...dispatchGrants);
  const timersOf = (id: string, kind: string) =>
    api.db.system.many<{ due_at: string }>(sql`
      select due_at from jobs where kind = ${kind} and payload ->> 'case_id' = ${id}`);

  it("updateCaseTimeWindow moves the times of a case with the time frame of its source, unless the case has times of its own", async () => {
    const dispatcher = await aDispatcher();
    const { id } = await dispatcher.createCase(timed());
    const later = await dispatcher.updateCaseTimeWindow({
      id,
      source_timeframe: frame(5, 7),
      reason: "Asked for",
      lock_version: 0,
    });
    expect(later).toMatchObject({ lock_version: 1, funeral_data: { source_address: { timeframe: frame(5, 7) } } });
    expect([later.not_before, later.due_at].map((time) => Date.parse(time as string))).toEqual(
      [hour(5), hour(7)].map((time) => Date.parse(time)),
    );
    const own = await dispatcher.updateCaseTimeWindow({ id, due_at: hour(9), lock_version: 1 });
    const moved = await dispatcher.updateCaseTimeWindow({
      id,
      source_timeframe: frame(6, 8),
      lock_version: own.lock_version,
    });
    expect([moved.not_before, moved.due_at].map((time) => Date.parse(time as string))).toEqual(
      [hour(6), hour(9)].map((time) => Date.parse(time)),
    );
    const [row] = await dispatcher.getCaseStateHistory({ id });
    expect(row).toMatchObject({ transition: "EDIT", actor_kind: "D" });
    const reasons = (await dispatcher.getCaseStateHistory({ id })).map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason !== null)).toEqual(["Asked for"]);
  });

  it("updateCaseTimeWindow with the current times of the case changes nothing", async () => {
    const dispatcher = await aDispatcher();
    const { id } = await dispatcher.createCase(timed());
    const same = await dispatcher.updateCaseTimeWindow({ id, source_timeframe: frame(2, 4), lock_version: 0 });
    expect(same.lock_version).toBe(0);
    expect(await dispatcher.getCaseStateHistory({ id })).toEqual([]);
  });

  it.each([
    [{ not_before: 5, due_at: 3 }, "TIME_RANGE_INVALID"],
    [{ not_before: 24 * 366 * 11 }, "TIME_OUT_OF_RANGE"],
  ])("updateCaseTimeWindow refuses the times %o", async (given, code) => {
    const dispatcher = await aDispatcher();
    const { id } = await dispatcher.createCase(timed());
    const times = Object.fromEntries(Object.entries(given).map(([field, count]) => [field, hour(count)]));
    const refused = dispatcher.updateCaseTimeWindow({ id, ...times, lock_version: 0 });
    await expect(refused).rejects.toMatchObject({ status: 422, code });
  });

  it("updateCaseTimeWindow refuses a time frame for a place that the case does not have", async () => {
    const dispatcher = await api.bearer({ tenant: await api.aTenant("ROADSIDE_ASSISTANCE"), grants: dispatchGrants });
    const { id } = await dispatcher.createCase(roadsideCaseRequest());
    const refused = dispatcher.updateCaseTimeWindow({ id, target_timeframe: frame(1, 2), lock_version: 0 });
    await expect(refused).rejects.toMatchObject({ code: "FIELD_COMBINATION_INVALID" });
  });

  it("updateCaseTimeWindow refuses an outdated lock version, and a closed case", async () => {
    const dispatcher = await aDispatcher();
    const { id } = await dispatcher.createCase(timed());
    const stale = dispatcher.updateCaseTimeWindow({ id, due_at: hour(9), lock_version: 7 });
    await expect(stale).rejects.toMatchObject({ code: "LOCK_VERSION_CONFLICT" });
    await dispatcher.receiveAction({ id, action: "CANCEL", lock_version: 0, reason: "Called off" });
    const late = dispatcher.updateCaseTimeWindow({ id, due_at: hour(9), lock_version: 1 });
    await expect(late).rejects.toMatchObject({ code: "CASE_FINALIZED" });
  });

  it("the only time of a loaded case that can be moved is its delivery, and the move makes older actions of phones stale", async () => {
    const dispatcher = await aDispatcher();
    const { tour_id, driver } = await createTestTourCrew(api, dispatcher.session.tenant);
    const { id } = await dispatcher.createCase(timed());
    const payload = { identity_confirmed: true, belongings_confirmed: true };
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    await driver.receiveAction({ id, action: "START", tour_id, lock_version: 1 });
    await dispatcher.updateCaseTimeWindow({ id, due_at: hour(9), lock_version: 2 });
    const load = (lock_version: number) => driver.receiveAction({ id, action: "LOAD", tour_id, lock_version, payload });
    await expect(load(2)).rejects.toMatchObject({ code: "LOCK_VERSION_CONFLICT" });
    await load(3);
    const pickup = dispatcher.updateCaseTimeWindow({ id, source_timeframe: frame(5, 7), lock_version: 4 });
    await expect(pickup).rejects.toMatchObject({ status: 409, code: "CASE_CARGO_LOADED" });
    const delivery = await dispatcher.updateCaseTimeWindow({ id, target_timeframe: frame(5, 7), lock_version: 4 });
    expect(delivery.funeral_data?.target_address?.timeframe).toEqual(frame(5, 7));
  });

  it("moving a reserved roadside case to another time raises its alarm when it is due, and notifies the crew", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const dispatcher = await api.bearer({ tenant, grants: dispatchGrants });
    const { tour_id } = await createTestTourCrew(api, tenant);
    const { id } = await dispatcher.createCase(roadsideCaseRequest({ not_before: hour(5) }));
    const waits = await dispatcher.assignCaseToTour({ id: tour_id, case_id: id, lock_version: 0 });
    expect(waits.state.current).toBe("reserved");
    await dispatcher.updateCaseTimeWindow({ id, not_before: hour(2), lock_version: 1 });
    const starts = await timersOf(id, "CASE_START_DUE");
    expect(starts.map(({ due_at }) => new Date(due_at).toISOString())).toEqual([hour(2)]);
    const { told } = await api.db.system.one<{ told: number }>(sql`
      select count(*)::int as told from outbox_messages where case_id = ${id} and purpose = 'CASE_CHANGED'`);
    expect(told).toBe(1);
    await dispatcher.updateCaseTimeWindow({ id, not_before: null, lock_version: 2 });
    await api.app.jobs.runDue();
    expect((await dispatcher.getCase({ id })).state.current).toBe("alarmed");
  });

  it("a new time of a postponed roadside case is also the time until which it is postponed, and of its reminder", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const dispatcher = await api.bearer({ tenant, grants: dispatchGrants });
    const { tour_id, driver } = await createTestTourCrew(api, tenant);
    const { id } = await dispatcher.createCase(roadsideCaseRequest());
    await dispatcher.assignCaseToTour({ id: tour_id, case_id: id, lock_version: 0 });
    const payload = { postponed_until: hour(3) };
    await driver.receiveAction({ id, action: "POSTPONE", tour_id, lock_version: 1, reason: "not at home", payload });
    const readTimes = async () => {
      const { postponed_until, tour_case_states } = await dispatcher.getCase({ id });
      const reminders = await timersOf(id, "CASE_POSTPONE_REMINDER");
      const times = [postponed_until, tour_case_states?.[0]?.postponed_until, ...reminders.map(({ due_at }) => due_at)];
      return times.map((time) => (time ? new Date(time).toISOString() : null));
    };
    expect(await readTimes()).toEqual([hour(3), hour(3), hour(3)]);
    await dispatcher.updateCaseTimeWindow({ id, not_before: hour(5), lock_version: 2 });
    expect(await readTimes()).toEqual([hour(5), hour(5), hour(5)]);
    await dispatcher.updateCase({ id, ...roadsideCaseRequest({ not_before: hour(4) }), lock_version: 3 });
    expect(await readTimes()).toEqual([hour(4), hour(4), hour(4)]);
    await dispatcher.updateCaseTimeWindow({ id, not_before: null, lock_version: 4 });
    expect(await readTimes()).toEqual([null, null]);
  });

  it("an edit that moves a reserved roadside case to an earlier time also raises its alarm", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const dispatcher = await api.bearer({ tenant, grants: dispatchGrants });
    const { tour_id } = await createTestTourCrew(api, tenant);
    const { id } = await dispatcher.createCase(roadsideCaseRequest({ not_before: hour(5) }));
    await dispatcher.assignCaseToTour({ id: tour_id, case_id: id, lock_version: 0 });
    await dispatcher.updateCase({ id, ...roadsideCaseRequest(), lock_version: 1 });
    await api.app.jobs.runDue();
    expect((await dispatcher.getCase({ id })).state.current).toBe("alarmed");
  });
});
