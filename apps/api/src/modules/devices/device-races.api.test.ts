import { describe, expect, it } from "vitest";
import { insertBranch } from "../../testing/fixtures";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";
import { changeDevice, deleteDevice } from "./devices.service";

const grants = ["getDevices", "updateDevice", "deleteDevice"];
const everywhere = { all: true, branch_ids: [], driver: null };

describe("concurrent changes of a device", () => {
  const api = startApi();

  async function aPhoneInBranches(...places: readonly ("north" | "south")[]) {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const office = await api.bearer({ tenant, grants });
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants });
    const id = String(phone.session.device_id);
    const { phone_number, lock_version } = await office.getDevice({ id });
    const branches = { north, south };
    const active_states = places.map((place) => ({ branch_id: branches[place], active: true }));
    const device = await office.updateDevice({ id, lock_version, phone_number, active_states });
    const northern = await api.bearer({ tenant, grants, branchIds: [north] });
    return { tenant, north, south, office, northern, phone, device };
  }

  it("a phone that is taken out of its last two branches at the same time is out of service and signed out", async () => {
    const { tenant, north, south, office, northern, phone, device } = await aPhoneInBranches("north", "south");
    const { id } = device;
    const { outcome } = await api.db.transaction(tenant.id, async (tx) => {
      await deleteDevice(tx, everywhere, { id, branch_id: south, now: api.clock.now() });
      return startBlockedWork({ tx, db: api.db.system }, () => northern.deleteDevice({ id, branch_id: north }));
    });
    await outcome;
    expect(await office.getDevice({ id })).toMatchObject({ disabled: true });
    await expect(phone.getDevices()).rejects.toMatchObject({ code: "AUTH_DEVICE_DISABLED" });
  });

  it("a phone that joins a branch while it is taken out of another stays in service there", async () => {
    const { tenant, north, south, office, northern, device } = await aPhoneInBranches("north");
    const { id, lock_version, phone_number } = device;
    const active_states = [north, south].map((branch_id) => ({ branch_id, active: true }));
    const change = { id, lock_version, phone_number, active_states, view: "DEVICE" as const, now: api.clock.now() };
    const { outcome } = await api.db.transaction(tenant.id, async (tx) => {
      await changeDevice(tx, everywhere, change);
      return startBlockedWork({ tx, db: api.db.system }, () => northern.deleteDevice({ id, branch_id: north }));
    });
    await outcome;
    expect(await office.getDevice({ id })).toMatchObject({
      disabled: false,
      active_states: [{ branch_id: south, active: true }],
    });
  });
});
