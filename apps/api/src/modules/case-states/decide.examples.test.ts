import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { formatUtcTimestamp } from "@leitstand/contract/core/moment-text";
import { describe, expect, it } from "vitest";
import { availableActionsFor } from "./available-actions";
import { dispatcherActor, createTestDriverActor, SingleCaseTestWorld } from "./case-testkit";

const [a, b] = [createTestDriverActor("A"), createTestDriverActor("B")];
const onTourA = { tour_id: "A" };
const onTourB = { tour_id: "B" };

describe("a day of dispatch", () => {
  it("a transport of a deceased person can take two legs with a cold store in between", () => {
    const world = new SingleCaseTestWorld();
    world.must("ASSIGN", dispatcherActor, onTourA);
    for (const action of ["ACCEPT", "START", "ARRIVE", "LOAD"] as const) world.must(action, a, onTourA);
    world.must("FINISH", a, { ...onTourA, payload: { interim_address: { city: "Bruck" } } });
    expect(world.link("A").state).toBe("FINISHED");
    expect(world.case).toMatchObject({ state: "OPEN", source: { city: "Bruck" }, finalized: false });
    world.must("ASSIGN", dispatcherActor, onTourB);
    for (const action of ["START", "LOAD", "DELIVER", "DONE"] as const) world.must(action, b, onTourB);
    expect(world.case).toMatchObject({ state: "DELIVERED", finalized: true });
    expect(world.link("B").state).toBe("DONE");
  });

  it("UNDO reverts a DELIVER that was tapped by mistake", () => {
    const world = createLoadedCase();
    world.must("DELIVER", a, onTourA);
    expect(world.case).toMatchObject({ state: "DELIVERED", finalized: true });
    world.pass(10);
    const undo = world.must("UNDO", a, onTourA);
    expect(world.case).toMatchObject({ state: "LOADED", finalized: false, handover: null });
    expect(undo.history.map(({ undoes }) => undoes)).toEqual([world.history.at(-2)?.id]);
    expect(world.history.slice(-2).map((row) => row.transition)).toEqual(["DELIVER", "UNDO"]);
  });

  it("a forwarded breakdown can be rolled back while the new crew has not accepted it", () => {
    const world = createArrivedRoadsideCase();
    world.must("FORWARD", a, { ...onTourA, payload: { to_tour_id: "B" } });
    expect(world.link("A").bucket).toBe("forwarded");
    expect(world.link("B")).toMatchObject({ state: "alarmed", bucket: "open" });
    expect(
      availableActionsFor(world.snapshot(dispatcherActor), { actor: dispatcherActor, now: world.now }).links,
    ).toContainEqual({
      tour_id: "A",
      actions: ["FORWARD_ROLLBACK"],
    });
    world.must("FORWARD_ROLLBACK", dispatcherActor, { payload: { from_tour_id: "A" } });
    expect(world.link("B").bucket).toBe("unassigned");
    expect(world.link("A")).toMatchObject({ state: "arrived", bucket: "open" });
    expect(world.case.state).toBe("arrived");
  });

  it("a forwarded case that the new crew has accepted cannot be rolled back", () => {
    const world = createArrivedRoadsideCase();
    world.must("FORWARD", a, { ...onTourA, payload: { to_tour_id: "B" } });
    world.must("ACCEPT", b, onTourB);
    expect(world.act("FORWARD_ROLLBACK", dispatcherActor, { payload: { from_tour_id: "A" } })).toMatchObject({
      code: "CASE_ACTION_NOT_ALLOWED",
    });
  });

  it("a car can be towed to another garage after the first has refused it", () => {
    const world = createArrivedRoadsideCase();
    for (const action of ["TO_TOWING_DESTINATION", "AT_TOWING_DESTINATION"] as const) world.must(action, a, onTourA);
    world.must("TO_TOWING_DESTINATION", a, {
      ...onTourA,
      reason: "garage full",
      payload: { destination: { city: "Weiz" } },
    });
    expect(world.case.target).toEqual({ city: "Weiz" });
    world.must("AT_TOWING_DESTINATION", a, onTourA);
    world.must("DELIVER", a, onTourA);
    expect(world.case.state).toBe("finished");
    world.must("DONE", dispatcherActor, onTourA);
    expect(world.case).toMatchObject({ state: "adActa", finalized: true });
  });

  it("a fruitless trip goes to the back office, which closes the case", () => {
    const world = createArrivedRoadsideCase();
    world.must("FINISH", a, { ...onTourA, payload: { finish_reason: "gone", outcome: "GOA" } });
    expect(world.case).toMatchObject({ state: "backoffice", needs_backoffice: true });
    world.must("FINISH", dispatcherActor, { tour_id: "A" });
    expect(world.case).toMatchObject({ state: "finished", needs_backoffice: false });
  });

  it("both queued actions of a phone are refused when its case was taken back in the meantime", () => {
    const world = new SingleCaseTestWorld({ data_type: "ROADSIDE" });
    world.must("ASSIGN", dispatcherActor, onTourA);
    world.must("ACCEPT", a, onTourA);
    const { lock_version } = world.case;
    world.must("UNASSIGN", dispatcherActor, onTourA);
    for (const action of ["ON_THE_WAY", "ARRIVE"] as const) {
      expect(world.act(action, a, { ...onTourA, lock_version, action_id: action })).toMatchObject({
        code: "LOCK_VERSION_CONFLICT",
      });
    }
  });
});

