import { describe, expect, it } from "vitest";
import { insertBranch, nextPhoneNumber } from "../../testing/fixtures";
import { insertTour, insertVehicle } from "../../testing/fleet";
import { startApi } from "../../testing/start-api";

const allDeviceGrants = ["getDevices", "createDevice", "updateDevice", "deleteDevice"];

describe("roadside units", () => {
  const api = startApi();

  it("a roadside unit has a call name, and is listed with its tour and by branch group", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const grants = [...allDeviceGrants, "getBranchGroups", "createBranchGroup"];
    const club = await api.bearer({ tenant, grants });
    const active_states = [{ branch_id: north, active: true }];
    const unit = await club.createRsaDevice({ phone_number: nextPhoneNumber(), name: "Yellow 7", active_states });
    await club.createDevice({ phone_number: nextPhoneNumber(), active_states });
    expect(unit).toMatchObject({ name: "Yellow 7", current_tour: null, active_states });
    const id = await insertTour(api.db, tenant.id, {
      vehicleIds: [await insertVehicle(api.db, tenant.id)],
      deviceId: unit.id,
    });
    const current_tour = { id, started_sub_state: "ACTIVE" };
    expect(await club.getRsaDevices()).toMatchObject([{ id: unit.id, current_tour }]);
    expect(await club.getRsaDevice({ id: unit.id })).toMatchObject({ current_tour });
    expect(await club.getDevice({ id: unit.id })).toMatchObject({ kind: "RSA" });

    const ofNorth = await club.createBranchGroup({ name: "North", type: "SINGLE", branch_ids: [north] });
    const ofSouth = await club.createBranchGroup({ name: "South", type: "SINGLE", branch_ids: [south] });
    expect(await club.getRsaDevicesOfBranchGroup({ branch_group_id: ofNorth.id })).toMatchObject([{ id: unit.id }]);
    expect(await club.getRsaDevicesOfBranchGroup({ branch_group_id: ofSouth.id })).toEqual([]);
    const southern = await api.bearer({ tenant, grants, branchIds: [south] });
    await expect(southern.getRsaDevicesOfBranchGroup({ branch_group_id: ofNorth.id })).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });

    const { lock_version, phone_number } = unit;
    const renamed = await club.updateRsaDevice({
      id: unit.id,
      lock_version,
      phone_number,
      name: "Yellow 8",
      active_states,
    });
    expect(renamed).toMatchObject({ name: "Yellow 8", lock_version: 1 });
    await expect(club.deleteRsaDevice({ id: unit.id })).rejects.toMatchObject({ code: "RESOURCE_IN_USE" });
  });

  it("a roadside unit cannot lose its call name, whichever endpoint replaces it", async () => {
    const club = await api.bearer({ tenant: await api.aTenant("ROADSIDE_ASSISTANCE"), grants: allDeviceGrants });
    const { id, lock_version, phone_number } = await club.createRsaDevice({
      phone_number: nextPhoneNumber(),
      name: "Yellow 7",
    });
    await expect(club.updateDevice({ id, lock_version, phone_number })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      args: expect.arrayContaining([expect.objectContaining({ key: "field", value: "name" })]),
    });
    expect(await club.getRsaDevices()).toMatchObject([{ id, name: "Yellow 7", lock_version }]);
    const renamed = await club.updateDevice({ id, lock_version, phone_number, name: "Yellow 8" });
    expect(renamed).toMatchObject({ kind: "RSA", name: "Yellow 8" });
  });

  it("a roadside unit that is taken out of service is removed from every branch in the caller's scope", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const club = await api.bearer({ tenant, grants: allDeviceGrants });
    const northern = await api.bearer({ tenant, grants: allDeviceGrants, branchIds: [north] });
    const active_states = [north, south].map((branch_id) => ({ branch_id, active: true }));
    const { id } = await club.createRsaDevice({ phone_number: nextPhoneNumber(), name: "Yellow 7", active_states });
    await northern.deleteRsaDevice({ id });
    expect(await club.getRsaDevice({ id })).toMatchObject({ disabled: false, active_states: [{ branch_id: south }] });
    await club.deleteRsaDevice({ id });
    expect(await club.getRsaDevice({ id })).toMatchObject({ disabled: true });
    const standard = await club.createDevice({ phone_number: nextPhoneNumber() });
    await expect(club.getRsaDevice({ id: standard.id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("the operations on roadside units are available only to roadside tenants", async () => {
    const funeral = await api.signIn("getDevices");
    await expect(funeral.getRsaDevices()).rejects.toMatchObject({ status: 422, code: "ACTION_NOT_AVAILABLE" });
  });
});
