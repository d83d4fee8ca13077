import { describe, expect, it } from "vitest";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { type ApiSession, startApi } from "../../testing/start-api";

const grants = [
  ...dispatchGrants,
  "getDashboard",
  "getSuggestions",
  "solveRouting",
  "getStateHistory",
  "createComment",
  "getComments",
];
const funeralDraft = { approved: false, data_type: "FUNERAL" } as const;
const roadsideCase = { approved: true, data_type: "ROADSIDE" } as const;
const fieldCombinationInvalid = (fields: string) => ({
  status: 422,
  code: "FIELD_COMBINATION_INVALID",
  args: [{ key: "fields", value: fields }],
});

/** Tests of cases that are created during a telephone call, when only the kind of the case is known. */
describe("cases without data", () => {
  const api = startApi();
  const aCompany = () => api.signIn(...grants);
  const aClub = () => api.bearer({ tenantType: "ROADSIDE_ASSISTANCE", grants });

  it("a case can be created with only `approved` and `data_type`, and is displayed by its number", async () => {
    const draft = await (await aCompany()).createCase(funeralDraft);
    expect(draft).toMatchObject({ approved: false, funeral_data: null, rsa_data: null, state: { current: "OPEN" } });
    expect(draft.display_name).toBe(draft.natural_id);
    for (const approved of [true, false]) {
      const call = await (await aClub()).createCase({ ...roadsideCase, approved });
      expect(call).toMatchObject({ funeral_data: null, rsa_data: { status: "open" }, state: { current: "create" } });
      expect(call.display_name).toBe(call.natural_id);
    }
  });

  it("a transport without data cannot be approved", async () => {
    const dispatcher = await aCompany();
    const approved = { ...funeralDraft, approved: true };
    await expect(dispatcher.createCase(approved)).rejects.toMatchObject(
      fieldCombinationInvalid("approved,funeral_data"),
    );
    const { id, lock_version } = await dispatcher.createCase(funeralDraft);
    const approving = dispatcher.updateCase({ id, lock_version, ...approved });
    await expect(approving).rejects.toMatchObject(fieldCombinationInvalid("approved,funeral_data"));
    expect(await dispatcher.getCase({ id })).toMatchObject({ approved: false, lock_version });
  });

  it("an edit adds the missing data and name of a case, and a later edit cannot remove the data", async () => {
    const dispatcher = await aCompany();
    const { id, display_name } = await dispatcher.createCase(funeralDraft);
    const called = await dispatcher.updateCase({
      id,
      lock_version: 0,
      ...funeralDraft,
      display_name,
      contact: { phone_number: "+43 316 1" },
    });
    expect(called).toMatchObject({ display_name, funeral_data: null, contact: { phone_number: "+433161" } });
    const whole = await dispatcher.updateCase({ id, lock_version: 1, display_name, ...funeralCaseRequest() });
    expect(whole).toMatchObject({ approved: true, display_name: "Muster Maria", state: { current: "OPEN" } });
    for (const approved of [true, false]) {
      const emptied = dispatcher.updateCase({ id, lock_version: 2, ...funeralDraft, approved });
      await expect(emptied).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    }
    const club = await aClub();
    const call = await club.createCase(roadsideCase);
    const again = await club.updateCase({ id: call.id, lock_version: 0, ...roadsideCase });
    expect(again).toMatchObject({ state: { current: "create" }, rsa_data: { status: "open" } });
    const open = await club.updateCase({ id: call.id, lock_version: 1, ...roadsideCaseRequest() });
    expect(open).toMatchObject({ state: { current: "open" }, display_name: "G 123 AB" });
    const emptied = club.updateCase({ id: call.id, lock_version: 2, ...roadsideCase });
    await expect(emptied).rejects.toMatchObject(fieldCombinationInvalid("data_type,rsa_data"));
  });

  it("a case without data can be cancelled, and accepts no other action", async () => {
    const dispatcher = await aCompany();
    const { tour_id } = await createTestTourCrew(api, dispatcher.session.tenant);
    const { id, state } = await dispatcher.createCase(funeralDraft);
    expect(state.actions).toEqual(["CANCEL"]);
    const assigned = dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    await expect(assigned).rejects.toMatchObject({ status: 409, code: "CASE_ACTION_NOT_ALLOWED" });
    const payload = { received_by: "M. Huber", signature: "M0 0L4 4" };
    const delivered = dispatcher.receiveAction({
      id,
      action: "DELIVER",
      lock_version: 0,
      reason: "telephone",
      payload,
    });
    await expect(delivered).rejects.toMatchObject({ status: 422, code: "ACTION_INPUT_MISSING" });
    const cancelled = await dispatcher.receiveAction({ id, action: "CANCEL", lock_version: 0, reason: "wrong number" });
    expect(cancelled).toMatchObject({ state: { current: "CANCELLED" }, funeral_data: null, finalized: true });
  });

  it.each([
    { kind: "a transport", sign: aCompany, given: funeralDraft, whole: funeralCaseRequest() },
    { kind: "a roadside case", sign: aClub, given: roadsideCase, whole: roadsideCaseRequest() },
  ])(
    "a case without data is listed with the others on the board, in searches and in plans: $kind",
    async ({ sign, given, whole }) => {
      const dispatcher: ApiSession = await sign();
      const { tour_id } = await createTestTourCrew(api, dispatcher.session.tenant);
      const draft = await dispatcher.createCase(given);
      const other = await dispatcher.createCase(whole);
      const both = [draft.id, other.id].sort();
      const board = await dispatcher.getDashboard();
      expect(board.cases.map(({ case_id }) => case_id).sort()).toEqual(both);
      for (const query of [{}, { sort: ["due_at,asc"] }, { sort: ["display_name,asc"] }, { finalized: false }])
        expect((await dispatcher.getCases(query)).cases.map(({ id }) => id).sort()).toEqual(both);
      expect((await dispatcher.getCases({ text: draft.natural_id })).cases.map(({ id }) => id)).toEqual([draft.id]);
      const nowhere = { status: 422, code: "GEOMETRY_INVALID" };
      await expect(dispatcher.getSuggestions({ case_id: draft.id })).rejects.toMatchObject(nowhere);
      const plan = await dispatcher.solveRouting({ case_ids: both, tour_ids: [tour_id] });
      expect(plan.unserved.map(({ case_id }) => case_id)).toContain(draft.id);
      const { state: _state, ...unchanged } = draft;
      expect(await dispatcher.getCase({ id: draft.id })).toMatchObject(unchanged);
    },
  );
});
