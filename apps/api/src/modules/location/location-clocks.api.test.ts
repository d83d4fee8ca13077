import { describe, expect, it } from "vitest";
import type { ApiProblem } from "@leitstand/client/problem";
import { sql } from "#platform/database/sql";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { insertTour, insertVehicle, readStoredPositions, timeSecondsFromNow } from "../../testing/fleet";

const grants = ["updateLocation", "getLocations"];

describe("positions of a phone whose clock is ahead", () => {
  const api = startApi();

  async function aDriver() {
    api.clock.freeze();
    const tenant = await api.aTenant();
    const branch = await insertBranch(api.db, tenant.id);
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants, branchIds: [branch] });
    const vehicle = await insertVehicle(api.db, tenant.id, { branchId: branch });
    const tour = await insertTour(api.db, tenant.id, {
      vehicleIds: [vehicle],
      deviceId: phone.session.device_id,
      branchId: branch,
    });
    const report = (...fixes: readonly (readonly [offsetSeconds: number, lat: number])[]) =>
      phone.updateLocation({
        locations: fixes.map(([offset, lat]) => ({ lat, lon: 15.4, time: timeSecondsFromNow(api, offset) })),
      });
    const shown = async (reader: Pick<typeof phone, "getLocations"> = phone) => {
      const [known] = await reader.getLocations();
      return known && { lat: known.lat, age: known.age_seconds };
    };
    const telematics = await api.bearer({ tenant, kind: "SERVICE", grants, branchIds: [branch] });
    /** Another phone that joins the tour. */
    const otherPhone = async () => {
      const other = await api.bearer({ tenant, kind: "DEVICE", grants, branchIds: [branch] });
      await api.db.systemTransaction(tenant.id, (tx) =>
        tx.run(sql`
          update tour_vehicles set device_id = ${other.session.device_id}
          where tenant_id = ${tenant.id} and tour_id = ${tour} and vehicle_id = ${vehicle}`),
      );
      return other;
    };
    return { tenant, phone, vehicle, telematics, report, shown, otherPhone };
  }

  it("a position from a phone whose clock is ahead grows older, and is replaced by later positions", async () => {
    const { report, shown, telematics, vehicle } = await aDriver();
    await report([290, 47.1]);
    expect(await shown()).toEqual({ lat: 47.1, age: 0 });
    api.clock.advance({ seconds: 20 });
    expect(await shown()).toEqual({ lat: 47.1, age: 20 });
    await telematics.updateLocation({
      locations: [{ lat: 47.2, lon: 15.4, time: timeSecondsFromNow(api, -5), vehicle_id: vehicle }],
    });
    expect(await shown()).toEqual({ lat: 47.2, age: 5 });
    await report([290, 47.3]);
    expect(await shown()).toEqual({ lat: 47.3, age: 0 });
  });

  it("positions from a phone whose clock is ahead keep their order and time differences, and are stored once", async () => {
    const { tenant, report, shown } = await aDriver();
    const sent = () => report([250, 47.1], [280, 47.2], [270, 47.3]);
    expect(await sent()).toEqual({ accepted: 3, ignored: 0 });
    expect(await shown()).toEqual({ lat: 47.2, age: 0 });
    expect(await sent()).toEqual({ accepted: 3, ignored: 0 });
    expect((await readStoredPositions(api, tenant)).map(({ lat }) => lat)).toEqual([47.1, 47.3, 47.2]);
  });

  it("positions sent late by a phone whose clock is known to be ahead are shown with their true age", async () => {
    const { report, shown } = await aDriver();
    await report([290, 47.1]);
    api.clock.advance({ seconds: 200 });
    // The reported positions are 100 and 40 seconds old, by a clock that is 290 seconds ahead.
    await report([190, 47.2], [250, 47.3]);
    expect(await shown()).toEqual({ lat: 47.3, age: 40 });
  });

  it("positions from a phone are dated by its own clock again as soon as that has been corrected", async () => {
    const { report, shown } = await aDriver();
    await report([290, 47.1]);
    api.clock.advance({ seconds: 30 });
    await report([0, 47.2]);
    expect(await shown()).toEqual({ lat: 47.2, age: 0 });
    api.clock.advance({ seconds: 10 });
    await report([-4, 47.3]);
    expect(await shown()).toEqual({ lat: 47.3, age: 4 });
  });

  it("the clock of one phone does not affect positions of another phone in the same vehicle", async () => {
    const { report, shown, otherPhone } = await aDriver();
    await report([290, 47.1]);
    const other = await otherPhone();
    api.clock.advance({ seconds: 300 });
    // From the first phone, this would be 294 seconds old: 296 seconds after its first one, by a clock 290 seconds
    // ahead.
    await other.updateLocation({ locations: [{ lat: 47.2, lon: 15.4, time: timeSecondsFromNow(api, -4) }] });
    expect(await shown(other)).toEqual({ lat: 47.2, age: 4 });
  });

  it("positions are dated by the phone's own clock when that was corrected while the phone was silent", async () => {
    const { report, shown } = await aDriver();
    await report([290, 47.1]);
    api.clock.advance({ seconds: 700 });
    await report([-4, 47.2]);
    expect(await shown()).toEqual({ lat: 47.2, age: 4 });
  });
});

describe("invalid positions", () => {
  const api = startApi();

  it("positions at 0, 0, as a receiver without a fix reports them, are counted as ignored", async () => {
    const tenant = await api.aTenant();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants });
    const vehicle = await insertVehicle(api.db, tenant.id);
    await insertTour(api.db, tenant.id, { vehicleIds: [vehicle], deviceId: phone.session.device_id });
    const time = timeSecondsFromNow(api, -5);
    const nowhere = { lat: 0, lon: 0, time };
    expect(await phone.updateLocation({ locations: [nowhere, { lat: 47, lon: 0, time }] })).toEqual({
      accepted: 1,
      ignored: 1,
    });
    expect(await phone.updateLocation({ locations: [{ ...nowhere, time: timeSecondsFromNow(api, 0) }] })).toEqual({
      accepted: 0,
      ignored: 1,
    });
    expect(await phone.getLocations()).toMatchObject([{ lat: 47, lon: 0 }]);
  });

  it("repeated positions in one request are refused and named, so that the others can be sent", async () => {
    const phone = await api.bearer({ tenant: await api.aTenant(), kind: "DEVICE", grants });
    // The time is read once: read for each fix, a millisecond could pass between two of them and make them differ.
    const time = timeSecondsFromNow(api, -5);
    const fix = (lat: number) => ({ lat, lon: 15, time });
    const refused = phone.updateLocation({ locations: [fix(1), fix(2), fix(1), fix(3), fix(2)] });
    const { code, args } = (await refused.catch((error: ApiProblem) => error)) as ApiProblem;
    expect(code).toBe("VALIDATION_FAILED");
    expect(args.filter(({ key }) => key === "field").map(({ value }) => value)).toEqual(["locations.2", "locations.4"]);
  });
});
