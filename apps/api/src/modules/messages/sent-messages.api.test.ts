import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, type TenantFixture } from "../../testing/fixtures";
import { insertTour, insertVehicle, associateDevice, updateTourRow } from "../../testing/fleet";
import { type ApiSession, startApi } from "../../testing/start-api";
import { createDepot } from "../../testing/tours";

const grants = ["getCriticalMessages", "acknowledgeCriticalMessage", "createCriticalMessage"];
const readingGrants = ["getCriticalMessages", "acknowledgeCriticalMessage"];
const messageTitle = "A9 closed at Deutschfeistritz";

describe("critical messages that people send", () => {
  const api = startApi();
  const phoneOf = (tenant: TenantFixture) => api.bearer({ tenant, kind: "DEVICE", grants: readingGrants });
  const idOf = ({ session }: ApiSession) => session.device_id as string;

  it("a message to a tour reaches each of its phones, and the sender sees which recipients have acknowledged it", async () => {
    const tenant = await api.aTenant();
    const dispatcher = await api.bearer({ tenant, grants });
    const [first, second, stranger] = [await phoneOf(tenant), await phoneOf(tenant), await phoneOf(tenant)];
    const vehicleIds = [await insertVehicle(api.db, tenant.id), await insertVehicle(api.db, tenant.id)];
    const tour_id = await insertTour(api.db, tenant.id, { vehicleIds, deviceId: idOf(first) });
    await api.db.systemTransaction(tenant.id, (tx) =>
      tx.run(sql`update tour_vehicles set device_id = ${idOf(second)} where vehicle_id = ${vehicleIds[1]}`),
    );
    const sent = await dispatcher.createCriticalMessage({ tour_id, title: messageTitle, body: "Take the B67." });
    expect(new Set(sent.map(({ device_id }) => device_id))).toEqual(new Set([idOf(first), idOf(second)]));
    expect(sent[0]).toMatchObject({
      kind: "DESK_MESSAGE",
      title: messageTitle,
      body: "Take the B67.",
      tour_id,
      sent_by: dispatcher.session.user_id,
      sent_by_name: "Test Person",
      acknowledged: false,
    });
    const [read] = await first.getCriticalMessages();
    expect(await stranger.getCriticalMessages()).toEqual([]);
    await first.acknowledgeCriticalMessage({ id: read?.id as string });
    const known = await dispatcher.getCriticalMessages({ sent: true });
    expect(known).toHaveLength(2);
    expect(known.find(({ id }) => id === read?.id)).toMatchObject({ acknowledged_by_device: idOf(first) });
    expect(known.find(({ id }) => id !== read?.id)).toMatchObject({ acknowledged: false });
    expect(await dispatcher.getCriticalMessages({ sent: false })).toEqual([]);
    const pushes = await api.db.system.many<{ recipient: string }>(sql`
      select recipient from outbox_messages where tenant_id = ${tenant.id} and purpose = 'DESK_MESSAGE' order by recipient`);
    expect(pushes.map(({ recipient }) => recipient)).toEqual([idOf(first), idOf(second)].toSorted());
  });

  it("a message to a vehicle reaches the phone that works in it, or else the phone placed in it, or else its crew", async () => {
    const tenant = await api.aTenant();
    const dispatcher = await api.bearer({ tenant, grants });
    const [driving, lying] = [await phoneOf(tenant), await phoneOf(tenant)];
    const driver = await api.bearer({ tenant, roleType: "DRIVER", grants: readingGrants });
    const vehicle_id = await insertVehicle(api.db, tenant.id);
    const sent = dispatcher.createCriticalMessage({ vehicle_id, title: messageTitle });
    await expect(sent).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
    await associateDevice(api.db, tenant.id, { vehicleId: vehicle_id, deviceId: idOf(lying) });
    expect(await dispatcher.createCriticalMessage({ vehicle_id, title: messageTitle })).toMatchObject([
      { device_id: idOf(lying), tour_id: null },
    ]);
    const tour_id = await insertTour(api.db, tenant.id, {
      vehicleIds: [vehicle_id],
      deviceId: idOf(driving),
      userId: driver.session.user_id,
    });
    expect(await dispatcher.createCriticalMessage({ vehicle_id, title: messageTitle })).toMatchObject([
      { device_id: idOf(driving), tour_id },
    ]);
    await api.db.system.run(sql`update devices set disabled = true where tenant_id = ${tenant.id}`);
    expect(await dispatcher.createCriticalMessage({ vehicle_id, title: messageTitle })).toMatchObject([
      { device_id: null, user_id: driver.session.user_id, tour_id },
    ]);
    expect(await driver.getCriticalMessages()).toHaveLength(1);
  });

  it("a message to a branch is shown to its dispatchers until acknowledged, but not on the sender's own board", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const all = [...grants, "getDashboard"];
    const sender = await api.bearer({ tenant, grants: all });
    const northern = await api.bearer({ tenant, grants: all, branchIds: [north] });
    const southern = await api.bearer({ tenant, grants: all, branchIds: [south] });
    const [sent] = await sender.createCriticalMessage({ branch_id: north, title: messageTitle });
    const waiting = async (dispatcher: ApiSession) =>
      (await dispatcher.getDashboard()).critical_messages.map(({ message_id, sent_by }) => [message_id, sent_by]);
    expect(await waiting(northern)).toEqual([[sent?.id, sender.session.user_id]]);
    expect([await waiting(southern), await waiting(sender)]).toEqual([[], []]);
    const id = sent?.id as string;
    expect(await sender.acknowledgeCriticalMessage({ id })).toMatchObject({ acknowledged: false });
    expect(await northern.acknowledgeCriticalMessage({ id })).toMatchObject({ acknowledged: true });
    const [known] = await sender.getCriticalMessages({ sent: true, acknowledged: true });
    expect(known).toMatchObject({ acknowledged_by: northern.session.user_id, acknowledged_by_name: "Test Person" });
  });

  it("a message may refer to a case in the sender's scope", async () => {
    const tenant = await api.aTenant();
    const depot = await createDepot(api, tenant);
    const vehicle = await depot.aVehicle();
    const tour_id = await insertTour(api.db, tenant.id, {
      vehicleIds: [vehicle],
      deviceId: await depot.aDevice(),
      branchId: depot.branch,
    });
    const case_id = await depot.aCaseOn(tour_id);
    const near = await api.bearer({ tenant, grants, branchIds: [depot.branch] });
    expect(await near.createCriticalMessage({ tour_id, case_id, title: messageTitle })).toMatchObject([
      { case_id, tour_id },
    ]);
    const [branch_id] = [await insertBranch(api.db, tenant.id)];
    const far = await api.bearer({ tenant, grants, branchIds: [branch_id] });
    const missing = { status: 422, code: "REFERENCE_NOT_FOUND" };
    await expect(far.createCriticalMessage({ branch_id, case_id, title: messageTitle })).rejects.toMatchObject(missing);
    await expect(far.createCriticalMessage({ tour_id, title: messageTitle })).rejects.toMatchObject(missing);
    await expect(far.createCriticalMessage({ vehicle_id: vehicle, title: messageTitle })).rejects.toMatchObject(
      missing,
    );
    await updateTourRow(api, tenant, { id: tour_id, status: "FINISHED", sub_state: null });
    await expect(near.createCriticalMessage({ tour_id, title: messageTitle })).rejects.toMatchObject({
      code: "TOUR_STATUS_CONFLICT",
    });
  });

  it.each([
    ["no addressee", {}],
    ["two at once", { branch_id: crypto.randomUUID(), tour_id: crypto.randomUUID() }],
  ])("a message cannot be sent to %s", async (_, address) => {
    const dispatcher = await api.signIn(...grants);
    await expect(dispatcher.createCriticalMessage({ ...address, title: messageTitle })).rejects.toMatchObject({
      status: 422,
      code: "FIELD_COMBINATION_INVALID",
    });
  });

  it("sending a message requires a title, the grant, and a dispatcher or a service account as sender", async () => {
    const tenant = await api.aTenant();
    const branch_id = await insertBranch(api.db, tenant.id);
    const dispatcher = await api.bearer({ tenant, grants });
    await expect(dispatcher.createCriticalMessage({ branch_id, title: "" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    const reader = await api.bearer({ tenant, grants: readingGrants });
    await expect(reader.createCriticalMessage({ branch_id, title: messageTitle })).rejects.toMatchObject({
      code: "AUTH_GRANT_MISSING",
    });
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants });
    await expect(phone.createCriticalMessage({ branch_id, title: messageTitle })).rejects.toMatchObject({
      code: "AUTH_TOKEN_KIND_NOT_ALLOWED",
    });
    await expect(api.anonymous().createCriticalMessage({ branch_id, title: messageTitle })).rejects.toMatchObject({
      status: 401,
    });
  });
});
