import { describe, expect, it } from "vitest";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { sql } from "#platform/database/sql";

const areaDraft = (overrides: object = {}) => ({
  title: "Graz",
  zip_ranges: [{ from: "8010", to: "8055" }],
  ...overrides,
});

describe("areas", () => {
  const api = startApi();

  it.each(["8010", "8033", "8055"])(
    "getAreas finds an area by postal code %s of its range, which includes both ends",
    async (zip_code) => {
      const dispatcher = await api.signIn("getAreas", "createArea");
      await dispatcher.createArea(areaDraft());
      expect(await dispatcher.getAreas({ zip_code })).toHaveLength(1);
      expect(await dispatcher.getAreas({ zip_code: `${zip_code}0` })).toEqual([]);
    },
  );

  it("areas of another tenant answer 404, as if they did not exist", async () => {
    const owner = await api.signIn("createArea", "getAreas");
    const { id, lock_version } = await owner.createArea(areaDraft());
    const stranger = await api.signIn("getAreas", "updateAreaWaitingTime", "deleteArea");
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(stranger.updateAreaWaitingTime({ id, lock_version, waiting_minutes: 0 })).rejects.toMatchObject(
      missing,
    );
    await expect(stranger.getArea({ id })).rejects.toMatchObject(missing);
    await expect(stranger.deleteArea({ id })).rejects.toMatchObject(missing);
    expect(await owner.getArea({ id })).toMatchObject({ waiting_minutes: null });
  });

  it("areas of a branch are hidden from dispatchers of other branches", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const grants = ["getAreas", "createArea"];
    const northern = await api.bearer({ tenant, grants, branchIds: [north] });
    const southern = await api.bearer({ tenant, grants, branchIds: [south] });
    const { id } = await northern.createArea(areaDraft({ branch_id: north }));
    expect(await southern.getAreas()).toEqual([]);
    await expect(southern.getArea({ id })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    await expect(southern.createArea(areaDraft({ branch_id: north }))).rejects.toMatchObject({
      code: "BRANCH_ACCESS_DENIED",
    });
  });

  it("a change of an area on an outdated lock version is refused, and the answer names the current one", async () => {
    const dispatcher = await api.signIn("createArea", "updateArea");
    const { id, lock_version } = await dispatcher.createArea(areaDraft());
    await dispatcher.updateArea({ id, lock_version, ...areaDraft({ title: "Graz Nord" }) });
    const late = dispatcher.updateArea({ id, lock_version, ...areaDraft({ title: "Graz Süd" }) });
    await expect(late).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
    expect(await late.catch((refusal) => refusal.arg("current_lock_version"))).toBe("1");
  });

  it("createArea refuses postal code ranges that end before they begin and rings that do not close", async () => {
    const dispatcher = await api.signIn("createArea");
    const reversed = dispatcher.createArea(areaDraft({ zip_ranges: [{ from: "99999", to: "10000" }] }));
    await expect(reversed).rejects.toMatchObject({ status: 422, code: "RANGE_INVALID" });
    const ring = [
      [15, 47],
      [16, 47],
      [16, 48],
      [15, 48],
    ];
    const open = dispatcher.createArea(areaDraft({ geo_json: { type: "Polygon", coordinates: [ring] } }));
    await expect(open).rejects.toMatchObject({ status: 422, code: "GEOMETRY_INVALID" });
  });

  it("createArea stores a repeated postal code range once, and refuses branches that do not exist", async () => {
    const dispatcher = await api.signIn("createArea");
    const range = { from: "8010", to: "8055" };
    expect(await dispatcher.createArea(areaDraft({ zip_ranges: [range, range] }))).toMatchObject({
      zip_ranges: [range],
    });
    const foreign = await insertBranch(api.db, (await api.aTenant()).id);
    const refused = dispatcher.createArea(areaDraft({ branch_id: foreign }));
    await expect(refused).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
    expect(await refused.catch((refusal) => [refusal.arg("field"), refusal.arg("id")])).toEqual(["branch_id", foreign]);
  });

  it("a deleted area is no longer listed", async () => {
    const dispatcher = await api.signIn("createArea", "deleteArea", "getAreas");
    const { id } = await dispatcher.createArea(areaDraft());
    await dispatcher.deleteArea({ id });
    expect(await dispatcher.getAreas()).toEqual([]);
    await expect(dispatcher.deleteArea({ id })).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
  });

  it("getAreaWaitingTimes returns the waiting time that was set last", async () => {
    const dispatcher = await api.signIn("createArea", "updateAreaWaitingTime", "getAreaWaitingTimes");
    const { id } = await dispatcher.createArea(areaDraft());
    await dispatcher.updateAreaWaitingTime({ id, waiting_minutes: 45 });
    expect(await dispatcher.getAreaWaitingTimes()).toMatchObject([{ area_id: id, waiting_minutes: 45 }]);
  });

  it("an area that gets another title or branch is announced, to the branch it leaves as well, and no other change of it is", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const grants = ["createArea", "updateArea", "updateAreaWaitingTime"];
    const dispatcher = await api.bearer({ tenant, grants });
    const { id } = await dispatcher.createArea(areaDraft({ branch_id: north }));
    await dispatcher.updateAreaWaitingTime({ id, waiting_minutes: 45 });
    const changes = [
      { branch_id: north, description: "Bis zur Mur" },
      { branch_id: north, title: "Graz Nord" },
      { branch_id: south, title: "Graz Nord" },
      { branch_id: null, title: "Graz Nord" },
    ];
    for (const [index, change] of changes.entries())
      await dispatcher.updateArea({ id, lock_version: index + 1, ...areaDraft(change) });
    const events = await api.db.system.many(sql`
      select audience, payload ->> 'title' as title, (payload ->> 'waiting_minutes')::int as minutes
      from events where tenant_id = ${tenant.id} and type = 'area waiting time' order by xid, id`);
    expect(events).toEqual([
      { audience: { branch_ids: [north] }, title: "Graz", minutes: 45 },
      { audience: { branch_ids: [north] }, title: "Graz Nord", minutes: 45 },
      { audience: { branch_ids: [south, north] }, title: "Graz Nord", minutes: 45 },
      { audience: { everyone: true }, title: "Graz Nord", minutes: 45 },
    ]);
  });

  it("createArea answers a repeated idempotency key with the stored answer, and refuses the key for another request", async () => {
    const dispatcher = await api.signIn("createArea", "getAreas");
    const first = await dispatcher.createArea(areaDraft(), { idempotencyKey: "once" });
    expect(await dispatcher.createArea(areaDraft(), { idempotencyKey: "once" })).toEqual(first);
    expect(await dispatcher.getAreas()).toHaveLength(1);
    const other = dispatcher.createArea(areaDraft({ title: "Linz" }), { idempotencyKey: "once" });
    await expect(other).rejects.toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
  });
});
