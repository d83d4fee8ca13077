import { describe, expect, it } from "vitest";
import { arrangeLinkActions, fieldRequirementsOfAction } from "./action-choice.ts";
import { anInspectedCase, aTransportOfDeceased, aCaseTourLink } from "../inspector.fixture.ts";

const towedCaseData = { service: { key: "AB_Standard" }, target_address: { city: "Graz" } };
const laterTime = "2026-11-21T09:00:00+00:00";
const aTodo = (phase: "PICKUP" | "DELIVERY") => ({
  id: phase,
  created_at: laterTime,
  updated_at: laterTime,
  title: "Papiere",
  description: null,
  phase,
  required: true,
  position: 0,
  completed: false,
  completed_at: null,
  completed_by: null,
});

describe("the next action that is offered", () => {
  it.each([
    ["a crew has not answered", aCaseTourLink({ actions: ["CANCEL", "UNASSIGN", "START", "ACCEPT"] }), "ACCEPT"],
    ["a crew has accepted", aCaseTourLink({ actions: ["START", "ACCEPT"], accepted_at: laterTime }), "START"],
    ["a crew drives", aCaseTourLink({ state: "STARTED", actions: ["LOAD", "ARRIVE", "FINISH", "UNDO"] }), "ARRIVE"],
    ["it is loaded", aCaseTourLink({ state: "LOADED", actions: ["ARRIVE", "DELIVER", "FINISH"] }), "ARRIVE"],
    [
      "it has come to the destination",
      aCaseTourLink({ state: "LOADED", actions: ["ARRIVE", "DELIVER"], arrived_at_destination_at: laterTime }),
      "DELIVER",
    ],
    [
      "only exceptional actions are left (then none is)",
      aCaseTourLink({ state: "FINISHED", actions: ["UNDO"] }),
      undefined,
    ],
    [
      "it may be taken back from the tour it was forwarded to",
      aCaseTourLink({ bucket: "forwarded", actions: ["FORWARD_ROLLBACK", "ASSIGN"] }),
      "FORWARD_ROLLBACK",
    ],
  ])("the most likely action on a case is offered first when %s", (_when, link, expected) =>
    expect(arrangeLinkActions(link, anInspectedCase()).next).toBe(expected),
  );

  it.each([
    ["a tow goes to its destination", { ...towedCaseData }, "TO_TOWING_DESTINATION"],
    ["a repair is finished on the spot", { service: { key: "PH_Standard" } }, "FINISH"],
  ])("the action offered first for a roadside case depends on what follows: %s", (_what, rsa_data, expected) => {
    const link = aCaseTourLink({
      state: "arrived",
      actions: ["LOAD", "TO_TOWING_DESTINATION", "FINISH"],
      loaded_at: laterTime,
    });
    expect(arrangeLinkActions(link, anInspectedCase({ data_type: "ROADSIDE", rsa_data })).next).toBe(expected);
  });

  it("the actions of a case that take it from its tour or cancel it are offered last", () => {
    const { others } = arrangeLinkActions(
      aCaseTourLink({ actions: ["CANCEL", "ACCEPT", "UNASSIGN", "START"] }),
      anInspectedCase(),
    );
    expect(others).toEqual(["START", "UNASSIGN", "CANCEL"]);
  });
});

describe("the input of an action", () => {
  const dispatchCase = anInspectedCase({
    funeral_data: aTransportOfDeceased(),
    todos: { pickup: [aTodo("PICKUP")], delivery: [] },
  });

  it("the form of an action has the fields that the contract requires and allows", () => {
    expect(fieldRequirementsOfAction("POSTPONE", dispatchCase, aCaseTourLink()).required).toEqual([
      "postponed_until",
      "reason",
    ]);
    expect(fieldRequirementsOfAction("ACCEPT", dispatchCase, aCaseTourLink())).toEqual({
      fields: ["eta"],
      required: [],
    });
    expect(fieldRequirementsOfAction("ARRIVE", dispatchCase, aCaseTourLink())).toEqual({ fields: [], required: [] });
    expect(fieldRequirementsOfAction("UNDO", dispatchCase, aCaseTourLink()).required).toEqual(["reason"]);
  });

  it("no form of an action has a field for force, which is offered only when a rule is broken", () => {
    for (const action of ["ASSIGN", "LOAD", "FORWARD", "UNDO"] as const)
      expect(fieldRequirementsOfAction(action, dispatchCase, aCaseTourLink()).fields).not.toContain("force");
  });

  it("LOAD requires the data that is still missing for this deceased", () => {
    expect(fieldRequirementsOfAction("LOAD", dispatchCase, aCaseTourLink()).required).toEqual([
      "todos",
      "identity_confirmed",
      "belongings_confirmed",
    ]);
    const known = { identity_confirmed: true, belongings: { confirmation: true } };
    const complete = anInspectedCase({
      funeral_data: aTransportOfDeceased(known),
      todos: { pickup: [], delivery: [] },
    });
    expect(fieldRequirementsOfAction("LOAD", complete, aCaseTourLink()).required).toEqual([]);
  });

  it("DELIVER by a dispatcher requires who took over and why there is no signature", () => {
    const { required } = fieldRequirementsOfAction("DELIVER", dispatchCase, aCaseTourLink({ state: "LOADED" }));
    expect(required).toEqual(["received_by", "refusal_reason", "belongings_confirmed"]);
  });

  it("an action on a whole case requires a reason, and for a roadside case nothing else", () => {
    expect(fieldRequirementsOfAction("DELIVER", dispatchCase, undefined).required).toEqual(["received_by", "reason"]);
    const roadside = anInspectedCase({ data_type: "ROADSIDE", rsa_data: towedCaseData });
    expect(fieldRequirementsOfAction("DELIVER", roadside, undefined).required).toEqual(["reason"]);
  });

  it("FINISH of a loaded transport requires the address where the deceased stays in the meantime", () => {
    expect(fieldRequirementsOfAction("FINISH", dispatchCase, aCaseTourLink({ state: "LOADED" })).required).toEqual([
      "interim_address",
      "finish_reason",
    ]);
    expect(fieldRequirementsOfAction("FINISH", dispatchCase, aCaseTourLink({ state: "STARTED" })).required).toEqual([
      "finish_reason",
    ]);
  });
});
