import { describe, expect, it } from "vitest";
import { actionsFor } from "./available-actions";
import { dispatcher, driverOf, World } from "./case-testkit";

const [a, b] = [driverOf("A"), driverOf("B")];
const onA = { tour_id: "A" };
const onB = { tour_id: "B" };

describe("a day of dispatch", () => {
  it("carries a deceased in two legs over a cold store", () => {
    const world = new World();
    world.must("ASSIGN", dispatcher, onA);
    for (const action of ["ACCEPT", "START", "ARRIVE", "LOAD"] as const) world.must(action, a, onA);
    world.must("FINISH", a, { ...onA, payload: { interim_address: { city: "Bruck" } } });
    expect(world.link("A").state).toBe("FINISHED");
    expect(world.case).toMatchObject({ state: "OPEN", source: { city: "Bruck" }, finalized: false });
    world.must("ASSIGN", dispatcher, onB);
    for (const action of ["START", "LOAD", "DELIVER", "DONE"] as const) world.must(action, b, onB);
    expect(world.case).toMatchObject({ state: "DELIVERED", finalized: true });
    expect(world.link("B").state).toBe("DONE");
  });

  it("takes a wrong tap on DELIVER back", () => {
    const world = loadedOnA();
    world.must("DELIVER", a, onA);
    expect(world.case).toMatchObject({ state: "DELIVERED", finalized: true });
    world.pass(10);
    const undo = world.must("UNDO", a, onA);
    expect(world.case).toMatchObject({ state: "LOADED", finalized: false, handover: null });
    expect(undo.supersede_assets_since).toBe("2026-03-02T08:00:00.000Z");
    expect(world.history.slice(-2).map((row) => row.transition)).toEqual(["DELIVER", "UNDO"]);
  });

  it("rolls a forwarded breakdown back while nobody has accepted it", () => {
    const world = arrivedOnA();
    world.must("FORWARD", a, { ...onA, payload: { to_tour_id: "B" } });
    expect(world.link("A").bucket).toBe("forwarded");
    expect(world.link("B")).toMatchObject({ state: "alarmed", bucket: "open" });
    expect(actionsFor(world.snapshot(dispatcher), { actor: dispatcher, now: world.now }).links).toContainEqual({
      tour_id: "A",
      actions: ["FORWARD_ROLLBACK"],
    });
    world.must("FORWARD_ROLLBACK", dispatcher, { payload: { from_tour_id: "A" } });
    expect(world.link("B").bucket).toBe("unassigned");
    expect(world.link("A")).toMatchObject({ state: "arrived", bucket: "open" });
    expect(world.case.state).toBe("arrived");
  });

  it("does not roll back what the new crew has accepted", () => {
    const world = arrivedOnA();
    world.must("FORWARD", a, { ...onA, payload: { to_tour_id: "B" } });
    world.must("ACCEPT", b, onB);
    expect(world.act("FORWARD_ROLLBACK", dispatcher, { payload: { from_tour_id: "A" } })).toMatchObject({
      code: "CASE_ACTION_NOT_ALLOWED",
    });
  });

  it("brings a car to another garage after the first refused it", () => {
    const world = arrivedOnA();
    for (const action of ["TO_TOWING_DESTINATION", "AT_TOWING_DESTINATION"] as const) world.must(action, a, onA);
    world.must("TO_TOWING_DESTINATION", a, {
      ...onA,
      reason: "garage full",
      payload: { destination: { city: "Weiz" } },
    });
    expect(world.case.target).toEqual({ city: "Weiz" });
    world.must("AT_TOWING_DESTINATION", a, onA);
    world.must("DELIVER", a, onA);
    expect(world.case.state).toBe("finished");
    world.must("DONE", dispatcher, onA);
    expect(world.case).toMatchObject({ state: "adActa", finalized: true });
  });

  it("sends a fruitless trip to the back office, which closes it", () => {
    const world = arrivedOnA();
    world.must("FINISH", a, { ...onA, payload: { finish_reason: "gone", outcome: "GOA" } });
    expect(world.case).toMatchObject({ state: "backoffice", needs_backoffice: true });
    world.must("FINISH", dispatcher, { tour_id: "A" });
    expect(world.case).toMatchObject({ state: "finished", needs_backoffice: false });
  });

  it("refuses both queued actions of a phone whose case was taken back in the meantime", () => {
    const world = new World({ data_type: "ROADSIDE" });
    world.must("ASSIGN", dispatcher, onA);
    world.must("ACCEPT", a, onA);
    const { lock_version } = world.case;
    world.must("UNASSIGN", dispatcher, onA);
    for (const action of ["ON_THE_WAY", "ARRIVE"] as const) {
      expect(world.act(action, a, { ...onA, lock_version, action_id: action })).toMatchObject({
        code: "LOCK_VERSION_CONFLICT",
      });
    }
  });
});

const loadedOnA = () => {
  const world = new World();
  world.must("ASSIGN", dispatcher, onA);
  for (const action of ["START", "LOAD"] as const) world.must(action, a, onA);
  return world;
};
const arrivedOnA = () => {
  const world = new World({ data_type: "ROADSIDE" });
  world.must("ASSIGN", dispatcher, onA);
  for (const action of ["ON_THE_WAY", "ARRIVE"] as const) world.must(action, a, onA);
  return world;
};
