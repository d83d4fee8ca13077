import { findTransition } from "@leitstand/contract/cases/case-rules";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { describe, expect, it } from "vitest";
import { applyOutboxToCase, linkOfTour } from "./fold.ts";
import type { OutboxEntry } from "./outbox-row.ts";
import { aCaseWithLink, aTourCaseLink, anActionEntry, fixtureTourId } from "./row.fixture.ts";

const aFuneralCase = (state: string, times = {}) => aCaseWithLink("FUNERAL", aTourCaseLink(state, times));
const foldedCase = (known: ReturnType<typeof aCaseWithLink>, entries: OutboxEntry[]) =>
  linkOfTour(applyOutboxToCase(known, entries, fixtureTourId), fixtureTourId);
const statesAfterActions = (known: ReturnType<typeof aCaseWithLink>, actions: readonly CaseAction[]) =>
  foldedCase(
    known,
    actions.map((action, index) => anActionEntry(index + 1, action)),
  );

describe("a case with unsent steps", () => {
  it("applying an empty outbox leaves a case unchanged", () => {
    const known = aFuneralCase("ASSIGNED");
    expect(applyOutboxToCase(known, [], fixtureTourId)).toBe(known);
  });

  it("applying outbox actions to a case yields the end of a whole transport without network", () => {
    const link = statesAfterActions(aFuneralCase("ASSIGNED"), [
      "ACCEPT",
      "START",
      "ARRIVE",
      "LOAD",
      "ARRIVE",
      "DELIVER",
    ]);
    expect(link).toMatchObject({
      state: "DELIVERED",
      bucket: "finished",
      accepted_at: "2026-03-02T08:01:00.000Z",
      started_at: "2026-03-02T08:02:00.000Z",
      arrived_at: "2026-03-02T08:03:00.000Z",
      loaded_at: "2026-03-02T08:04:00.000Z",
      arrived_at_destination_at: "2026-03-02T08:05:00.000Z",
      finished_at: "2026-03-02T08:06:00.000Z",
      actions: ["DONE", "UNDO"],
    });
  });

  it("applying outbox actions to a roadside case yields every state of a breakdown with towing", () => {
    const steps = ["ACCEPT", "ON_THE_WAY", "ARRIVE", "LOAD", "TO_TOWING_DESTINATION", "AT_TOWING_DESTINATION"] as const;
    const known = aCaseWithLink("ROADSIDE", aTourCaseLink("alarmed"));
    expect(steps.map((_step, index) => statesAfterActions(known, steps.slice(0, index + 1))?.state)).toEqual([
      "alarmed",
      "onTheWay",
      "arrived",
      "arrived",
      "toDestination",
      "atDestination",
    ]);
    expect(statesAfterActions(known, [...steps, "DELIVER"])).toMatchObject({ state: "finished", bucket: "finished" });
  });

  it("outbox actions are applied to a case in the order in which they were recorded, not the one in which they are read", () => {
    expect(
      foldedCase(aFuneralCase("ASSIGNED"), [anActionEntry(2, "START"), anActionEntry(1, "ACCEPT")])?.accepted_at,
    ).toBe("2026-03-02T08:01:00.000Z");
  });

  it("a step without network shows the right time on the case, although the phone's clock is an hour fast", () => {
    const accepted = anActionEntry(1, "ACCEPT", { offset: -3_600_000 });
    expect(foldedCase(aFuneralCase("ASSIGNED"), [accepted])?.accepted_at).toBe("2026-03-02T07:01:00.000Z");
  });

  it("outbox actions that were sent are applied to a case until the fetched case contains them", () => {
    const sent = [anActionEntry(1, "ACCEPT", { status: "sent" }), anActionEntry(2, "START", { status: "sent" })];
    expect(foldedCase(aFuneralCase("ASSIGNED"), sent)?.state).toBe("STARTED");
    const times = { accepted_at: "2026-03-02T08:01:00.000Z", started_at: "2026-03-02T08:02:00.000Z" };
    expect(foldedCase(aFuneralCase("STARTED", times), sent)).toMatchObject({ state: "STARTED", ...times });
  });

  it("outbox actions that were refused, and those that depend on them, are not applied to a case", () => {
    const entries = [anActionEntry(1, "ACCEPT", { status: "refused" }), anActionEntry(2, "START", { status: "held" })];
    expect(foldedCase(aFuneralCase("ASSIGNED"), entries)?.state).toBe("ASSIGNED");
  });

  it("a planned outbox action is not applied to a case before its time", () => {
    const entries = [
      anActionEntry(1, "DELIVER"),
      anActionEntry(2, "DONE", { not_before: Date.parse("2026-03-02T08:11:00Z") }),
    ];
    expect(foldedCase(aFuneralCase("LOADED"), entries)).toMatchObject({
      state: "DELIVERED",
      actions: ["DONE", "UNDO"],
    });
  });

  it.each<[data: "FUNERAL" | "ROADSIDE", start: string, steps: CaseAction[]]>([
    ["FUNERAL", "ASSIGNED", ["ACCEPT"]],
    ["FUNERAL", "ASSIGNED", ["ACCEPT", "START"]],
    ["FUNERAL", "ASSIGNED", ["START"]],
    ["FUNERAL", "ASSIGNED", ["START", "ARRIVE"]],
    ["FUNERAL", "ASSIGNED", ["START", "LOAD"]],
    ["FUNERAL", "ASSIGNED", ["START", "ARRIVE", "LOAD"]],
    ["FUNERAL", "ASSIGNED", ["START", "ARRIVE", "LOAD", "ARRIVE"]],
    ["FUNERAL", "ASSIGNED", ["START", "ARRIVE", "LOAD", "ARRIVE", "DELIVER"]],
    ["FUNERAL", "ASSIGNED", ["START", "ARRIVE", "FINISH"]],
    ["ROADSIDE", "alarmed", ["ACCEPT", "ON_THE_WAY"]],
    ["ROADSIDE", "alarmed", ["ON_THE_WAY", "ARRIVE"]],
    ["ROADSIDE", "alarmed", ["ON_THE_WAY", "ARRIVE", "LOAD"]],
    ["ROADSIDE", "alarmed", ["ON_THE_WAY", "ARRIVE", "TO_TOWING_DESTINATION", "AT_TOWING_DESTINATION"]],
    ["ROADSIDE", "alarmed", ["ON_THE_WAY", "ARRIVE", "FINISH"]],
  ])(
    "applying UNDO from the outbox to %s %s %j restores the case's state and times from before the last action",
    (data_type, start, steps) => {
      const known = aCaseWithLink(data_type, aTourCaseLink(start));
      const { actions: _before, ...before } = statesAfterActions(known, steps.slice(0, -1)) ?? {};
      expect(statesAfterActions(known, [...steps, "UNDO"])).toMatchObject(before);
    },
  );

  it("a case with outbox actions offers the drivers' actions of the transition table except those that only the server decides", () => {
    const actions = statesAfterActions(aFuneralCase("ASSIGNED"), ["START"])?.actions ?? [];
    expect(actions).toContain("ARRIVE");
    expect(actions).not.toContain("FORWARD");
    expect(actions.every((action) => findTransition("FUNERAL_TOUR_CASE", "STARTED", action)?.who.includes("V"))).toBe(
      true,
    );
    expect(statesAfterActions(aFuneralCase("ASSIGNED"), ["ACCEPT"])?.actions).not.toContain("ACCEPT");
  });

  it("todos that the outbox ticks, alone or with an action, are shown as ticked on the case", () => {
    const id = "2c9a7f0e-1b3d-4e5f-8a6b-7c8d9e0f1a02";
    const todo = {
      id,
      created_at: "",
      updated_at: "",
      title: "Papiere",
      description: null,
      phase: "PICKUP" as const,
      required: true,
      position: 0,
      completed: false,
      completed_at: null,
      completed_by: null,
    };
    const known = { ...aFuneralCase("ARRIVED"), todos: { pickup: [todo], delivery: [] } };
    const tick = (completed: boolean): OutboxEntry => ({
      ...anActionEntry(1, "LOAD"),
      content: { op: "setTodoCompleted", body: { case_id: known.id, todo_id: id, completed } },
    });
    const pickup = (entries: OutboxEntry[]) =>
      applyOutboxToCase(known, entries, fixtureTourId).todos?.pickup[0]?.completed_at;
    expect(pickup([tick(true)])).toBe("2026-03-02T08:01:00.000Z");
    expect(pickup([tick(true), { ...tick(false), seq: 2 }])).toBeNull();
    expect(pickup([anActionEntry(1, "LOAD", { payload: { todos: [id] } })])).toBe("2026-03-02T08:01:00.000Z");
  });

  it("a case keeps the data of an outbox action even after an UNDO in the outbox", () => {
    const belongings = {
      watch: "UNKNOWN",
      money: "RELOCATED",
      jewelery: "UNKNOWN",
      ring: "STAYS",
      necklace: "UNKNOWN",
    } as const;
    const cargo_deceased = { first_name: "Alois", last_name: "Fuchs", date_of_death: "2026-03-01" };
    const funeral_data = { cargo_type: "PERSON" as const, transport_type: "Transportauftrag" as const, cargo_deceased };
    const load = anActionEntry(1, "LOAD", { payload: { identity_confirmed: true, belongings } });
    const told = applyOutboxToCase(
      { ...aFuneralCase("ARRIVED"), funeral_data },
      [load, anActionEntry(2, "UNDO")],
      fixtureTourId,
    );
    expect(told.funeral_data?.cargo_deceased).toEqual({
      ...cargo_deceased,
      identity_confirmed: true,
      belongings: { ...belongings, confirmation: true },
    });
  });

  it("outbox actions add findings to a breakdown's known data, and set its new destination", () => {
    const known = {
      ...aCaseWithLink("ROADSIDE", aTourCaseLink("arrived")),
      rsa_data: { damage: { description: "Springt nicht an" } },
    };
    const destination = { name: "Werkstatt West", city: "Graz" };
    const findings = { damage: { cause: "Starter" }, vehicle_data: { mileage_km: 142_300 } };
    const tow = anActionEntry(1, "TO_TOWING_DESTINATION", { payload: { findings, destination } });
    expect(applyOutboxToCase(known, [tow], fixtureTourId).rsa_data).toEqual({
      damage: { description: "Springt nicht an", cause: "Starter" },
      vehicle_data: { mileage_km: 142_300 },
      target_address: destination,
    });
  });
});
