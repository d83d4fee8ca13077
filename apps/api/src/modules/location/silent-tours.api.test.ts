import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { insertBranch } from "../../testing/fixtures";
import { insertTour, insertVehicle, updateTourRow, timeSecondsFromNow } from "../../testing/fleet";
import { cancelBlockedStatements, startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";
import { promptAndReportSilentTours } from "./silent-tours.service";
import { markSilentTour, selectSilentTours } from "./silent-tours.sql";

describe("tours whose position reports are monitored", () => {
  const api = startApi();
  const watch = () => promptAndReportSilentTours(api);

  async function aShift(settings: { location_report_required: boolean } = { location_report_required: true }) {
    const tenant = await api.aTenant();
    const branch = await insertBranch(api.db, tenant.id);
    await api.db.system.run(sql`
      update branches set location_report_required = ${settings.location_report_required} where tenant_id = ${tenant.id}`);
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: ["updateLocation"], branchIds: [branch] });
    const dispatcher = await api.bearer({
      tenant,
      branchIds: [branch],
      grants: ["getCriticalMessages", "createCase", "getCases", "receiveAction", "assignCaseToTour", "getTours"],
    });
    const vehicle = await insertVehicle(api.db, tenant.id, { branchId: branch });
    const deviceId = phone.session.device_id as string;
    const tour = await insertTour(api.db, tenant.id, { vehicleIds: [vehicle], deviceId, branchId: branch });
    await api.db.system.run(
      sql`update tours set updated_at = ${api.clock.now()}, started_at = ${api.clock.now()} where id = ${tour}`,
    );
    const report = () => phone.updateLocation({ locations: [{ lat: 47, lon: 15, time: timeSecondsFromNow(api, 0) }] });
    const asked = async () =>
      (
        await api.db.system.many(sql`
        select 1 from outbox_messages where tenant_id = ${tenant.id} and purpose = 'LOCATION_REQUEST'`)
      ).length;
    const told = async () =>
      (await dispatcher.getCriticalMessages({})).filter(({ kind }) => kind === "LOCATION_MISSING");
    return { tenant, branch, tour, dispatcher, report, asked, told };
  }

  it("a tour without position reports is asked for one after the tenant's minutes, and after twice as many its dispatcher gets one message", async () => {
    api.clock.freeze();
    const { asked, told, report, tour } = await aShift();
    api.clock.advance({ minutes: 9 });
    await watch();
    expect([await asked(), await told()]).toEqual([0, []]);
    api.clock.advance({ minutes: 2 });
    await Promise.all([watch(), watch()]);
    await watch();
    expect([await asked(), await told()]).toEqual([1, []]);
    api.clock.advance({ minutes: 10 });
    await Promise.all([watch(), watch()]);
    await watch();
    expect(await asked()).toBe(2);
    expect(await told()).toMatchObject([{ tour_id: tour, acknowledged: false, args: { minutes: 21 } }]);

    await report();
    api.clock.advance({ minutes: 9 });
    await watch();
    expect(await asked()).toBe(2);
    api.clock.advance({ minutes: 12 });
    await watch();
    expect([await asked(), (await told()).length]).toEqual([3, 2]);
  });

  it("a tour without position reports is not asked for one on a break, off duty, or if its branch does not require reports", async () => {
    const shift = await aShift();
    const other = await aShift({ location_report_required: false });
    for (const sub_state of ["ON_A_BREAK", "OFF_DUTY"]) {
      await updateTourRow(api, shift.tenant, { id: shift.tour, status: "STARTED", sub_state });
      api.clock.advance({ minutes: 30 });
      await watch();
    }
    expect([await shift.asked(), await other.asked()]).toEqual([0, 0]);
    // After the break the tour has its full time again.
    await updateTourRow(api, shift.tenant, { id: shift.tour, status: "STARTED", sub_state: "ACTIVE" });
    await api.db.system.run(sql`update tours set updated_at = ${api.clock.now()} where id = ${shift.tour}`);
    await watch();
    expect(await shift.asked()).toBe(0);
  });

  it("assigning a case to a tour without position reports gives a warning, and is not prevented", async () => {
    const { dispatcher, tour, report } = await aShift();
    const assign = async () => {
      const { id, lock_version } = await dispatcher.createCase(funeralCaseRequest());
      return dispatcher.receiveAction({ id, action: "ASSIGN", tour_id: tour, lock_version });
    };
    expect((await assign()).warnings).toEqual([]);
    api.clock.advance({ minutes: 11 });
    expect((await assign()).warnings).toEqual([{ code: "LOCATION_MISSING", tour_id: tour }]);
    await report();
    expect((await assign()).warnings).toEqual([]);
  });

  it("a silent tour that cannot be asked for its position does not keep others from being asked", async () => {
    api.clock.freeze();
    const first = await aShift();
    api.clock.advance({ minutes: 1 });
    const second = await aShift();
    api.clock.advance({ minutes: 11 });
    const silent = await selectSilentTours(api.db.system, api.clock.now());
    const tour = silent.find(({ tour_id }) => tour_id === first.tour);
    if (!tour) throw new Error("The first tour is not silent.");
    const { outcome } = await api.db.systemTransaction(tour.tenant_id, async (tx) => {
      await markSilentTour(tx, tour, api.clock.now());
      const blocked = await startBlockedWork({ tx, db: api.db.system }, () => watch().catch((error: unknown) => error));
      await cancelBlockedStatements(tx, api.databaseUrl);
      return blocked;
    });
    expect(await outcome).toBeInstanceOf(AggregateError);
    expect(await second.asked()).toBe(1);
  });
});
