import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, type CreatedTourCrew, dispatchGrants } from "../../testing/dispatch";
import { type ApiSession, startApi } from "../../testing/start-api";

type ActionPayload = NonNullable<Parameters<ApiSession["receiveAction"]>[0]["payload"]>;

const belongings = {
  watch: "STAYS",
  money: "UNKNOWN",
  jewelery: "UNKNOWN",
  ring: "STAYS",
  necklace: "UNKNOWN",
} as const;
const handoverPayload = { received_by: "M. Huber", signature: "M0 0L9 9", signature_state: "SIGNED" } as const;

describe("reports of a crew at loading and handover", () => {
  const api = startApi();
  let dispatcher: ApiSession;
  let crew: CreatedTourCrew;
  beforeAll(async () => {
    dispatcher = await api.signIn(...dispatchGrants, "getCaseComments");
    crew = await createTestTourCrew(api, dispatcher.session.tenant, { capacity: 50 });
  });

  const act = async (id: string, action: CaseAction, payload: ActionPayload = {}) => {
    const { lock_version } = await dispatcher.getCase({ id });
    const actor = action === "ASSIGN" ? dispatcher : crew.driver;
    return actor.receiveAction({ id, action, tour_id: crew.tour_id, lock_version, payload });
  };
  const started = async (given = {}) => {
    const { id } = await dispatcher.createCase(funeralCaseRequest(given));
    await act(id, "ASSIGN");
    await act(id, "START");
    return id;
  };
  const load = (id: string, payload: ActionPayload = {}) =>
    act(id, "LOAD", { identity_confirmed: true, belongings, ...payload });
  const loaded = async (payload: ActionPayload = {}) => {
    const id = await started();
    await load(id, payload);
    return id;
  };
  const belongingsOf = async (id: string) =>
    (await dispatcher.getCase({ id })).funeral_data?.cargo_deceased?.belongings;

  it("LOAD stores all five belongings with the case, in addition to the dispatcher's notes", async () => {
    const deceased = { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01" };
    const { funeral_data } = funeralCaseRequest();
    const noted = { ...deceased, belongings: { description: "Brille", watch: "UNKNOWN" } as const };
    const id = await started({ funeral_data: { ...funeral_data, cargo_deceased: noted } });
    await load(id);
    expect(await belongingsOf(id)).toEqual({ ...belongings, description: "Brille", confirmation: true });
    expect((await dispatcher.getCase({ id })).funeral_data?.cargo_deceased).toMatchObject(deceased);
  });

  it("LOAD stores how the deceased was identified in the history, and still requires the confirmation of identity", async () => {
    const id = await started();
    const identity = { method: "CODE", code: "A-4711" } as const;
    await expect(act(id, "LOAD", { identity, belongings })).rejects.toMatchObject({
      code: "ACTION_INPUT_MISSING",
      args: expect.arrayContaining([expect.objectContaining({ value: "identity_confirmed" })]),
    });
    await load(id, { identity });
    const told = (await dispatcher.getCaseStateHistory({ id })).map((row) => [row.transition, row.identity]);
    expect(told.filter(([, said]) => said !== null)).toEqual([["LOAD", identity]]);
  });

  it("LOAD stores as a comment why belongings that stay with the deceased were not photographed", async () => {
    const id = await loaded({ photos_missing_reason: "Zu dunkel" });
    const { comments } = await dispatcher.getCaseComments({ id });
    expect(comments.map(({ text }) => text)).toEqual(["Zu dunkel"]);
  });

  it("DELIVER accepts unchanged belongings without an explanation, and requires one where they differ", async () => {
    const id = await loaded();
    const others = { ...belongings, ring: "RELOCATED" } as const;
    await expect(act(id, "DELIVER", { ...handoverPayload, belongings: others })).rejects.toMatchObject({
      status: 422,
      code: "ACTION_INPUT_MISSING",
      args: expect.arrayContaining([expect.objectContaining({ value: "belongings_note" })]),
    });
    await act(id, "DELIVER", { ...handoverPayload, belongings: others, belongings_note: "Ring an die Tochter" });
    expect(await belongingsOf(id)).toMatchObject({ ring: "RELOCATED", watch: "STAYS" });
    const { comments } = await dispatcher.getCaseComments({ id });
    expect(comments.map(({ text }) => text)).toEqual(["Ring an die Tochter"]);
    const same = await loaded();
    expect((await act(same, "DELIVER", { ...handoverPayload, belongings })).state.current).toBe("DELIVERED");
  });

  it("DELIVER compares belongings with those of the last LOAD that was not undone", async () => {
    const others = { ...belongings, watch: "RELOCATED" } as const;
    const id = await loaded();
    await act(id, "UNDO");
    await load(id, { belongings: others });
    const delivered = await act(id, "DELIVER", { ...handoverPayload, belongings: others });
    expect(delivered.state.current).toBe("DELIVERED");
    const again = await loaded({ belongings: others });
    await act(again, "UNDO");
    await load(again, { belongings });
    await expect(act(again, "DELIVER", { ...handoverPayload, belongings: others })).rejects.toMatchObject({
      code: "ACTION_INPUT_MISSING",
    });
  });

  it("older phones, which only confirm belongings, can still load and deliver", async () => {
    const id = await started();
    await act(id, "LOAD", { identity_confirmed: true, belongings_confirmed: true });
    await act(id, "DELIVER", { received_by: "M. Huber", signature: "M0 0L9 9", belongings_confirmed: true });
    const { funeral_data } = await dispatcher.getCase({ id });
    expect(funeral_data?.cargo_deceased?.belongings).toEqual({ confirmation: true });
    expect(funeral_data?.handover).not.toHaveProperty("signature_state");
  });

  it.each<[string, ActionPayload]>([
    ["DECLINED", { signature_state: "DECLINED", refusal_reason: "Wollte nicht" }],
    ["UNABLE", { signature_state: "UNABLE", refusal_reason: "Hand im Gips" }],
    ["SIGNED", { signature_state: "SIGNED", signature: "M0 0L9 9" }],
  ])("a handover stores that the signature was %s", async (signature_state, payload) => {
    const id = await loaded();
    await act(id, "DELIVER", { received_by: "M. Huber", belongings, ...payload });
    expect((await dispatcher.getCase({ id })).funeral_data?.handover).toMatchObject({ signature_state });
  });

  it.each<[string, ActionPayload, string, string]>([
    [
      "SIGNED without a signature",
      { signature_state: "SIGNED", refusal_reason: "x" },
      "ACTION_INPUT_MISSING",
      "signature",
    ],
    ["DECLINED without a reason", { signature_state: "DECLINED" }, "ACTION_INPUT_MISSING", "refusal_reason"],
    [
      "DECLINED with a signature",
      { signature_state: "DECLINED", refusal_reason: "x", signature: "M0 0" },
      "FIELD_COMBINATION_INVALID",
      "signature_state,signature",
    ],
  ])("DELIVER refuses %s", async (...[, payload, code, value]) => {
    const id = await loaded();
    await expect(act(id, "DELIVER", { received_by: "M. Huber", belongings, ...payload })).rejects.toMatchObject({
      status: 422,
      code,
      args: expect.arrayContaining([expect.objectContaining({ value })]),
    });
  });

  it.each<[string, object]>([
    ["four of five belongings", { belongings: { ...belongings, ring: undefined } }],
    ["a belonging of which nothing is said", { belongings: { ...belongings, ring: null } }],
    ["an unknown way to identify", { identity: { method: "GUESS" } }],
    ["a note of 501 characters", { belongings_note: "x".repeat(501) }],
  ])("LOAD refuses %s", async (_what, payload) => {
    const id = await started();
    await expect(load(id, payload)).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });
});
