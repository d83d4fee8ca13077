import { randomUUID } from "node:crypto";
import { grantNames } from "@leitstand/contract/operation/grants";
import { defineOperations, type Operation } from "@leitstand/contract/operation/operation";
import { allOperations } from "@leitstand/contract/operations";
import { beforeAll, describe, expect, it } from "vitest";
import { insertBranch, nextPhoneNumber } from "./testing/fixtures";
import { type ApiSession, startApi } from "./testing/start-api";
import { vehicleDraft } from "./testing/fleet";

const writeOperations = allOperations.filter(({ auth, safe }) => auth === "bearer" && !safe);
const writeOperationsForUsers = writeOperations.filter(({ kinds }) => kinds.includes("USER"));

describe("objects that belong to the company as a whole", () => {
  const api = startApi();
  let boss: ApiSession;
  let local: ApiSession;
  let branch: string;

  beforeAll(async () => {
    const tenant = await api.aTenant();
    branch = await insertBranch(api.db, tenant.id);
    const everything = { tenant, grants: grantNames, roleType: "ADMINISTRATOR" } as const;
    boss = await api.bearer(everything);
    local = await api.bearer({ ...everything, branchIds: [branch] });
  });

  /** Sends an empty request, which shows whether the caller passes the checks before the body is read. */
  async function knock({ session }: ApiSession, { method, path, body, bodyType }: Operation): Promise<string> {
    const [type, empty] =
      bodyType === "multipart" ? ["multipart/form-data; boundary=end", "--end--"] : ["application/json", "{}"];
    const answer = await fetch(`${api.url}/api/v1${path.replaceAll(/\{\w+\}/g, randomUUID())}`, {
      method,
      headers: { authorization: `Bearer ${session.token}`, ...(body ? { "content-type": type } : {}) },
      body: body ? empty : null,
    });
    const text = await answer.text();
    return text === "" ? String(answer.status) : String((JSON.parse(text) as { code?: string }).code ?? answer.status);
  }

  it("every writing operation declares whether it changes what belongs to the whole company", () => {
    expect(writeOperations.filter(({ changes }) => changes === undefined)).toEqual([]);
    const silent = { createThing: { on: "POST /things", summary: "Create a thing" } } as const;
    expect(() => defineOperations("skills", silent)).toThrow("createThing must say to whom belongs what it changes");
  });

  const ofTenant = writeOperationsForUsers.filter(({ changes }) => changes === "TENANT");
  it.each(ofTenant)("$id is refused to a role that is bound to branches", async (operation) => {
    expect(await knock(local, operation)).toBe("BRANCH_ACCESS_DENIED");
    expect(await knock(boss, operation)).not.toBe("BRANCH_ACCESS_DENIED");
  });

  const ofOthers = writeOperationsForUsers.filter(({ changes }) => changes !== "TENANT");
  it("a role that is bound to branches is refused no operation but those on what belongs to the whole company", async () => {
    const refused = await Promise.all(
      ofOthers
        // These two would end the sessions that the test works with.
        .filter(({ id }) => id !== "signOut" && id !== "deleteOwnSessions")
        .map(async (operation) => ((await knock(local, operation)) === "BRANCH_ACCESS_DENIED" ? [operation.id] : [])),
    );
    expect(refused.flat()).toEqual([]);
  });

  const denied = { status: 403, code: "BRANCH_ACCESS_DENIED" };
  const anArea = (branch_id: string | null) => ({ title: "Center", zip_ranges: [], branch_id });
  it("a role bound to branches can read an area without a branch, and can neither change nor create one", async () => {
    const { id, lock_version } = await boss.createArea(anArea(null));
    expect(await local.getArea({ id })).toMatchObject({ branch_id: null });
    await expect(local.updateArea({ ...anArea(branch), id, lock_version })).rejects.toMatchObject(denied);
    await local.updateAreaWaitingTime({ id, waiting_minutes: 90 });
    await expect(local.deleteArea({ id })).rejects.toMatchObject(denied);
    await expect(local.createArea(anArea(null))).rejects.toMatchObject(denied);
    const own = await local.createArea(anArea(branch));
    await expect(local.updateArea({ ...anArea(null), ...own, branch_id: null })).rejects.toMatchObject({ status: 400 });
    await expect(
      local.updateArea({ ...anArea(null), id: own.id, lock_version: own.lock_version }),
    ).rejects.toMatchObject(denied);
    await local.updateAreaWaitingTime({ id: own.id, waiting_minutes: 90 });
  });

  it("a role bound to branches can read a vehicle without a branch, and can neither change nor create one", async () => {
    const common = await boss.createVehicle(vehicleDraft());
    expect(await local.getVehicle({ id: common.id })).toMatchObject({ id: common.id });
    const { id, lock_version } = common;
    await expect(
      local.updateVehicle({ ...vehicleDraft({ branch_id: branch }), id, lock_version }),
    ).rejects.toMatchObject(denied);
    await expect(local.createVehicle(vehicleDraft())).rejects.toMatchObject(denied);
    const own = await local.createVehicle(vehicleDraft({ branch_id: branch }));
    await expect(
      local.updateVehicle({ ...vehicleDraft(), id: own.id, lock_version: own.lock_version }),
    ).rejects.toMatchObject(denied);
  });

  it("a role bound to branches can read a device without a branch, and can neither change nor create one", async () => {
    const phone = () => ({ phone_number: nextPhoneNumber() });
    const { id, lock_version } = await boss.createDevice(phone());
    expect(await local.getDevice({ id })).toMatchObject({ id });
    const active_states = [{ branch_id: branch, active: true }];
    await expect(local.updateDevice({ ...phone(), active_states, id, lock_version })).rejects.toMatchObject(denied);
    await expect(local.deleteDevice({ id, branch_id: branch })).rejects.toMatchObject(denied);
    await expect(local.createDevice(phone())).rejects.toMatchObject(denied);
    expect(await boss.getDevice({ id })).toMatchObject({ lock_version });
    await local.createDevice({ ...phone(), active_states });
  });
});
