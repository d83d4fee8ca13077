import { randomUUID } from "node:crypto";
import type { StopName } from "@leitstand/contract/board/tour-plans";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";
import {
  stopNamesOf,
  createToursWithPlans,
  transportCaseRequestBetween,
} from "../../testing/tour-plans/tours-with-plans";

const pickupOf = (case_id: string): StopName => ({ case_id, kind: "PICKUP" });
const deliveryOf = (case_id: string): StopName => ({ case_id, kind: "DELIVERY" });

describe("the order of a tour's stops that a dispatcher sets", () => {
  const api = startApi();
  const { aDispatcher, aTour, assigned, settle } = createToursWithPlans(api);

  /** A running tour with the cases a and b, and its plan. */
  async function aPlannedTour() {
    const dispatcher = await aDispatcher();
    const { tour_id, driver } = await aTour(dispatcher);
    const [a, b] = [
      await assigned(dispatcher, tour_id),
      await assigned(dispatcher, tour_id, transportCaseRequestBetween(6, 9)),
    ];
    await settle();
    const { version } = await dispatcher.getTourPlan({ id: tour_id });
    return { dispatcher, driver, tour_id, a, b, names: { [a]: "a", [b]: "b" }, version };
  }
  type PlanningTour = Awaited<ReturnType<typeof aPlannedTour>>;
  const starts = ({ driver, a, tour_id }: PlanningTour) =>
    driver.receiveAction({ id: a, action: "START", tour_id, lock_version: 1 });
  async function loads(tour: PlanningTour) {
    const { driver, a, tour_id } = tour;
    await starts(tour);
    await driver.receiveAction({ id: a, action: "ARRIVE", tour_id, lock_version: 2 });
    const payload = { identity_confirmed: true, belongings_confirmed: true };
    await driver.receiveAction({ id: a, action: "LOAD", tour_id, lock_version: 3, payload });
  }

  it("updateTourSequence changes the order of the stops, at the plan version that was read", async () => {
    const { dispatcher, tour_id, a, b, names, version } = await aPlannedTour();
    const sequence = [pickupOf(b), pickupOf(a), deliveryOf(b), deliveryOf(a)];
    const plan = await dispatcher.updateTourSequence({ id: tour_id, sequence, version });
    expect([plan.status, plan.version]).toEqual(["FRESH", version + 1]);
    expect(stopNamesOf(plan, names)).toEqual(["b PICKUP", "a PICKUP", "b DELIVERY", "a DELIVERY"]);
    const stale = dispatcher.updateTourSequence({ id: tour_id, sequence, version });
    await expect(stale).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
    const c = await assigned(dispatcher, tour_id, transportCaseRequestBetween(1, 2));
    await settle();
    const appended = await dispatcher.getTourPlan({ id: tour_id });
    expect(stopNamesOf(appended, { ...names, [c]: "c" }).slice(4)).toEqual(["c PICKUP", "c DELIVERY"]);
    const positions = await Promise.all(
      [a, b, c].map(async (id) => (await dispatcher.getCase({ id })).tour_case_states?.[0]?.position),
    );
    expect(positions).toEqual([2, 1, 3]);
  });

  it("updateTourSequence sent again with its idempotency key gets the first answer, even after a crash before it was stored", async () => {
    const { dispatcher, tour_id, a, b, version } = await aPlannedTour();
    const sequence = [pickupOf(b), pickupOf(a), deliveryOf(b), deliveryOf(a)];
    const options = { idempotencyKey: randomUUID() };
    const order = () => dispatcher.updateTourSequence({ id: tour_id, sequence, version }, options);
    const plan = await order();
    expect(await order()).toEqual(plan);
    await api.db.system.run(sql`
      delete from idempotency_records where tenant_id = ${dispatcher.session.tenant.id} and operation = 'updateTourSequence'`);
    expect(await order()).toMatchObject({ version: version + 1, stops: { length: plan.stops.length } });
    const other = dispatcher.updateTourSequence({ id: tour_id, sequence: [], version }, options);
    await expect(other).rejects.toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("updateTourSequence keeps stops that it does not name in their current order, behind those that it names", async () => {
    const { dispatcher, tour_id, a, b, names, version } = await aPlannedTour();
    const sequence = [pickupOf(b), pickupOf(a), deliveryOf(a), deliveryOf(b)];
    await dispatcher.updateTourSequence({ id: tour_id, sequence, version });
    const plan = await dispatcher.updateTourSequence({ id: tour_id, sequence: [pickupOf(a)], version: version + 1 });
    expect(stopNamesOf(plan, names)).toEqual(["a PICKUP", "b PICKUP", "a DELIVERY", "b DELIVERY"]);
    const unnamed = await dispatcher.updateTourSequence({ id: tour_id, sequence: [], version: version + 2 });
    expect(stopNamesOf(unnamed, names)).toEqual(stopNamesOf(plan, names));
    expect(unnamed.version).toBe(version + 2);
  });

  it("updateTourSequence answers 404 when the tour is being deleted at the same time", async () => {
    const dispatcher = await aDispatcher();
    const { tour_id } = await aTour(dispatcher);
    const update = await api.db.systemTransaction(dispatcher.session.tenant.id, async (tx) => {
      await tx.run(sql`delete from tours where tenant_id = ${tx.tenantId} and id = ${tour_id}`);
      return startBlockedWork({ tx, db: api.db.system }, () =>
        dispatcher.updateTourSequence({ id: tour_id, sequence: [], version: 0 }).catch((error: unknown) => error),
      );
    });
    expect(await update.outcome).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
  });

  it("updateTourSequence raises the version only when the order of the stops changes", async () => {
    const { dispatcher, tour_id, a, b, version } = await aPlannedTour();
    for (const sequence of [[], [pickupOf(a)], [pickupOf(a), deliveryOf(a), pickupOf(b), deliveryOf(b)]])
      expect((await dispatcher.updateTourSequence({ id: tour_id, sequence, version })).version).toBe(version);
    const sequence = [pickupOf(b), deliveryOf(b)];
    expect((await dispatcher.updateTourSequence({ id: tour_id, sequence, version })).version).toBe(version + 1);
    await settle();
    expect((await dispatcher.getTourPlan({ id: tour_id })).version).toBe(version + 1);
  });

  it("updateTourSequence keeps stops under way in front, and an order that differs only there does not raise the version", async () => {
    const tour = await aPlannedTour();
    const { dispatcher, tour_id, a, b, names } = tour;
    await starts(tour);
    await settle();
    const { version } = await dispatcher.getTourPlan({ id: tour_id });
    const sequence = [deliveryOf(a), pickupOf(b), deliveryOf(b)];
    const refused = dispatcher.updateTourSequence({ id: tour_id, sequence, version });
    await expect(refused).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    const given = [pickupOf(b), pickupOf(a), deliveryOf(a), deliveryOf(b)];
    const plan = await dispatcher.updateTourSequence({ id: tour_id, sequence: given, version });
    const order = ["a PICKUP", "b PICKUP", "a DELIVERY", "b DELIVERY"];
    expect([plan.version, stopNamesOf(plan, names)]).toEqual([version + 1, order]);
    const again = await dispatcher.updateTourSequence({ id: tour_id, sequence: given, version: plan.version });
    expect([again.version, stopNamesOf(again, names)]).toEqual([version + 1, order]);
  });

  it("updateTourSequence accepts a delivery without its pickup as soon as the crew has loaded, before the plan is computed", async () => {
    const tour = await aPlannedTour();
    const { dispatcher, tour_id, a, b, names, version } = tour;
    await loads(tour);
    const plan = await dispatcher.updateTourSequence({ id: tour_id, sequence: [pickupOf(b), deliveryOf(a)], version });
    expect(stopNamesOf(plan, names)).toEqual(["b PICKUP", "a DELIVERY", "b DELIVERY"]);
  });

  it("updateTourSequence refuses an order that cannot be driven", async () => {
    const { dispatcher, tour_id, a, b, version } = await aPlannedTour();
    const elsewhere = (await dispatcher.createCase(transportCaseRequestBetween(5, 9))).id;
    for (const [sequence, code] of [
      [[deliveryOf(a), pickupOf(a)], "FIELD_COMBINATION_INVALID"],
      [[pickupOf(b), deliveryOf(a)], "FIELD_COMBINATION_INVALID"],
      [[pickupOf(a), pickupOf(a)], "FIELD_COMBINATION_INVALID"],
      [[pickupOf(elsewhere)], "REFERENCE_NOT_FOUND"],
    ] as const) {
      const refused = dispatcher.updateTourSequence({ id: tour_id, sequence: [...sequence], version });
      await expect(refused).rejects.toMatchObject({ status: 422, code });
    }
    expect((await dispatcher.getTourPlan({ id: tour_id })).version).toBe(version);
    const stranger = await aDispatcher();
    const foreign = stranger.updateTourSequence({ id: tour_id, sequence: [], version: 0 });
    await expect(foreign).rejects.toMatchObject({ status: 404 });
    expect(await stranger.getTourPlans({ tour_ids: [tour_id, randomUUID()] })).toEqual([]);
  });
});
