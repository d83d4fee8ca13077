import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, nextPhoneNumber } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";

const grants = ["getDevices", "createDevice", "updatePushToken"];

describe("push tokens", () => {
  const api = startApi();

  async function aDepot() {
    const tenant = await api.aTenant();
    const north = await insertBranch(api.db, tenant.id);
    const northern = await api.bearer({ tenant, grants, branchIds: [north] });
    const everywhere = await api.bearer({ tenant, grants });
    return { tenant, north, northern, everywhere };
  }

  it("a push token belongs to one device, and setting it on another removes it from the first", async () => {
    const { tenant, everywhere } = await aDepot();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: grants });
    const { id } = await everywhere.createDevice({ phone_number: nextPhoneNumber() });
    const tokenNow = async () =>
      (await api.db.system.one<{ push_token: string | null }>(sql`select push_token from devices where id = ${id}`))
        .push_token;
    await everywhere.updatePushToken({ id, push_token: "fcm-7" });
    expect(await tokenNow()).toBe("fcm-7");
    expect(await phone.updateOwnPushToken({ push_token: "fcm-7" })).toMatchObject({ push_token: "fcm-7" });
    expect(await tokenNow()).toBeNull();
    expect(await phone.resetPushToken()).toMatchObject({ push_token: null });
    await expect(everywhere.updateOwnPushToken({ push_token: "x" })).rejects.toMatchObject({
      status: 403,
      code: "AUTH_TOKEN_KIND_NOT_ALLOWED",
    });
  });

  it("a push token is answered to its device alone, because another phone could take over the pushes with it", async () => {
    const { tenant, north, everywhere, northern } = await aDepot();
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: grants, branchIds: [north] });
    const other = await api.bearer({ tenant, kind: "DEVICE", grants: grants, branchIds: [north] });
    const id = phone.session.device_id as string;
    expect(await phone.updateOwnPushToken({ push_token: "fcm-8" })).toMatchObject({ push_token: "fcm-8" });
    expect(await phone.getDevice({ id })).toMatchObject({ push_token: "fcm-8" });
    const tokenIn = (devices: readonly { id: string; push_token: string | null }[]) =>
      devices.find((device) => device.id === id)?.push_token;
    expect(tokenIn(await phone.getDevices())).toBe("fcm-8");
    for (const reader of [everywhere, northern, other]) {
      expect(tokenIn(await reader.getDevices())).toBeNull();
      expect(await reader.getDevice({ id })).toMatchObject({ push_token: null });
    }
    expect(await everywhere.updatePushToken({ id, push_token: "fcm-9" })).toMatchObject({ push_token: null });
    expect(await phone.getDevice({ id })).toMatchObject({ push_token: "fcm-9" });
  });
});
