import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, type CreatedTourCrew, dispatchGrants } from "../../testing/dispatch";
import { type ApiSession, startApi } from "../../testing/start-api";

type ActionPayload = NonNullable<Parameters<ApiSession["receiveAction"]>[0]["payload"]>;

describe("findings of a roadside crew", () => {
  const api = startApi();
  let dispatcher: ApiSession;
  let crew: CreatedTourCrew;
  beforeAll(async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    dispatcher = await api.bearer({ tenant, grants: [...dispatchGrants, "getCaseComments"] });
    crew = await createTestTourCrew(api, tenant);
  });

  type SentPayload = ActionPayload & { action_id?: string };
  const act = async (id: string, action: CaseAction, { action_id, ...payload }: SentPayload = {}) => {
    const { lock_version } = await dispatcher.getCase({ id });
    const actor = action === "ASSIGN" ? dispatcher : crew.driver;
    return actor.receiveAction({ id, action, tour_id: crew.tour_id, lock_version, payload, action_id });
  };
  const underWay = async (given = {}) => {
    const { id } = await dispatcher.createCase(roadsideCaseRequest(given));
    for (const action of ["ASSIGN", "ON_THE_WAY"] as const) await act(id, action);
    return id;
  };
  const roadsideOf = async (id: string) => (await dispatcher.getCase({ id })).rsa_data;
  const commentsOf = async (id: string) => (await dispatcher.getCaseComments({ id })).comments;

  it("findings of a roadside crew are merged with the dispatcher's data, field by field", async () => {
    const { rsa_data } = roadsideCaseRequest();
    const known = { description: "Springt nicht an", driveable: true };
    const id = await underWay({ rsa_data: { ...rsa_data, damage: known, vehicle_detail: null } });
    await act(id, "ARRIVE", {
      findings: { damage: { driveable: false, cause: "Batterie leer" }, vehicle_detail: { key_available: true } },
    });
    expect(await roadsideOf(id)).toMatchObject({
      damage: { description: "Springt nicht an", driveable: false, cause: "Batterie leer" },
      vehicle_detail: { key_available: true },
      vehicle: { license_plate: "G 123 AB" },
    });
    await act(id, "FINISH", { finish_reason: "Starthilfe", findings: { vehicle_data: { mileage_km: 142_300 } } });
    expect(await roadsideOf(id)).toMatchObject({
      damage: { cause: "Batterie leer" },
      vehicle_data: { mileage_km: 142_300 },
    });
  });

  it("a crew's notes become one comment, however often the phone sends them, also with the action that ends the case", async () => {
    const id = await underWay();
    const action_id = "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f77";
    const findings = { notes: "Parkt im 2. Untergeschoß" };
    for (let sent = 0; sent < 2; sent += 1) await act(id, "ARRIVE", { findings, action_id });
    expect(await commentsOf(id)).toMatchObject([
      { text: findings.notes, kind: "NOTE", device_id: crew.driver.session.device_id },
    ]);
    await act(id, "FINISH", { finish_reason: "Starthilfe", findings: { notes: "Fährt wieder" } });
    expect((await commentsOf(id)).map(({ text }) => text)).toEqual(["Fährt wieder", findings.notes]);
  });

  it("findings stay when their action is undone, and are ignored by actions and cases without findings", async () => {
    const id = await underWay();
    await act(id, "ARRIVE", { findings: { damage: { cause: "Batterie leer" } } });
    await act(id, "UNDO", { findings: { damage: { cause: "falsch" }, notes: "falsch" } });
    expect((await roadsideOf(id))?.damage).toEqual({ cause: "Batterie leer" });
    expect(await commentsOf(id)).toEqual([]);
  });

  it("invalid findings of a roadside crew are refused", async () => {
    const id = await underWay();
    const misshapen = { findings: { damage: { driveable: "ja" } } } as object;
    await expect(act(id, "ARRIVE", misshapen)).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    const unknown = { findings: { vehicle: { license_plate: "G 1" } } } as object;
    await expect(act(id, "ARRIVE", unknown)).rejects.toMatchObject({ status: 400 });
  });

  it("findings about a funeral transport are refused by every action that accepts findings, and none are stored", async () => {
    const office = await api.signIn(...dispatchGrants);
    const hearse = await createTestTourCrew(api, office.session.tenant);
    const { id } = await office.createCase(funeralCaseRequest());
    const { tour_id } = hearse;
    await office.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    await office.receiveAction({ id, action: "START", tour_id, lock_version: 1 });
    const findings = { damage: { cause: "Batterie leer" }, notes: "x" };
    const told = (action: CaseAction, payload: ActionPayload) =>
      office.receiveAction({ id, action, tour_id, lock_version: 2, payload: { ...payload, findings } });
    const misfit = {
      status: 422,
      code: "FIELD_COMBINATION_INVALID",
      args: [{ key: "fields", value: "data_type,findings" }],
    };
    await expect(told("ARRIVE", {})).rejects.toMatchObject(misfit);
    await expect(told("LOAD", { identity_confirmed: true, belongings_confirmed: true })).rejects.toMatchObject(misfit);
    await expect(told("FINISH", { finish_reason: "Niemand da" })).rejects.toMatchObject(misfit);
    expect(await office.getCase({ id })).toMatchObject({ lock_version: 2, tour_case_states: [{ state: "STARTED" }] });
  });
});
