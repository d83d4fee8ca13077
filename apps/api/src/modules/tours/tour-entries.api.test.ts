import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiSession, startApi } from "../../testing/start-api";
import { sql } from "#platform/database/sql";
import {
  createDepot,
  createDepotWithOffice,
  type DepotFixture,
  readTourEvents,
  morningShiftTimes,
  tourOfficeGrants,
} from "../../testing/tours";

const MINUTE_MS = 60_000;

describe("entries of a phone about a shift that were made offline", () => {
  const api = startApi();
  let depot: DepotFixture;
  let office: ApiSession;
  beforeAll(async () => {
    ({ depot, office } = await createDepotWithOffice(api, await api.aTenant()));
  });
  const ago = (minutes: number) => new Date(api.clock.now().getTime() - minutes * MINUTE_MS).toISOString();
  const started = (minutes = 60) => office.createAndStartTour({ occurred_at: ago(minutes) });
  const spansOf = async (id: string) =>
    (
      await api.db.system.many<{ sub_state: string; minutes: number | null }>(sql`
        select sub_state, round(extract(epoch from ended_at - began_at) / 60)::int as minutes from tour_sub_state_spans
        where tour_id = ${id} order by began_at`)
    ).map(({ sub_state, minutes }) => `${sub_state} ${minutes ?? ""}`.trim());
  const minutesSince = (time: string | null) =>
    Math.round((api.clock.now().getTime() - Date.parse(time ?? "")) / MINUTE_MS);

  it("a phone entry about a shift that arrives late counts from the time when it was made", async () => {
    const { id } = await office.createScheduledTour(morningShiftTimes);
    const { started_at } = await office.startTour({ id, lock_version: 0, occurred_at: ago(90) });
    expect(minutesSince(started_at)).toBe(90);
    await office.updateTourStartedSubState({ id, started_sub_state: "ON_A_BREAK", occurred_at: ago(60) });
    await office.updateTourStartedSubState({ id, started_sub_state: "ACTIVE", occurred_at: ago(30) });
    const { lock_version } = await office.getTour({ id });
    const { ended_at } = await office.finishTour({ id, lock_version, occurred_at: ago(10) });
    expect(minutesSince(ended_at)).toBe(10);
    expect(await spansOf(id)).toEqual(["ACTIVE 30", "ON_A_BREAK 30", "ACTIVE 20"]);
  });

  it("a late phone entry about a shift is only added to the history when a newer one came before", async () => {
    const { id } = await started();
    await office.updateTourStartedSubState({ id, started_sub_state: "NOT_TAKING_CASES", occurred_at: ago(20) });
    const before = await office.getTour({ id });
    const events = (await readTourEvents(api, id)).length;
    const late = { id, started_sub_state: "ON_A_BREAK", occurred_at: ago(40) } as const;
    expect(await office.updateTourStartedSubState(late)).toEqual(before);
    expect((await readTourEvents(api, id)).length).toBe(events);
    expect(await spansOf(id)).toEqual(["ACTIVE 20", "ON_A_BREAK 20", "NOT_TAKING_CASES"]);
  });

  it("a phone entry about a shift that arrives after its end is only added to the history", async () => {
    const { id, lock_version } = await started();
    const finished = await office.finishTour({ id, lock_version, occurred_at: ago(10) });
    const late = { id, started_sub_state: "ON_A_BREAK", occurred_at: ago(30) } as const;
    expect(await office.updateTourStartedSubState(late)).toEqual(finished);
    expect(await spansOf(id)).toEqual(["ACTIVE 30", "ON_A_BREAK 20"]);
    await expect(office.updateTourStartedSubState({ ...late, occurred_at: ago(5) })).rejects.toMatchObject({
      code: "TOUR_STATUS_CONFLICT",
    });
  });

  it("a phone entry about a shift is carried out once, even if it is sent often and by several requests at once", async () => {
    const begin = { client_id: randomUUID(), occurred_at: ago(60), user_ids: [await depot.aUser()] };
    const made = await Promise.all(Array.from({ length: 8 }, () => office.createAndStartTour(begin)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const [{ id, lock_version } = { id: "", lock_version: 0 }] = made;
    const end = { id, lock_version, client_id: randomUUID(), occurred_at: ago(1) };
    const [first, second] = [await office.finishTour(end), await office.finishTour(end)];
    expect(second).toEqual(first);
    expect(await office.createAndStartTour(begin)).toEqual(first);
  });

  it("a phone entry about a shift is refused when its id was used for another entry, even by another user", async () => {
    const { id } = await started();
    const pause = { id, started_sub_state: "ON_A_BREAK", client_id: randomUUID(), occurred_at: ago(5) } as const;
    await office.updateTourStartedSubState(pause);
    const reused = { status: 422, code: "IDEMPOTENCY_KEY_REUSED" };
    await expect(office.updateTourStartedSubState({ ...pause, started_sub_state: "ACTIVE" })).rejects.toMatchObject(
      reused,
    );
    await expect(office.updateTourStartedSubState({ ...pause, occurred_at: ago(4) })).rejects.toMatchObject(reused);
    const { id: other } = await started();
    await expect(office.updateTourStartedSubState({ ...pause, id: other })).rejects.toMatchObject(reused);
    const colleague = await api.bearer({ tenant: depot.tenant, grants: tourOfficeGrants, branchIds: [depot.branch] });
    await expect(colleague.updateTourStartedSubState(pause)).rejects.toMatchObject(reused);
    const elsewhere = await createDepot(api, await api.aTenant());
    const stranger = await api.bearer({ tenant: elsewhere.tenant, grants: tourOfficeGrants });
    const { id: foreign } = await stranger.createAndStartTour({ client_id: pause.client_id });
    expect(foreign).not.toBe(id);
  });

  it("the id of a refused phone entry about a shift can be used again for the corrected entry", async () => {
    const { id } = await started();
    const client_id = randomUUID();
    const stale = { id, lock_version: 77, client_id };
    await expect(office.finishTour(stale)).rejects.toMatchObject({ code: "LOCK_VERSION_CONFLICT" });
    const { lock_version } = await office.getTour({ id });
    expect(await office.finishTour({ ...stale, lock_version })).toMatchObject({ status: "FINISHED" });
  });

  it("a phone entry about a shift is refused when the clock of the phone is more than five minutes fast", async () => {
    const { id } = await started();
    const change = { id, started_sub_state: "ON_A_BREAK" } as const;
    await expect(office.updateTourStartedSubState({ ...change, occurred_at: ago(-6) })).rejects.toMatchObject({
      status: 422,
      code: "TIME_OUT_OF_RANGE",
    });
    expect(await office.updateTourStartedSubState({ ...change, occurred_at: ago(-4) })).toMatchObject(change);
  });
});
