import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { insertBranch, type TenantFixture } from "../../testing/fixtures";
import { followStream, receiveMessagesUntilTitle, announceTitledEvent } from "../../testing/live-streams";
import { startApi } from "../../testing/start-api";

const allDashboardGrants = [
  "getDashboard",
  "getCases",
  "getTours",
  "getVehicles",
  "getLocations",
  "getAreas",
  "getCriticalMessages",
];

/** One object of every kind, in a branch; a driver or a phone may be on the tour. */
async function createDispatcherWithData(
  tx: Tx,
  branch: string,
  crew: { user_id?: string | null; device_id?: string | null } = {},
) {
  const [case_id, tour_id, vehicle_id] = [randomUUID(), randomUUID(), randomUUID()];
  const plate = vehicle_id.slice(0, 8);
  await tx.run(sql`
    insert into vehicles (id, license_plate, description, active, capacity, branch_id) values (${vehicle_id}, ${plate}, '', true, 2, ${branch})`);
  await tx.run(sql`
    insert into vehicle_positions (vehicle_id, lat, lon, fixed_at) values (${vehicle_id}, 47.07, 15.44, now())`);
  await tx.run(sql`
    insert into tours (id, name, branch_id, status, started_sub_state, started_at)
    values (${tour_id}, 'early shift', ${branch}, 'STARTED', 'ACTIVE', now())`);
  await tx.run(sql`
    insert into tour_vehicles (tour_id, vehicle_id, device_id) values (${tour_id}, ${vehicle_id}, ${crew.device_id ?? null})`);
  if (crew.user_id) await tx.run(sql`insert into tour_users (tour_id, user_id) values (${tour_id}, ${crew.user_id})`);
  await tx.run(sql`
    insert into cases (id, branch_id, data_type, state, approved, rsa_data, source_city)
    values (${case_id}, ${branch}, 'ROADSIDE', 'ASSIGNED', true, '{}', 'Graz')`);
  await tx.run(sql`
    insert into case_links (case_id, tour_id, state, bucket) values (${case_id}, ${tour_id}, 'ASSIGNED', 'open')`);
  await tx.run(sql`insert into areas (title, branch_id, waiting_minutes) values ('Graz', ${branch}, 20)`);
  await tx.run(
    sql`insert into critical_messages (kind, title, branch_id) values ('CASE_REJECTED', 'Rejected', ${branch})`,
  );
  return { case_id, tour_id, vehicle_id };
}

