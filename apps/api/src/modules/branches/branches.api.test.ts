import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";

const branchGrants = ["getBranches", "createBranch", "updateBranch"];
const branchGroupGrants = ["getBranchGroups", "createBranchGroup", "updateBranchGroup"];
const allBranchGrants = [...branchGrants, ...branchGroupGrants];

describe("branches", () => {
  const api = startApi();

  it("a branch is created with the given fields, and reads back the same", async () => {
    const dispatcher = await api.signIn(...allBranchGrants);
    const draft = {
      name: "Graz",
      type: "DEPOT",
      external_id: "B-1",
      phone_number: "+43316123456",
      address: { street: "Hauptplatz", house_number: "1", zip_code: "8010", city: "Graz", country: "AT" },
      location_report_required: true,
    };
    const created = await dispatcher.createBranch(draft);
    expect(created).toMatchObject({ ...draft, active: true, internal_dispatching_enabled: true });
    expect(await dispatcher.getBranch({ id: created.id })).toMatchObject({ ...draft, drivers_total: 0 });
    const plain = await dispatcher.createBranch({ name: "Linz" });
    expect(plain).toMatchObject({ type: "BRANCH", address: null, phone_number: null });
    expect((await dispatcher.getBranches()).map(({ name }) => name)).toEqual(["Graz", "Linz"]);
    expect(await dispatcher.getBranches({ type: "DEPOT" })).toMatchObject([{ id: created.id, drivers_total: null }]);
  });

  it("branches, skills and users are listed in the order of their names, umlauts and small letters in their places", async () => {
    const caller = await api.signIn(...branchGrants, "getSkills", "getUsers");
    const { tenant, user_id } = caller.session;
    const names = ["abt", "Ärztezentrum", "Baden", "Öhling", "Zell"];
    for (const name of names.toReversed()) await insertBranch(api.db, tenant.id, name);
    await api.db.system.run(sql`
      with skill as (insert into skills (tenant_id, name, skill_type) select ${tenant.id}, unnest(${names}::text[]), 'USER')
      insert into users (tenant_id, lastname) select ${tenant.id}, unnest(${names}::text[])`);
    const others = (await caller.getUsers({ size: 100 })).users.filter(({ id }) => id !== user_id);
    expect((await caller.getBranches()).map(({ name }) => name)).toEqual(names);
    expect((await caller.getSkills()).map(({ name }) => name)).toEqual(names);
    expect(others.map(({ lastname }) => lastname)).toEqual(names);
  });

  it("branches are found by parts of their name and external id, within the caller's scope and combined with other filters", async () => {
    const dispatcher = await api.signIn(...allBranchGrants);
    const north = await dispatcher.createBranch({ name: "Graz Nord", external_id: "B_1", type: "DEPOT" });
    const south = await dispatcher.createBranch({ name: "Graz Süd", external_id: "100%" });
    const found = async (text: string, filter: object = {}) =>
      (await dispatcher.getBranches({ text, ...filter })).map(({ id }) => id);
    expect(await found("nord GRAZ")).toEqual([north.id]);
    expect(await found("sü")).toEqual([south.id]);
    expect(await found("b_1")).toEqual([north.id]);
    expect(await found("_")).toEqual([north.id]);
    expect(await found("0%")).toEqual([south.id]);
    expect(await found("graz")).toEqual([north.id, south.id]);
    expect(await found("graz", { type: "DEPOT" })).toEqual([north.id]);
    const { tenant } = dispatcher.session;
    const northern = await api.bearer({ tenant, grants: allBranchGrants, branchIds: [north.id] });
    expect((await northern.getBranches({ text: "graz" })).map(({ id }) => id)).toEqual([north.id]);
    expect(await (await api.signIn(...allBranchGrants)).getBranches({ text: "graz" })).toEqual([]);
  });

  it.each([
    ["İzmir Köln", "İzmir"],
    ["İzmir Köln", "izmir KÖLN"],
    ["ΟΔΟΣ 5", "ΟΔΟΣ"],
  ])("the branch %s is found by the text %s, whose capital letters have special small ones", async (name, text) => {
    const dispatcher = await api.signIn(...allBranchGrants);
    const branch = await dispatcher.createBranch({ name });
    expect((await dispatcher.getBranches({ text })).map(({ id }) => id)).toEqual([branch.id]);
  });

  it("a change of a branch requires its current lock version", async () => {
    const dispatcher = await api.signIn(...allBranchGrants);
    const { id, lock_version } = await dispatcher.createBranch({ name: "Graz" });
    expect(await dispatcher.updateBranch({ id, lock_version, name: "Graz Nord" })).toMatchObject({ lock_version: 1 });
    await expect(dispatcher.updateBranch({ id, lock_version, name: "Late" })).rejects.toMatchObject({
      status: 409,
      code: "LOCK_VERSION_CONFLICT",
    });
  });

  it("two branches of a tenant cannot have the same external id", async () => {
    const dispatcher = await api.signIn(...allBranchGrants);
    await dispatcher.createBranch({ name: "Graz", external_id: "B-1" });
    const twin = dispatcher.createBranch({ name: "Linz", external_id: "B-1" });
    await expect(twin).rejects.toMatchObject({ status: 409, code: "RESOURCE_ALREADY_EXISTS" });
    expect(await twin.catch((refusal) => refusal.arg("field"))).toBe("external_id");
  });

  it("a branch is listed for callers with access to it, and created only by callers with access to all branches", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const northern = await api.bearer({ tenant, grants: allBranchGrants, branchIds: [north] });
    expect(await northern.getBranches()).toMatchObject([{ id: north }]);
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(northern.getBranch({ id: south })).rejects.toMatchObject(missing);
    await expect(northern.updateBranch({ id: south, lock_version: 0, name: "Mine" })).rejects.toMatchObject(missing);
    await expect(northern.createBranch({ name: "West" })).rejects.toMatchObject({
      status: 403,
      code: "BRANCH_ACCESS_DENIED",
    });
    const stranger = await api.signIn(...allBranchGrants);
    await expect(stranger.getBranch({ id: north })).rejects.toMatchObject(missing);
    expect(await stranger.getBranches()).toEqual([]);
  });

  it("a branch counts all drivers who may drive for it and those who are on duty now", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id, "N"), await insertBranch(api.db, tenant.id, "S")];
    const dispatcher = await api.bearer({ tenant, grants: allBranchGrants });
    const aDriver = (branchIds: string[] | null) =>
      api.bearer({ tenant, roleType: "DRIVER", grants: ["getTours"], branchIds });
    const drivers = [
      await aDriver([north]),
      await aDriver([north, south]),
      await aDriver(null),
      await aDriver([north]),
    ];
    const [working, pausing] = drivers.map(({ session }) => session.user_id as string);
    const blocked = drivers[3]?.session.user_id as string;
    await api.db.system.run(sql`update users set blocked = true where tenant_id = ${tenant.id} and id = ${blocked}`);
    for (const [user, state] of [
      [working, "ACTIVE"],
      [pausing, "OFF_DUTY"],
    ] as const)
      await api.db.systemTransaction(tenant.id, async (tx) => {
        const tour = randomUUID();
        await tx.run(sql`
          insert into tours (tenant_id, id, branch_id, status, started_sub_state)
          values (${tenant.id}, ${tour}, ${north}, 'STARTED', ${state})`);
        await tx.run(sql`
          insert into tour_users (tenant_id, tour_id, user_id) values (${tenant.id}, ${tour}, ${user})`);
      });
    expect(await dispatcher.getBranches({ include_drivers_info: true })).toMatchObject([
      { id: north, drivers_total: 3, drivers_on_duty: 1 },
      { id: south, drivers_total: 2, drivers_on_duty: 0 },
    ]);
  });

  it.each([{ name: "" }, { type: "lower case" }, { phone_number: "316" }, { address: { country: "AUT" } }])(
    "creating a branch refuses %j",
    async (fault) => {
      const dispatcher = await api.signIn(...allBranchGrants);
      await expect(dispatcher.createBranch({ name: "Graz", ...fault })).rejects.toMatchObject({
        status: 400,
        code: "VALIDATION_FAILED",
      });
    },
  );

  it("creating branches answers 403 to callers without the grant, and reading them 401 without a token", async () => {
    const reader = await api.signIn("getBranches");
    await expect(reader.createBranch({ name: "Graz" })).rejects.toMatchObject({ code: "AUTH_GRANT_MISSING" });
    await expect(api.anonymous().getBranches()).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_MISSING" });
  });
});

