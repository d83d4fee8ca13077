import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { startApi } from "../../testing/start-api";

describe("the approval of a case", () => {
  const api = startApi();
  const grants = [...dispatchGrants, "approveCase"];
  const aClub = async () => api.bearer({ tenant: await api.aTenant("ROADSIDE_ASSISTANCE"), grants });
  const wantTwoPairsOfEyes = (tenant_id: string) =>
    api.db.system.run(
      sql`update tenants set settings = settings || '{"approval_needs_grant": true}' where id = ${tenant_id}`,
    );

  it("an approved case can be assigned to tours, and its history names the approval", async () => {
    const dispatcher = await api.signIn(...grants);
    const { tour_id } = await createTestTourCrew(api, dispatcher.session.tenant);
    const { id } = await dispatcher.createCase(funeralCaseRequest({ approved: false }));
    const early = dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    await expect(early).rejects.toMatchObject({ code: "CASE_ACTION_NOT_ALLOWED" });
    expect(await dispatcher.approveCase({ id, lock_version: 0 })).toMatchObject({ approved: true, lock_version: 1 });
    expect((await dispatcher.approveCase({ id, lock_version: 1 })).lock_version).toBe(1);
    const assigned = await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 1 });
    const used = dispatcher.withdrawCaseApproval({ id, reason: "Not signed", lock_version: assigned.lock_version });
    await expect(used).rejects.toMatchObject({ status: 409, code: "RESOURCE_IN_USE" });
    const edited = dispatcher.updateCase({
      id,
      ...funeralCaseRequest({ approved: false }),
      lock_version: assigned.lock_version,
    });
    await expect(edited).rejects.toMatchObject({ status: 409, code: "RESOURCE_IN_USE" });
    const free = await dispatcher.receiveAction({
      id,
      action: "UNASSIGN",
      tour_id,
      lock_version: 2,
      reason: "Not signed",
    });
    const withdrawn = await dispatcher.withdrawCaseApproval({
      id,
      reason: "Not signed",
      lock_version: free.lock_version,
    });
    expect(withdrawn).toMatchObject({ approved: false, state: { current: "OPEN" } });
    const told = (await dispatcher.getCaseStateHistory({ id })).map(
      ({ transition, reason }) => `${transition} ${reason}`,
    );
    expect(told.filter((row) => row.includes("APPRO")).toSorted()).toEqual([
      "APPROVE null",
      "WITHDRAW_APPROVAL Not signed",
    ]);
  });

  it("approving a complete roadside case makes it `open`, and withdrawing the approval returns it to `create`", async () => {
    const club = await aClub();
    const { id } = await club.createCase(roadsideCaseRequest({ approved: false }));
    expect((await club.approveCase({ id, lock_version: 0 })).state.current).toBe("open");
    const withdrawn = await club.withdrawCaseApproval({ id, reason: "No member", lock_version: 1 });
    expect(withdrawn.state.current).toBe("create");
    const bare = await club.createCase({ approved: false, data_type: "ROADSIDE" });
    expect(await club.approveCase({ id: bare.id, lock_version: 0 })).toMatchObject({
      approved: true,
      state: { current: "create" },
    });
  });

  it("approving a case requires its data, the current lock version, and a case that is not finalized", async () => {
    const dispatcher = await api.signIn(...grants);
    const draft = await dispatcher.createCase({ approved: false, data_type: "FUNERAL" });
    const empty = dispatcher.approveCase({ id: draft.id, lock_version: 0 });
    await expect(empty).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    const { id } = await dispatcher.createCase(funeralCaseRequest({ approved: false }));
    await expect(dispatcher.approveCase({ id, lock_version: 4 })).rejects.toMatchObject({
      code: "LOCK_VERSION_CONFLICT",
    });
    await dispatcher.receiveAction({ id, action: "CANCEL", lock_version: 0, reason: "Called off" });
    await expect(dispatcher.approveCase({ id, lock_version: 1 })).rejects.toMatchObject({ code: "CASE_FINALIZED" });
  });

  it("a case of a tenant that requires two people must be approved by another user with the grant, in every operation", async () => {
    const author = await api.signIn(...grants);
    const { tenant } = author.session;
    const second = await api.bearer({ tenant, grants });
    const clerk = await api.bearer({ tenant, grants: dispatchGrants });
    await wantTwoPairsOfEyes(tenant.id);
    const refused = { status: 403, code: "AUTH_GRANT_MISSING" };
    await expect(author.createCase(funeralCaseRequest())).rejects.toMatchObject(refused);
    const { id } = await author.createCase(funeralCaseRequest({ approved: false }));
    await expect(author.approveCase({ id, lock_version: 0 })).rejects.toMatchObject(refused);
    const save = { id, ...funeralCaseRequest(), lock_version: 0 };
    for (const other of [author, clerk]) await expect(other.updateCase(save)).rejects.toMatchObject(refused);
    expect((await second.approveCase({ id, lock_version: 0 })).approved).toBe(true);
    const undone = clerk.updateCase({ ...save, approved: false, lock_version: 1 });
    await expect(undone).rejects.toMatchObject(refused);
    expect((await clerk.updateCase({ ...save, description: "By the back door", lock_version: 1 })).approved).toBe(true);
  });
});
