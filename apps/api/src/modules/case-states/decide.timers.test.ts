import { describe, expect, it } from "vitest";
import { createTestDriverActor, dispatcherActor, SingleCaseTestWorld, timerActor } from "./case-testkit";
import { alarmTimersAtTourStart } from "./effects/case-timers";

const a = createTestDriverActor("A");
const onTourA = { tour_id: "A" };
const onTourB = { tour_id: "B" };
const isoAfter = (world: SingleCaseTestWorld, seconds: number) =>
  new Date(world.now.getTime() + seconds * 1000).toISOString();
const DAY_SECONDS = 86_400;

/** Roadside case that is reserved on tour A until an hour from now. */
function createReservedCase() {
  const world = new SingleCaseTestWorld({ data_type: "ROADSIDE", not_before: "2026-03-02T09:00:00.000Z" });
  const { timers } = world.must("ASSIGN", dispatcherActor, onTourA);
  expect(timers).toEqual([{ kind: "START_DUE", tour_id: "A", at: world.case.not_before }]);
  return world;
}

describe("the alarm of a reserved case", () => {
  it("a case that comes back to its crew after its time raises the alarm at once", () => {
    const world = createReservedCase();
    world.must("FORWARD", dispatcherActor, { ...onTourA, payload: { to_tour_id: "B" } });
    world.pass(61 * 60);
    world.must("START", timerActor, onTourB);
    const { timers } = world.must("FORWARD_ROLLBACK", dispatcherActor, onTourB);
    expect(world.link("A").state).toBe("reserved");
    expect(timers).toContainEqual({ kind: "START_DUE", tour_id: "A", at: isoAfter(world, 0) });
  });

  it("a crew that takes back its departure after the case's time is alarmed at once", () => {
    const world = createReservedCase();
    world.pass(55 * 60);
    world.must("ON_THE_WAY", a, onTourA);
    world.pass(8 * 60);
    const { timers } = world.must("UNDO", a, onTourA);
    expect(world.link("A").state).toBe("reserved");
    expect(timers).toContainEqual({ kind: "START_DUE", tour_id: "A", at: isoAfter(world, 0) });
  });

  it("a case whose alarm a dispatcher takes back is not started again", () => {
    const world = createReservedCase();
    world.pass(61 * 60);
    world.must("START", timerActor, onTourA);
    const { timers } = world.must("UNDO", dispatcherActor, onTourA);
    expect(world.link("A").state).toBe("reserved");
    expect(timers).toEqual([{ kind: "ALARM_TIMEOUT", tour_id: "A", at: null }]);
  });

  it("a case whose time has passed waits for its tour to start", () => {
    const world = createReservedCase();
    world.must("FORWARD", dispatcherActor, { ...onTourA, payload: { to_tour_id: "B" } });
    world.changeTour("A", { status: "SCHEDULED", started_sub_state: null });
    world.pass(61 * 60);
    world.must("START", timerActor, onTourB);
    const { timers } = world.must("FORWARD_ROLLBACK", dispatcherActor, onTourB);
    expect(timers.filter(({ kind }) => kind === "START_DUE")).toEqual([]);
  });
});

describe("the filing of a finished case", () => {
  const createFinishedCase = () => {
    const world = new SingleCaseTestWorld({ data_type: "ROADSIDE" }, { done_after_days: 14 });
    world.must("ASSIGN", dispatcherActor, onTourA);
    for (const action of ["ACCEPT", "ON_THE_WAY", "ARRIVE"] as const) world.must(action, a, onTourA);
    return world;
  };

  it("a case that was filed by itself and is taken back stays for the same number of days again", () => {
    const world = createFinishedCase();
    world.must("FINISH", a, onTourA);
    world.pass(14 * DAY_SECONDS);
    world.must("DONE", timerActor, onTourA);
    world.pass(3600);
    const { timers } = world.must("UNDO", dispatcherActor, { ...onTourA, payload: { force: true } });
    expect(world.case.state).toBe("finished");
    expect(timers).toEqual([{ kind: "DONE_DUE", tour_id: "A", at: isoAfter(world, 14 * DAY_SECONDS) }]);
  });

  it("the back office completes a case without moving the crew's end, and the days until it is filed count from then", () => {
    const world = createFinishedCase();
    world.must("FINISH", a, { ...onTourA, payload: { finish_reason: "gone", outcome: "GOA" } });
    const { finished_at } = world.link("A");
    world.pass(2 * DAY_SECONDS);
    const { timers } = world.must("FINISH", dispatcherActor, onTourA);
    expect(world.case.state).toBe("finished");
    expect(world.link("A").finished_at).toBe(finished_at);
    expect(timers).toEqual([{ kind: "DONE_DUE", tour_id: "A", at: isoAfter(world, 14 * DAY_SECONDS) }]);
  });
});

describe("the alarm of a planned tour", () => {
  const createPlannedWorld = () => {
    const world = new SingleCaseTestWorld();
    world.changeTour("B", { status: "SCHEDULED", started_sub_state: null });
    return world;
  };
  const alarmStarts = (world: SingleCaseTestWorld) => {
    world.changeTour("B", { status: "STARTED", started_sub_state: "ACTIVE" });
    return alarmTimersAtTourStart(world.snapshot(timerActor), "B", world.now);
  };

  it("a transport that is assigned to a planned tour has its alarm counted from the start of the tour", () => {
    const world = createPlannedWorld();
    expect(world.must("ASSIGN", dispatcherActor, onTourB).timers).toEqual([]);
    world.pass(15 * 3600);
    expect(alarmStarts(world)).toEqual([{ kind: "ALARM_TIMEOUT", tour_id: "B", at: isoAfter(world, 120) }]);
  });

  it("a transport that is forwarded to a planned tour sets no alarm, and stops the one of the tour that had it", () => {
    const world = createPlannedWorld();
    world.must("ASSIGN", dispatcherActor, onTourA);
    const { timers } = world.must("FORWARD", dispatcherActor, { ...onTourA, payload: { to_tour_id: "B" } });
    expect(timers).toEqual([{ kind: "ALARM_TIMEOUT", tour_id: "A", at: null }]);
  });

  it("a transport that its crew has accepted before the tour starts raises no alarm", () => {
    const world = createPlannedWorld();
    world.must("ASSIGN", dispatcherActor, onTourB);
    world.must("ACCEPT", createTestDriverActor("B"), onTourB);
    expect(alarmStarts(world)).toEqual([]);
  });
});