describe("branch groups", () => {
  const api = startApi();

  it("a branch group names its branches and the grants that the caller has in all of them", async () => {
    const dispatcher = await api.signIn(...branchGroupGrants);
    const north = await insertBranch(api.db, dispatcher.session.tenant.id, "North");
    const group = await dispatcher.createBranchGroup({ name: "Styria", type: "SINGLE", branch_ids: [north] });
    expect(group).toMatchObject({ branches: [{ id: north, name: "North" }], grants: [...branchGroupGrants].sort() });
    expect(await dispatcher.getBranchGroups()).toEqual([group]);
  });

  it("a SINGLE branch group cannot get a second branch", async () => {
    const dispatcher = await api.signIn(...branchGroupGrants);
    const tenantId = dispatcher.session.tenant.id;
    const branch_ids = [await insertBranch(api.db, tenantId), await insertBranch(api.db, tenantId)];
    const misfit = { status: 422, code: "FIELD_COMBINATION_INVALID" };
    await expect(dispatcher.createBranchGroup({ name: "Both", type: "SINGLE", branch_ids })).rejects.toMatchObject(
      misfit,
    );
    const { id, lock_version } = await dispatcher.createBranchGroup({
      name: "One",
      type: "SINGLE",
      branch_ids: branch_ids.slice(0, 1),
    });
    await expect(dispatcher.updateBranchGroup({ id, lock_version, name: "One", branch_ids })).rejects.toMatchObject(
      misfit,
    );
    const moved = await dispatcher.updateBranchGroup({
      id,
      lock_version,
      name: "One",
      branch_ids: branch_ids.slice(1),
    });
    expect(moved).toMatchObject({ lock_version: 1, branches: [{ id: branch_ids[1] }] });
    await expect(
      dispatcher.updateBranchGroup({ id, lock_version, name: "Late", branch_ids: branch_ids.slice(1) }),
    ).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
  });

  it("a branch group is visible to callers with access to all its branches, and can be made only of branches in their scope", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const chief = await api.bearer({ tenant, grants: branchGroupGrants });
    const northern = await api.bearer({ tenant, grants: branchGroupGrants, branchIds: [north] });
    const type = "COLLECTION" as const;
    const both = await chief.createBranchGroup({ name: "Both", type, branch_ids: [north, south] });
    const mine = await northern.createBranchGroup({ name: "Mine", type, branch_ids: [north] });
    const seen = (await northern.getBranchGroups()).map(({ id }) => id);
    expect(seen).toContain(mine.id);
    expect(seen).not.toContain(both.id);
    const change = { lock_version: 0, name: "Taken", branch_ids: [north] };
    await expect(northern.updateBranchGroup({ id: both.id, ...change })).rejects.toMatchObject({ status: 404 });
    const widening = { id: mine.id, lock_version: 0, name: "Mine", branch_ids: [north, south] };
    await expect(northern.updateBranchGroup(widening)).rejects.toMatchObject({
      status: 403,
      code: "BRANCH_ACCESS_DENIED",
    });
    expect((await northern.getBranchGroups()).find(({ id }) => id === mine.id)?.branches).toHaveLength(1);
  });

  it("a branch group cannot contain branches of another tenant", async () => {
    const dispatcher = await api.signIn(...branchGroupGrants);
    const foreign = await insertBranch(api.db, (await api.aTenant()).id);
    const refused = dispatcher.createBranchGroup({ name: "X", type: "COLLECTION", branch_ids: [foreign] });
    await expect(refused).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
    expect(await refused.catch((refusal) => [refusal.arg("field"), refusal.arg("id")])).toEqual([
      "branch_ids",
      foreign,
    ]);
    await expect(
      dispatcher.createBranchGroup({ name: "None", type: "COLLECTION", branch_ids: [] }),
    ).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  it("changing a branch group notifies every node of changed grants, in the same transaction", async () => {
    const dispatcher = await api.signIn(...branchGroupGrants);
    const tenantId = dispatcher.session.tenant.id;
    const branch_ids = [await insertBranch(api.db, tenantId)];
    const { id, lock_version } = await dispatcher.createBranchGroup({ name: "G", type: "COLLECTION", branch_ids });
    const told = () =>
      api.db.system.one<{ count: number }>(sql`
        select count(*) as count from events where tenant_id = ${tenantId} and internal and type = 'principals changed'`);
    expect(await told()).toEqual({ count: 0 });
    await dispatcher.updateBranchGroup({ id, lock_version, name: "G", branch_ids });
    expect(await told()).toEqual({ count: 1 });
  });

  it("creating a branch group answers 403 to callers without the grant", async () => {
    const reader = await api.signIn("getBranchGroups");
    await expect(
      reader.createBranchGroup({ name: "G", type: "COLLECTION", branch_ids: [randomUUID()] }),
    ).rejects.toMatchObject({ status: 403, code: "AUTH_GRANT_MISSING" });
  });
});
