import { beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, type CreatedTourCrew, dispatchGrants } from "../../testing/dispatch";
import { type ApiSession, startApi } from "../../testing/start-api";

const grants = [...dispatchGrants, "getCriticalMessages", "createBranch", "updateBranch"];

describe("a branch that does not dispatch its cases itself", () => {
  const api = startApi();
  let boss: ApiSession;
  let local: ApiSession;
  let between: ApiSession;
  let crew: CreatedTourCrew;
  let branch: Awaited<ReturnType<ApiSession["createBranch"]>>;

  beforeAll(async () => {
    boss = await api.signIn(...grants);
    const { tenant } = boss.session;
    branch = await boss.createBranch({ name: "Small", internal_dispatching_enabled: false });
    const { id: other } = await boss.createBranch({ name: "Large" });
    local = await api.bearer({ tenant, grants, branchIds: [branch.id] });
    between = await api.bearer({ tenant, grants, branchIds: [branch.id, other] });
    crew = await createTestTourCrew(api, tenant, { branchId: branch.id, capacity: 50 });
  });

  const aCase = () => boss.createCase(funeralCaseRequest({ branch_id: branch.id }));
  type ActionRequest = readonly [action: "ASSIGN" | "UNASSIGN" | "FORWARD" | "CANCEL", lock_version: number];
  const ask = (by: ApiSession, id: string, ...[action, lock_version]: ActionRequest) =>
    by.receiveAction({
      id,
      action,
      lock_version,
      ...(action === "CANCEL" ? {} : { tour_id: crew.tour_id }),
      ...(action === "ASSIGN" ? {} : { reason: "elsewhere" }),
      ...(action === "FORWARD" ? { payload: { to_branch_id: branch.id } } : {}),
    });
  const offeredTo = async (reader: ApiSession, id: string) => {
    const { state, tour_case_states = [] } = await reader.getCase({ id });
    return [...state.actions, ...tour_case_states.flatMap(({ actions }) => actions)];
  };
  const denied = { status: 403, code: "BRANCH_ACCESS_DENIED" };

  it("the cases of a branch that leaves dispatching to others are assigned, unassigned and forwarded only by callers of several branches", async () => {
    const { id } = await aCase();
    expect(await offeredTo(local, id)).toEqual(["CANCEL", "DELIVER"]);
    await expect(ask(local, id, "ASSIGN", 0)).rejects.toMatchObject(denied);
    expect(await offeredTo(between, id)).toContain("ASSIGN");
    await ask(between, id, "ASSIGN", 0);
    for (const action of ["UNASSIGN", "FORWARD"] as const) {
      expect(await offeredTo(local, id)).not.toContain(action);
      await expect(ask(local, id, action, 1)).rejects.toMatchObject(denied);
      expect(await offeredTo(boss, id)).toContain(action);
    }
    await ask(boss, id, "UNASSIGN", 1);
    expect(await ask(local, id, "CANCEL", 2)).toMatchObject({ state: { current: "CANCELLED" } });
  });

  it("messages to a branch that leaves dispatching to others go to the dispatchers of the whole tenant", async () => {
    const { id } = await aCase();
    await ask(boss, id, "ASSIGN", 0);
    const refusal = { id, action: "REJECT", tour_id: crew.tour_id, lock_version: 1, reason: "too far" } as const;
    await crew.driver.receiveAction(refusal);
    const heardBy = async (reader: ApiSession) =>
      (await reader.getCriticalMessages()).filter(({ case_id }) => case_id === id).map(({ branch_id }) => branch_id);
    expect(await heardBy(boss)).toEqual([null]);
    expect(await heardBy(local)).toEqual([]);
  });

  it("a branch can dispatch its own cases again as soon as its setting allows it", async () => {
    const { id } = await aCase();
    const { lock_version } = branch;
    await boss.updateBranch({ id: branch.id, name: "Small", internal_dispatching_enabled: true, lock_version });
    expect(await offeredTo(local, id)).toContain("ASSIGN");
    await ask(local, id, "ASSIGN", 0);
    const refusal = { id, action: "REJECT", tour_id: crew.tour_id, lock_version: 1, reason: "too far" } as const;
    await crew.driver.receiveAction(refusal);
    expect((await local.getCriticalMessages()).map(({ case_id }) => case_id)).toEqual([id]);
  });
});