describe("the dashboard", () => {
  const api = startApi();
  const furnish = (tenant: TenantFixture, branch: string, crew?: Parameters<typeof createDispatcherWithData>[2]) =>
    api.db.systemTransaction(tenant.id, (tx) => createDispatcherWithData(tx, branch, crew));
  const counts = (answer: Awaited<ReturnType<Awaited<ReturnType<typeof api.signIn>>["getDashboard"]>>) => {
    const { cases, tours, vehicles, areas, critical_messages } = answer;
    return [cases, tours, vehicles, areas, critical_messages].map(({ length }) => length);
  };

  it("the dashboard shows open cases, running tours, vehicles, waiting times and unread messages", async () => {
    const dispatcher = await api.signIn(...allDashboardGrants);
    const { tenant } = dispatcher.session;
    const branch = await insertBranch(api.db, tenant.id);
    const { case_id, tour_id, vehicle_id } = await furnish(tenant, branch);
    const answer = await dispatcher.getDashboard();
    expect(answer).toMatchObject({
      truncated: false,
      cases: [{ case_id, state: "ASSIGNED", source_city: "Graz", tour_case_states: [{ tour_id, bucket: "open" }] }],
      tours: [{ tour_id, name: "early shift", vehicle_ids: [vehicle_id], user_ids: [], open_cases: 1 }],
      vehicles: [
        {
          vehicle_id,
          tour_id,
          link_state: "ASSIGNED",
          vehicle_type_short_key: null,
          position: { lat: 47.07, lon: 15.44 },
        },
      ],
      areas: [{ title: "Graz", waiting_minutes: 20 }],
      critical_messages: [{ kind: "CASE_REJECTED", branch_id: branch }],
    });
  });

  it("the dashboard shows the type of each vehicle, and the progress of its tour to callers who may see cases", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const { tour_id, vehicle_id } = await furnish(tenant, north);
    await api.db.systemTransaction(tenant.id, async (tx) => {
      const type = randomUUID();
      await tx.run(sql`insert into vehicle_types (id, name, short_key) values (${type}, 'Hearse', 'HEARSE')`);
      await tx.run(
        sql`update vehicles set vehicle_type_id = ${type}, description = 'long', branch_id = null where id = ${vehicle_id}`,
      );
      for (const [state, bucket] of [
        ["POSTPONED", "open"],
        ["STARTED", "open"],
        ["ACCEPTED", "open"],
        ["DELIVERED", "finished"],
      ]) {
        const dispatchCase = randomUUID();
        await tx.run(sql`
          insert into cases (id, branch_id, data_type, state, approved, funeral_data) values (${dispatchCase}, ${north}, 'FUNERAL', 'STARTED', true, '{}')`);
        await tx.run(sql`
          insert into case_links (case_id, tour_id, state, bucket) values (${dispatchCase}, ${tour_id}, ${state}, ${bucket})`);
      }
    });
    const seen = async (overrides: { grants: string[]; branchIds?: string[] }) =>
      (await (await api.bearer({ tenant, ...overrides })).getDashboard()).vehicles;
    const vehicle = { vehicle_id, description: "long", vehicle_type_short_key: "HEARSE" };
    expect(await seen({ grants: allDashboardGrants })).toMatchObject([{ ...vehicle, link_state: "STARTED" }]);
    expect(await seen({ grants: allDashboardGrants, branchIds: [north] })).toMatchObject([
      { ...vehicle, link_state: "STARTED" },
    ]);
    expect(await seen({ grants: allDashboardGrants, branchIds: [south] })).toMatchObject([
      { ...vehicle, link_state: null },
    ]);
    const withoutCases = allDashboardGrants.filter((grant) => grant !== "getCases");
    expect(await seen({ grants: withoutCases })).toMatchObject([{ ...vehicle, link_state: null }]);
  });

  it("the dashboard omits cases, tours and messages that are over", async () => {
    const dispatcher = await api.signIn(...allDashboardGrants);
    const { tenant } = dispatcher.session;
    const { case_id, tour_id, vehicle_id } = await furnish(tenant, await insertBranch(api.db, tenant.id));
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`update cases set finalized = true where tenant_id = ${tenant.id} and id = ${case_id}`);
      await tx.run(
        sql`update tours set status = 'FINISHED', started_sub_state = null where tenant_id = ${tenant.id} and id = ${tour_id}`,
      );
      await tx.run(sql`update vehicles set active = false where tenant_id = ${tenant.id} and id = ${vehicle_id}`);
      await tx.run(sql`update critical_messages set acknowledged_at = now() where tenant_id = ${tenant.id}`);
    });
    expect(counts(await dispatcher.getDashboard())).toEqual([0, 0, 0, 1, 0]);
  });

  it.each(allDashboardGrants.slice(1))(
    "the dashboard omits what the caller may not read without the grant %s",
    async (grant) => {
      const tenant = await api.aTenant();
      await furnish(tenant, await insertBranch(api.db, tenant.id));
      const all = await api.bearer({ tenant, grants: allDashboardGrants });
      expect(counts(await all.getDashboard())).toEqual([1, 1, 1, 1, 1]);
      const fewer = await api.bearer({ tenant, grants: allDashboardGrants.filter((name) => name !== grant) });
      const answer = await fewer.getDashboard();
      const missing = ["getCases", "getTours", "getVehicles", "getAreas", "getCriticalMessages"].indexOf(grant);
      expect(counts(answer)).toEqual([0, 1, 2, 3, 4].map((at) => (at === missing ? 0 : 1)));
      const positions = answer.vehicles.map(({ position }) => position !== null);
      expect(positions).toEqual({ getLocations: [false], getVehicles: [] }[grant] ?? [true]);
    },
  );

  it("the dashboard shows data of the caller's branches and tenant only, and drivers only their own tours", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const driver = await api.bearer({ tenant, grants: allDashboardGrants, roleType: "DRIVER", branchIds: [north] });
    const phone = await api.bearer({ tenant, grants: allDashboardGrants, kind: "DEVICE", branchIds: [north] });
    const northern = await furnish(tenant, north);
    const southern = await furnish(tenant, south, driver.session);
    const rescued = await furnish(tenant, south, { device_id: phone.session.device_id });
    const northDesk = await (
      await api.bearer({ tenant, grants: allDashboardGrants, branchIds: [north] })
    ).getDashboard();
    expect(counts(northDesk)).toEqual([1, 1, 1, 1, 1]);
    expect(northDesk).toMatchObject({ cases: [{ case_id: northern.case_id }], tours: [{ tour_id: northern.tour_id }] });
    const own = await driver.getDashboard();
    expect(own).toMatchObject({ cases: [{ case_id: southern.case_id }], tours: [{ tour_id: southern.tour_id }] });
    expect(own.vehicles).toMatchObject([{ vehicle_id: northern.vehicle_id, position: null }]);
    const onPhone = await phone.getDashboard();
    expect(onPhone).toMatchObject({ cases: [{ case_id: rescued.case_id }], tours: [{ tour_id: rescued.tour_id }] });
    const stranger = await (await api.signIn(...allDashboardGrants)).getDashboard();
    expect(counts(stranger)).toEqual([0, 0, 0, 0, 0]);
  });

  it("the dashboard shows the position of a vehicle without a branch to the branch of its tour, as the list of locations does", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const { vehicle_id } = await furnish(tenant, north);
    const parked = await furnish(tenant, north);
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(
        sql`update vehicles set branch_id = null where id = any(${[vehicle_id, parked.vehicle_id]}::uuid[])`,
      );
      await tx.run(
        sql`update tours set status = 'FINISHED', started_sub_state = null where tenant_id = ${tenant.id} and id = ${parked.tour_id}`,
      );
    });
    for (const [branch, seen] of [
      [north, [vehicle_id]],
      [south, []],
    ] as const) {
      const office = await api.bearer({ tenant, grants: allDashboardGrants, branchIds: [branch] });
      const { vehicles } = await office.getDashboard();
      expect(vehicles).toHaveLength(2);
      expect(vehicles.filter(({ position }) => position !== null).map((vehicle) => vehicle.vehicle_id)).toEqual(seen);
      expect((await office.getLocations()).map((located) => located.vehicle_id)).toEqual(seen);
    }
  });

  it("a stream that resumes from the dashboard's cursor misses no concurrent change", async () => {
    const dispatcher = await api.signIn(...allDashboardGrants, "createArea", "updateAreaWaitingTime");
    const areas = await Promise.all(
      [1, 2, 3, 4].map((at) => dispatcher.createArea({ title: `A${at}`, zip_ranges: [] })),
    );
    const snapshots: Awaited<ReturnType<typeof dispatcher.getDashboard>>[] = [];
    const writers = areas.map(async ({ id }) => {
      for (let waiting_minutes = 1; waiting_minutes <= 12; waiting_minutes++) {
        await dispatcher.updateAreaWaitingTime({ id, waiting_minutes });
        if (waiting_minutes % 4 === 0) snapshots.push(await dispatcher.getDashboard());
      }
    });
    await Promise.all(writers);
    await api.db.transaction(dispatcher.session.tenant.id, async (tx) => announceTitledEvent(tx, "the end"));
    for (const { cursor, ...snapshot } of snapshots) {
      const board = new Map(snapshot.areas.map(({ area_id, waiting_minutes }) => [area_id, waiting_minutes]));
      const stream = followStream({ url: api.url, session: dispatcher, lastEventId: cursor });
      for (const message of await receiveMessagesUntilTitle(stream, "the end")) {
        if (message.type !== "area waiting time" || message.data.title === "the end") continue;
        // An event may repeat what the snapshot shows already, but none is ever left out.
        expect(message.data.waiting_minutes).toBeLessThanOrEqual((board.get(message.data.area_id) ?? 0) + 1);
        board.set(message.data.area_id, message.data.waiting_minutes);
      }
      expect([...board.values()]).toEqual([12, 12, 12, 12]);
    }
  });

  it("the dashboard answers 401 without a token, 403 without the grant, and 400 to unknown parameters", async () => {
    const outsider = api.anonymous();
    await expect(outsider.getDashboard()).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_MISSING" });
    const reader = await api.signIn("getCases");
    await expect(reader.getDashboard()).rejects.toMatchObject({ status: 403, code: "AUTH_GRANT_MISSING" });
    const { token } = (await api.signIn("getDashboard")).session;
    for (const accept of ["application/json", "text/event-stream"]) {
      const headers = { authorization: `Bearer ${token}`, accept };
      const response = await fetch(`${api.url}/api/v1/dashboard?cursor=1-0`, { headers });
      expect([response.status, await response.json()]).toMatchObject([400, { code: "REQUEST_PARAMETER_INVALID" }]);
    }
  });
});
