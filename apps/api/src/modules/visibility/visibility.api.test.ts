import { describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../../testing/cases";
import { insertBranch } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";
import { sql } from "#platform/database/sql";
import { insertTour } from "../../testing/fleet";

describe("visibility for the office of a branch", () => {
  const api = startApi();

  async function aTourOfTheSouth() {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const grants = ["createCase", "getCase", "getCases"];
    const whole = await api.bearer({ tenant, grants });
    const office = await api.bearer({ tenant, grants, branchIds: [south] });
    const tour_id = await insertTour(api.db, tenant.id, { branchId: south });
    const aCase = async (branch_id: string) => (await whole.createCase(funeralCaseRequest({ branch_id }))).id;
    const onTour = (id: string) =>
      api.db.system.run(sql`
        insert into case_links (tenant_id, case_id, tour_id, state, bucket) values (${tenant.id}, ${id}, ${tour_id}, 'ASSIGNED', 'unassigned')`);
    const moveCase = (id: string, branch_id: string | null) =>
      api.db.system.run(sql`update cases set branch_id = ${branch_id} where tenant_id = ${tenant.id} and id = ${id}`);
    const moveTour = (branch_id: string | null) =>
      api.db.system.run(
        sql`update tours set branch_id = ${branch_id} where tenant_id = ${tenant.id} and id = ${tour_id}`,
      );
    const sees = async (id: string) => {
      const listed = (await office.getCases()).cases.some((found) => found.id === id);
      const single = await office.getCase({ id }).then(
        () => true,
        () => false,
      );
      expect(single).toBe(listed);
      return listed;
    };
    return { north, south, aCase, onTour, moveCase, moveTour, sees };
  }

  it("the office of a branch sees cases of other branches only while they are on a tour of its own branch", async () => {
    const { north, south, aCase, onTour, moveCase, moveTour, sees } = await aTourOfTheSouth();
    const id = await aCase(north);
    expect(await sees(id)).toBe(false);
    await onTour(id);
    expect(await sees(id)).toBe(true);
    await moveTour(null);
    expect(await sees(id)).toBe(false);
    await moveCase(id, null);
    await moveTour(south);
    expect(await sees(id)).toBe(true);
    await moveTour(north);
    expect(await sees(id)).toBe(false);
  });

  it("the office of a branch still sees a case that moved to another branch only if the case was on one of its tours", async () => {
    const { north, south, aCase, onTour, moveCase, moveTour, sees } = await aTourOfTheSouth();
    const [driven, other] = [await aCase(south), await aCase(south)];
    await onTour(driven);
    for (const id of [driven, other]) await moveCase(id, north);
    expect([await sees(driven), await sees(other)]).toEqual([true, false]);
    await moveCase(driven, south);
    await moveTour(north);
    expect(await sees(driven)).toBe(true);
    await moveCase(driven, north);
    expect(await sees(driven)).toBe(false);
  });
});