const linkTimeFields = [
  "accepted_at",
  "started_at",
  "arrived_at",
  "loaded_at",
  "arrived_at_destination",
  "finished_at",
] as const;

/** Performs the actions a minute apart and returns which times of the link each has set, and which it has removed. */
function timeChangesOf(world: SingleCaseTestWorld, steps: readonly CaseAction[], actor = a) {
  world.must("ASSIGN", dispatcherActor, onTourA);
  return steps.map((action) => {
    const before = world.link("A");
    world.pass(60);
    world.must(action, actor, onTourA);
    const after = world.link("A");
    const changed = linkTimeFields.filter((time) => before[time] !== after[time]);
    expect(changed.map((time) => after[time] ?? "none")).toEqual(
      changed.map(() => (action === "TO_TOWING_DESTINATION" ? "none" : formatUtcTimestamp(world.now))),
    );
    return [action, ...changed];
  });
}

describe("the times of a link", () => {
  it("the actions of a transport set the times of its link, and the second ARRIVE is the arrival at the destination", () => {
    const steps = ["ACCEPT", "START", "ARRIVE", "LOAD", "ARRIVE", "DELIVER", "DONE"] as const;
    expect(timeChangesOf(new SingleCaseTestWorld(), steps)).toEqual([
      ["ACCEPT", "accepted_at"],
      ["START", "started_at"],
      ["ARRIVE", "arrived_at"],
      ["LOAD", "loaded_at"],
      ["ARRIVE", "arrived_at_destination"],
      ["DELIVER", "finished_at"],
      ["DONE"],
    ]);
  });

  it("the actions of a breakdown set the times of its link, even if they do not change the state", () => {
    const world = new SingleCaseTestWorld({ data_type: "ROADSIDE" });
    const tow = ["TO_TOWING_DESTINATION", "AT_TOWING_DESTINATION"] as const;
    expect(timeChangesOf(world, ["ACCEPT", "ON_THE_WAY", "ARRIVE", "LOAD", ...tow, ...tow, "DELIVER"])).toEqual([
      ["ACCEPT", "accepted_at"],
      ["ON_THE_WAY", "started_at"],
      ["ARRIVE", "arrived_at"],
      ["LOAD", "loaded_at"],
      ["TO_TOWING_DESTINATION"],
      ["AT_TOWING_DESTINATION", "arrived_at_destination"],
      ["TO_TOWING_DESTINATION", "arrived_at_destination"],
      ["AT_TOWING_DESTINATION", "arrived_at_destination"],
      ["DELIVER", "finished_at"],
    ]);
  });

  it("a START without an earlier ACCEPT also sets the time of acceptance", () => {
    expect(timeChangesOf(new SingleCaseTestWorld(), ["START"])).toEqual([["START", "accepted_at", "started_at"]]);
    const breakdown = new SingleCaseTestWorld({ data_type: "ROADSIDE" });
    expect(timeChangesOf(breakdown, ["ON_THE_WAY"])).toEqual([["ON_THE_WAY", "accepted_at", "started_at"]]);
  });

  it("CANCEL sets the end time of a link", () => {
    expect(timeChangesOf(new SingleCaseTestWorld(), ["CANCEL"], dispatcherActor)).toEqual([["CANCEL", "finished_at"]]);
  });
});

const createLoadedCase = () => {
  const world = new SingleCaseTestWorld();
  world.must("ASSIGN", dispatcherActor, onTourA);
  for (const action of ["START", "LOAD"] as const) world.must(action, a, onTourA);
  return world;
};
const createArrivedRoadsideCase = () => {
  const world = new SingleCaseTestWorld({ data_type: "ROADSIDE" });
  world.must("ASSIGN", dispatcherActor, onTourA);
  for (const action of ["ON_THE_WAY", "ARRIVE"] as const) world.must(action, a, onTourA);
  return world;
};
