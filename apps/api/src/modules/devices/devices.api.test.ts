import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, type TenantFixture, nextPhoneNumber } from "../../testing/fixtures";
import { insertTour, insertVehicle, vehicleDraft } from "../../testing/fleet";
import { type ApiSession, startApi } from "../../testing/start-api";

const allDeviceGrants = [
  "getDevices",
  "createDevice",
  "updateDevice",
  "deleteDevice",
  "associateVehicle",
  "updatePushToken",
].concat(["updateInstalledAppInfo", "updateDeviceMetadata", "createVehicle", "associateDevice", "getVehicles"]);

describe("devices", () => {
  const api = startApi();

  async function aDepot() {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const northern = await api.bearer({ tenant, grants: allDeviceGrants, branchIds: [north] });
    const southern = await api.bearer({ tenant, grants: allDeviceGrants, branchIds: [south] });
    const everywhere = await api.bearer({ tenant, grants: allDeviceGrants });
    const aDevice = (...branches: string[]) =>
      everywhere.createDevice({
        phone_number: nextPhoneNumber(),
        active_states: branches.map((branch_id) => ({ branch_id, active: true })),
      });
    return { tenant, north, south, northern, southern, everywhere, aDevice };
  }
  it("a device is created with the given fields, and reads back the same", async () => {
    const { north, everywhere } = await aDepot();
    const draft = {
      phone_number: nextPhoneNumber(),
      device_type: "TABLET" as const,
      name: "Graz 1",
      external_id: "MDM-1",
      active_states: [{ branch_id: north, active: false }],
    };
    const created = await everywhere.createDevice(draft);
    expect(created).toMatchObject({
      ...draft,
      kind: "STANDARD",
      disabled: false,
      one_time_code: null,
      lock_version: 0,
    });
    expect(created.natural_id).toMatch(/^D-\d{4}-\d{6}$/);
    expect(await everywhere.getDevice({ id: created.id })).toEqual(created);
    expect(await everywhere.getDevices()).toEqual([created]);
  });

  it("devices are found by parts of their name, number and external id, within the caller's scope and combined with other filters", async () => {
    const { north, northern, southern, everywhere } = await aDepot();
    const aNamedDevice = (given: object) =>
      everywhere.createDevice({
        phone_number: nextPhoneNumber(),
        active_states: [{ branch_id: north, active: true }],
        ...given,
      });
    const graz = await aNamedDevice({ name: "Graz_1 Tablet", external_id: "MDM-100%" });
    const linz = await aNamedDevice({ name: "Linz", phone_number: "+436645559876" });
    const found = async (text: string, who: ApiSession = everywhere) =>
      (await who.getDevices({ text })).map(({ id }) => id);
    expect(await found("tablet GRAZ")).toEqual([graz.id]);
    expect(await found("9876 lin")).toEqual([linz.id]);
    expect(await found("mdm-1")).toEqual([graz.id]);
    expect(await found(linz.natural_id)).toEqual([linz.id]);
    expect(await found("0%")).toEqual([graz.id]);
    expect(await found("_")).toEqual([graz.id]);
    expect(await found("z")).toEqual([graz.id, linz.id]);
    expect(await found("graz", northern)).toEqual([graz.id]);
    expect(await found("graz", southern)).toEqual([]);
    expect(await found("graz", await api.signIn(...allDeviceGrants))).toEqual([]);
  });

  it("a device accepts ids of branches in capital letters", async () => {
    const { north, south, northern, everywhere, aDevice } = await aDepot();
    const draft = {
      phone_number: nextPhoneNumber(),
      active_states: [{ branch_id: north.toUpperCase(), active: true }],
    };
    expect(await northern.createDevice(draft)).toMatchObject({ active_states: [{ branch_id: north }] });
    await expect(aDevice(north, north.toUpperCase())).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    const { id } = await aDevice(north, south);
    await northern.deleteDevice({ id, branch_id: north.toUpperCase() });
    await everywhere.deleteDevice({ id, branch_id: south.toUpperCase() });
    expect(await everywhere.getDevice({ id })).toMatchObject({ disabled: true, active_states: [{ branch_id: south }] });
  });

  it("getDeviceTypes returns the device types of the contract", async () => {
    const dispatcher = await api.signIn("getDevices");
    const types = await dispatcher.getDeviceTypes();
    expect(types.map(({ key }) => key)).toEqual(["SMARTPHONE", "TABLET", "TERMINAL", "PHONE"]);
    expect(new Set(types.map(({ id }) => id)).size).toBe(4);
    for (const { created_at, updated_at } of types) expect(updated_at).toBe(created_at);
    // The ids of device types are the same for all tenants and after a restart, because partners store them.
    expect(types[0]).toMatchObject({ id: "4f1c7a52-0d36-4e8b-9b1f-6a2d8c3e5f01" });
  });

  it("two devices of a tenant cannot have the same number", async () => {
    const { everywhere } = await aDepot();
    const { phone_number } = await everywhere.createDevice({ phone_number: nextPhoneNumber() });
    await expect(everywhere.createDevice({ phone_number })).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_ALREADY_EXISTS",
    });
    const stranger = await api.signIn("createDevice");
    expect(await stranger.createDevice({ phone_number })).toMatchObject({ phone_number });
  });

  it.each<[string, object]>([
    ["no number", {}],
    ["what is no number", { phone_number: "unbekannt" }],
    ["a kind that is none", { phone_number: "+43664123456", device_type: "FAX" }],
    ["an empty name", { phone_number: "+43664123456", name: "" }],
  ])("a device with %s is refused as invalid", async (_title, draft) => {
    const dispatcher = await api.signIn("createDevice", "getDevices");
    await expect(dispatcher.createDevice(draft as { phone_number: string })).rejects.toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
    });
    expect(await dispatcher.getDevices()).toEqual([]);
  });

  it("devices of other branches and tenants answer 404, as if they did not exist", async () => {
    const { north, northern, southern, aDevice } = await aDepot();
    const { id, lock_version, phone_number } = await aDevice(north);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    const stranger = await api.signIn(...allDeviceGrants);
    for (const outsider of [southern, stranger]) {
      expect(await outsider.getDevices()).toEqual([]);
      await expect(outsider.getDevice({ id })).rejects.toMatchObject(missing);
      await expect(outsider.updateDevice({ id, lock_version, phone_number })).rejects.toMatchObject(missing);
      await expect(outsider.associateVehicle({ id, vehicle_id: null })).rejects.toMatchObject(missing);
      await expect(outsider.updatePushToken({ id, push_token: "x" })).rejects.toMatchObject(missing);
    }
    expect(await northern.getDevice({ id })).toMatchObject({ id, lock_version });
  });

  it("a caller sees and changes a device's branches only within the caller's own scope, and leaves it one of them", async () => {
    const { north, south, northern, southern, aDevice } = await aDepot();
    const { id, phone_number } = await aDevice(north, south);
    const { active_states, lock_version } = await northern.getDevice({ id });
    expect(active_states).toEqual([{ branch_id: north, active: true }]);
    await northern.updateDevice({ id, lock_version, phone_number, active_states: [] });
    expect(await southern.getDevice({ id })).toMatchObject({ active_states: [{ branch_id: south, active: true }] });
    await expect(northern.getDevice({ id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    const last = { id, lock_version: lock_version + 1, phone_number };
    await expect(southern.updateDevice(last)).rejects.toMatchObject({ code: "BRANCH_ACCESS_DENIED" });
    const reaching = southern.createDevice({
      phone_number: nextPhoneNumber(),
      active_states: [{ branch_id: north, active: true }],
    });
    await expect(reaching).rejects.toMatchObject({ status: 403, code: "BRANCH_ACCESS_DENIED" });
  });

  it("a device cannot be assigned to unknown branches, or twice to the same branch", async () => {
    const { north, everywhere } = await aDepot();
    const foreign = await insertBranch(api.db, (await api.aTenant()).id);
    const of = (...ids: string[]) =>
      everywhere.createDevice({
        phone_number: nextPhoneNumber(),
        active_states: ids.map((branch_id) => ({ branch_id, active: true })),
      });
    await expect(of(foreign)).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
    const twice = everywhere.createDevice({
      phone_number: nextPhoneNumber(),
      active_states: [
        { branch_id: north, active: true },
        { branch_id: north, active: false },
      ],
    });
    await expect(twice).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(await everywhere.getDevices()).toEqual([]);
  });

  it("a change of a device on an outdated lock version is refused", async () => {
    const { everywhere, aDevice } = await aDepot();
    const { id, lock_version, phone_number } = await aDevice();
    await everywhere.updateDevice({ id, lock_version, phone_number, name: "Graz 1" });
    const late = everywhere.updateDevice({ id, lock_version, phone_number, name: "Graz 2" });
    await expect(late).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
    expect(await everywhere.getDevice({ id })).toMatchObject({ name: "Graz 1", lock_version: 1 });
  });

  it("disabling a device at once deletes its tokens, its placement in a vehicle and its push token", async () => {
    const { tenant, everywhere } = await aDepot();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: allDeviceGrants });
    const id = phone.session.device_id as string;
    const vehicle = await everywhere.createVehicle(vehicleDraft());
    await everywhere.associateVehicle({ id, vehicle_id: vehicle.id });
    await phone.updateOwnPushToken({ push_token: "fcm-1" });
    const { phone_number, lock_version } = await everywhere.getDevice({ id });
    const disabled = await everywhere.updateDevice({ id, lock_version, phone_number, disabled: true });
    expect(disabled).toMatchObject({ disabled: true, push_token: null, active_vehicle_association: null });
    expect(await firstRefusalCode(phone)).toBe("AUTH_DEVICE_DISABLED");
    await expect(everywhere.associateVehicle({ id, vehicle_id: vehicle.id })).rejects.toMatchObject({
      status: 403,
      code: "AUTH_DEVICE_DISABLED",
    });
    expect(await principalsChanged(tenant, id)).toBeGreaterThan(0);
  });

  it("a device stays disabled when a change omits the field", async () => {
    const { everywhere, aDevice } = await aDepot();
    const { id, lock_version, phone_number } = await aDevice();
    await everywhere.updateDevice({ id, lock_version, phone_number, disabled: true });
    const changed = await everywhere.updateDevice({ id, lock_version: 1, phone_number, name: "Lost" });
    expect(changed).toMatchObject({ disabled: true, name: "Lost" });
  });

  it("a device whose number was changed has to sign in again", async () => {
    const { tenant, everywhere } = await aDepot();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: allDeviceGrants });
    const { id, lock_version } = await everywhere.getDevice({ id: phone.session.device_id as string });
    await everywhere.updateDevice({ id, lock_version, phone_number: nextPhoneNumber() });
    expect(await firstRefusalCode(phone)).toBe("AUTH_TOKEN_REVOKED");
  });

  it("a device that is deleted from its last branch is disabled, and can be put back into service", async () => {
    const { tenant, north, south, northern, everywhere, aDevice } = await aDepot();
    const { id, phone_number } = await aDevice(north, south);
    await northern.deleteDevice({ id, branch_id: north });
    expect(await everywhere.getDevice({ id })).toMatchObject({
      disabled: false,
      active_states: [{ branch_id: south, active: true }],
    });
    await everywhere.deleteDevice({ id, branch_id: south });
    expect(await everywhere.getDevice({ id })).toMatchObject({
      disabled: true,
      active_states: [{ branch_id: south, active: false }],
    });
    expect(await principalsChanged(tenant, id)).toBeGreaterThan(0);
    const inNorth = { phone_number, active_states: [{ branch_id: north, active: true }] };
    await expect(northern.createDevice(inNorth)).rejects.toMatchObject({ code: "RESOURCE_ALREADY_EXISTS" });
    const back = await everywhere.createDevice(inNorth);
    expect(back).toMatchObject({ id, disabled: false, active_states: [{ branch_id: north, active: true }] });
  });

  it("a device can be deleted only from branches that are in the caller's scope and that it works for", async () => {
    const { north, south, northern, aDevice, everywhere } = await aDepot();
    const { id } = await aDevice(north);
    await expect(northern.deleteDevice({ id, branch_id: south })).rejects.toMatchObject({
      code: "BRANCH_ACCESS_DENIED",
    });
    await expect(everywhere.deleteDevice({ id, branch_id: south })).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
    const ofNobody = await aDevice();
    const unknown = everywhere.deleteDevice({ id: ofNobody.id, branch_id: randomUUID() });
    await expect(unknown).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
    const without = fetch(`${api.url}/api/v1/devices/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${everywhere.session.token}` },
    });
    expect(await (await without).json()).toMatchObject({ code: "REQUEST_PARAMETER_MISSING" });
    expect(await northern.getDevice({ id })).toMatchObject({ disabled: false });
  });

  it("a device on a started tour cannot be deleted", async () => {
    const { tenant, north, northern, aDevice } = await aDepot();
    const { id } = await aDevice(north);
    await insertTour(api.db, tenant.id, { vehicleIds: [await insertVehicle(api.db, tenant.id)], deviceId: id });
    await expect(northern.deleteDevice({ id, branch_id: north })).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_IN_USE",
    });
  });

  it("a device is in one vehicle at a time, a vehicle has one device, and a device can be removed from its vehicle", async () => {
    const { everywhere, aDevice } = await aDepot();
    const [first, second] = [
      await everywhere.createVehicle(vehicleDraft()),
      await everywhere.createVehicle(vehicleDraft()),
    ];
    const [one, two] = [await aDevice(), await aDevice()];
    const lying = await everywhere.associateVehicle({ id: one.id, vehicle_id: first.id });
    expect(lying.active_vehicle_association).toMatchObject({
      vehicle_id: first.id,
      license_plate: first.license_plate,
    });
    expect(await everywhere.getVehicle({ id: first.id })).toMatchObject({
      active_device_association: { device_id: one.id },
    });
    await expect(everywhere.associateVehicle({ id: one.id, vehicle_id: second.id })).rejects.toMatchObject({
      status: 409,
      code: "DEVICE_ALREADY_ASSOCIATED",
    });
    await everywhere.associateVehicle({ id: two.id, vehicle_id: first.id });
    expect(await everywhere.getDevice({ id: one.id })).toMatchObject({ active_vehicle_association: null });
    await everywhere.associateVehicle({ id: two.id, vehicle_id: null });
    expect(await everywhere.associateVehicle({ id: two.id, vehicle_id: second.id })).toMatchObject({
      active_vehicle_association: { vehicle_id: second.id },
    });
  });

  it("one of several concurrent requests to put a device into a vehicle succeeds", async () => {
    const { tenant, everywhere, aDevice } = await aDepot();
    const { id } = await aDevice();
    const vehicles = await Promise.all(Array.from({ length: 8 }, () => everywhere.createVehicle(vehicleDraft())));
    const tries = await Promise.allSettled(
      vehicles.map(({ id: vehicle_id }, index) =>
        index % 2 === 0
          ? everywhere.associateVehicle({ id, vehicle_id })
          : everywhere.associateDevice({ id: vehicle_id, device_id: id }),
      ),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { count } = await api.db.system.one<{ count: number }>(sql`
      select count(*) as count from vehicle_device_associations where tenant_id = ${tenant.id} and ended_at is null`);
    expect(count).toBe(1);
  });

  it("a device cannot be placed in vehicles of other tenants or branches", async () => {
    const { north, south, northern, everywhere, aDevice } = await aDepot();
    const { id } = await aDevice(north);
    const stranger = await api.signIn("createVehicle");
    const foreign = await stranger.createVehicle(vehicleDraft());
    const southernVehicle = await everywhere.createVehicle({ ...vehicleDraft(), branch_id: south });
    for (const { id: vehicle_id } of [foreign, southernVehicle])
      await expect(northern.associateVehicle({ id, vehicle_id })).rejects.toMatchObject({
        status: 422,
        code: "REFERENCE_NOT_FOUND",
      });
  });

  it("storing a device's report about itself does not make a dispatcher's change of the device stale", async () => {
    const { tenant, everywhere } = await aDepot();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: allDeviceGrants });
    const id = phone.session.device_id as string;
    await phone.updateInstalledAppInfo({ id, version: "4.2.0", build: "42" });
    await phone.updateInstalledAppInfo({ id, version: "4.2.1" });
    await phone.updateDeviceMetadata({ id, language: "de-AT", platform: "ANDROID", metadata: { theme: "dark" } });
    const known = await everywhere.getDevice({ id });
    expect(known).toMatchObject({
      installed_app_info: { version: "4.2.1", build: "42" },
      language: "de-AT",
      platform: "ANDROID",
      metadata: { theme: "dark" },
      lock_version: 0,
    });
    expect(known.last_seen_at).not.toBeNull();
    expect(await phone.updateDeviceMetadata({ id })).toMatchObject({ language: null, platform: null, metadata: null });
  });

  it("a device can change itself, and no other device of its branch", async () => {
    const { tenant, north, aDevice } = await aDepot();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: allDeviceGrants, branchIds: [north] });
    const { id } = await aDevice(north);
    expect((await phone.getDevices()).map((device) => device.id)).toContain(id);
    await expect(phone.updatePushToken({ id, push_token: "x" })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await expect(phone.updateInstalledAppInfo({ id, version: "1" })).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
    await expect(phone.associateVehicle({ id, vehicle_id: null })).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
  });

  it("device operations answer 401 without a token and 403 without the grant", async () => {
    const withoutGrant = await api.signIn("getAreas");
    await expect(withoutGrant.getDevices()).rejects.toMatchObject({ status: 403, code: "AUTH_GRANT_MISSING" });
    await expect(api.anonymous().getDevices()).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_MISSING" });
  });

  /** Code of the first refusal. Calls until there is one, because the node learns of a revocation by its event log. */
  async function firstRefusalCode(phone: ApiSession): Promise<string> {
    for (;;) {
      const refusal = await phone.resetPushToken().then(
        () => undefined,
        ({ code }: { code: string }) => code,
      );
      if (refusal !== undefined) return refusal;
    }
  }

  const principalsChanged = async (tenant: TenantFixture, deviceId: string) => {
    const { count } = await api.db.system.one<{ count: number }>(sql`
      select count(*) as count from events
      where tenant_id = ${tenant.id} and internal and type = 'principals changed' and payload ->> 'device_id' = ${deviceId}`);
    return count;
  };
});
