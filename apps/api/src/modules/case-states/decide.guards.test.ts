import { describe, expect, it } from "vitest";
import { availableActionsFor } from "./available-actions";
import { decideCaseAction } from "./decide";
import type { SnapshotTour } from "./facts/case-snapshot";
import { dispatcherActor, createTestDriverActor, serviceActor, timerActor, SingleCaseTestWorld } from "./case-testkit";
import { decideSubStateChange, decideTourFinish, decideTourStart, decideUnassignAtTourFinish } from "./tour-rules";

const [a, b] = [createTestDriverActor("A"), createTestDriverActor("B")];
const onTourA = { tour_id: "A" };
const onTourB = { tour_id: "B" };
const createAssignedCase = (facts: ConstructorParameters<typeof SingleCaseTestWorld>[0] = {}, settings = {}) => {
  const world = new SingleCaseTestWorld(facts, settings);
  world.must("ASSIGN", dispatcherActor, onTourA);
  return world;
};
const createLoadedCase = () => {
  const world = createAssignedCase();
  for (const action of ["START", "LOAD"] as const) world.must(action, a, onTourA);
  return world;
};

describe("ASSIGN", () => {
  it.each<[Partial<SnapshotTour>, string, boolean]>([
    [{ status: "FINISHED" }, "TOUR_STATUS_CONFLICT", false],
    [{ started_sub_state: "OFF_DUTY" }, "TOUR_STATUS_CONFLICT", true],
    [{ started_sub_state: "NOT_TAKING_CASES" }, "TOUR_STATUS_CONFLICT", true],
    [{ capacity: 0 }, "CONSTRAINT_VIOLATED", true],
    [{ vehicle_type_ids: ["hearse"] }, "CONSTRAINT_VIOLATED", true],
  ])(
    "ASSIGN refuses a tour with %o with the violation %s, and a dispatcher may force it: %s",
    (facts, code, forcible) => {
      const world = new SingleCaseTestWorld({ excluded_vehicle_type_ids: ["hearse"] });
      world.changeTour("A", facts);
      expect(world.act("ASSIGN", dispatcherActor, onTourA)).toMatchObject({ kind: "refused", code });
      expect(world.act("ASSIGN", serviceActor, { ...onTourA, payload: { force: true } })).toMatchObject({
        kind: "refused",
        code,
      });
      const forced = world.act("ASSIGN", dispatcherActor, { ...onTourA, payload: { force: true } });
      expect(forced.kind).toBe(forcible ? "changed" : "refused");
    },
  );

  it("a refused ASSIGN names every violated rule, the most severe first, and no other", () => {
    const world = new SingleCaseTestWorld({
      excluded_vehicle_type_ids: ["hearse"],
      load_units: 3,
      seats_required: 1,
      required_skill_ids: ["bearer"],
    });
    world.changeTour("A", { vehicle_type_ids: ["hearse"], skill_ids: [] });
    expect(world.act("ASSIGN", dispatcherActor, onTourA)).toMatchObject({
      code: "CONSTRAINT_VIOLATED",
      args: { level: "CRITICAL", constraints: "CAPACITY,VEHICLE_TYPE,SKILL" },
    });
  });

  it("ASSIGN records violations below SEVERE, and warns of a break", () => {
    const world = new SingleCaseTestWorld();
    world.changeTour("A", { workload_units: 2, started_sub_state: "ON_A_BREAK" });
    const change = world.must("ASSIGN", dispatcherActor, onTourA);
    expect(change.constraint_violations).toEqual([{ constraint: "WORKLOAD", level: "MODERATE", tour_id: "A" }]);
    expect(change.warnings).toEqual([{ code: "TOUR_ON_A_BREAK", tour_id: "A" }]);
  });

  it("ASSIGN refuses a case without approval, and a request without a tour names the missing field", () => {
    const world = new SingleCaseTestWorld({ approved: false });
    expect(world.act("ASSIGN", dispatcherActor, onTourA)).toMatchObject({ code: "CASE_ACTION_NOT_ALLOWED" });
    expect(createAssignedCase().act("ASSIGN", dispatcherActor)).toMatchObject({
      code: "ACTION_INPUT_MISSING",
      args: { field: "tour_id" },
    });
  });

  it("ASSIGN arms the alarm timer, and ACCEPT stops it", () => {
    const world = new SingleCaseTestWorld({ data_type: "ROADSIDE" });
    const at = "2026-03-02T08:02:00.000Z";
    expect(world.must("ASSIGN", dispatcherActor, onTourA).timers).toEqual([
      { kind: "ALARM_TIMEOUT", tour_id: "A", at },
    ]);
    expect(world.must("ACCEPT", a, onTourA).timers).toEqual([{ kind: "ALARM_TIMEOUT", tour_id: "A", at: null }]);
    expect(world.act("UNASSIGN", timerActor, onTourA)).toMatchObject({ code: "CASE_ACTION_NOT_ALLOWED" });
  });
});

describe("scope and grants", () => {
  it("an action of another tour's driver gets the same answer as if the tour did not exist", () => {
    expect(createAssignedCase().act("ACCEPT", b, onTourA)).toMatchObject({
      code: "RESOURCE_NOT_FOUND",
      args: { resource: "tour" },
    });
  });
  it("a driver takes an unassigned case only with the grant", () => {
    const world = new SingleCaseTestWorld({ data_type: "ROADSIDE" });
    const poor = { ...a, grants: ["receiveAction"] };
    expect(world.act("ASSIGN", poor, onTourA)).toMatchObject({
      code: "AUTH_GRANT_MISSING",
      args: { grant: "assignCaseToTour" },
    });
    world.must("ASSIGN", a, onTourA);
  });
  it("a refused action names the current lock version or the allowed actions", () => {
    const world = createAssignedCase();
    expect(world.act("START", dispatcherActor, { ...onTourA, lock_version: 0 })).toMatchObject({
      code: "LOCK_VERSION_CONFLICT",
      args: { lock_version: 0, current_lock_version: 1 },
    });
    expect(world.act("LOAD", dispatcherActor, onTourA)).toMatchObject({
      code: "CASE_ACTION_NOT_ALLOWED",
      args: { action: "LOAD", state: "ASSIGNED", allowed: "ACCEPT,START,POSTPONE,UNASSIGN,FORWARD,CANCEL" },
    });
  });
});

describe("offline replay", () => {
  it("an offline action on an old version is accepted if only another crew changed the case, and refused if its own link was changed", () => {
    const world = createAssignedCase();
    world.must("ASSIGN", dispatcherActor, onTourB);
    const { lock_version } = world.case;
    world.must("ACCEPT", b, onTourB);
    world.must("START", a, { ...onTourA, lock_version, action_id: "one", occurred_at: "2026-03-02T07:10:00.000Z" });
    expect(world.history.at(-1)).toMatchObject({
      occurred_at: "2026-03-02T07:10:00+00:00",
      received_at: "2026-03-02T08:00:00+00:00",
    });
    world.must("POSTPONE", dispatcherActor, {
      ...onTourA,
      reason: "waits",
      payload: { postponed_until: "2026-03-03T08:00:00.000Z" },
    });
    expect(world.act("START", a, { ...onTourA, lock_version })).toMatchObject({ code: "LOCK_VERSION_CONFLICT" });
  });
  it("all queued actions of a phone are accepted at the version it had seen, although its own actions raised the version", () => {
    const world = createAssignedCase();
    const { lock_version } = world.case;
    world.must("ACCEPT", a, { ...onTourA, lock_version, action_id: "one" });
    world.must("START", a, { ...onTourA, lock_version, action_id: "two" });
    world.must("ARRIVE", a, { ...onTourA, lock_version, action_id: "three" });
    const finish = world.command("FINISH", { ...onTourA, lock_version });
    const ask = (actor: typeof a) => decideCaseAction(world.snapshot(a), finish, { actor, now: world.now });
    expect(ask({ ...a, device_id: "another phone of the tour" })).toMatchObject({ code: "LOCK_VERSION_CONFLICT" });
    expect(ask(a)).toMatchObject({ kind: "changed" });
  });
  it("an action on an old version is refused after own actions without an action_id, and after actions that a dispatcher undid", () => {
    const world = createAssignedCase();
    const { lock_version } = world.case;
    world.must("ACCEPT", a, onTourA);
    expect(world.act("START", a, { ...onTourA, lock_version })).toMatchObject({ code: "LOCK_VERSION_CONFLICT" });
    const seen = world.case.lock_version;
    world.must("START", a, { ...onTourA, action_id: "one" });
    world.must("UNDO", dispatcherActor, { ...onTourA, reason: "by mistake" });
    expect(world.act("ARRIVE", a, { ...onTourA, lock_version: seen })).toMatchObject({ code: "LOCK_VERSION_CONFLICT" });
  });
  it("an action on an old version is refused once source, target or time frame has changed", () => {
    const world = createAssignedCase();
    world.case = { ...world.case, lock_version: 2, plan_lock_version: 2 };
    expect(world.act("ACCEPT", a, { ...onTourA, lock_version: 1 })).toMatchObject({ code: "LOCK_VERSION_CONFLICT" });
  });
  it("a POSTPONE may name a time up to 366 days after it, even one that has passed when it arrives", () => {
    const [occurred_at, max] = ["2026-03-02T06:00:00.000Z", "2027-03-03T06:00:00.000Z"];
    const request = { ...onTourA, reason: "the door stays shut", occurred_at };
    const postpone = (postponed_until: string) =>
      createAssignedCase().act("POSTPONE", a, { ...request, payload: { postponed_until } });
    const args = { field: "postponed_until", min: occurred_at, max };
    for (const time of [occurred_at, "2027-03-03T06:00:00.001Z", "2062-03-02T06:00:00.000Z"])
      expect(postpone(time)).toMatchObject({ code: "TIME_OUT_OF_RANGE", args });
    for (const time of ["2026-03-02T07:00:00.000Z", max]) expect(postpone(time)).toMatchObject({ kind: "changed" });
  });
  it("an action whose time is more than five minutes ahead is refused", () => {
    const world = createAssignedCase();
    expect(world.act("ACCEPT", a, { ...onTourA, occurred_at: "2026-03-02T08:05:01.000Z" })).toMatchObject({
      code: "TIME_OUT_OF_RANGE",
    });
    world.must("ACCEPT", a, { ...onTourA, occurred_at: "2026-03-02T08:05:00.000Z" });
  });
  it("an action_id that was used for another action is refused", () => {
    const world = createAssignedCase();
    world.must("ACCEPT", a, { ...onTourA, action_id: "one" });
    expect(world.act("START", a, { ...onTourA, action_id: "one" })).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });
});

describe("UNDO", () => {
  const reasonOf = (world: SingleCaseTestWorld, ...[actor, options]: [typeof a, object?]) =>
    world.act("UNDO", actor, { ...onTourA, ...options });

  it.each([
    [600, "changed"],
    [601, "refused"],
  ])("a driver may UNDO for ten minutes, and after %i s the answer is %s", (seconds, kind) => {
    const world = createLoadedCase();
    world.pass(seconds);
    expect(reasonOf(world, a).kind).toBe(kind);
  });

  it("a driver may UNDO one action on their own phone, and a dispatcher all actions of a day", () => {
    const world = createLoadedCase();
    expect(reasonOf(world, { ...a, device_id: "device-A2" })).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    world.must("UNDO", a, onTourA);
    expect(reasonOf(world, a)).toMatchObject({ code: "UNDO_NOT_POSSIBLE", args: { reason: "NOT_NEWEST" } });
    world.must("UNDO", dispatcherActor, onTourA);
    expect(world.link("A")).toMatchObject({ state: "ASSIGNED", accepted_at: null });
    expect(world.act("UNDO", dispatcherActor, onTourA)).toMatchObject({ code: "CASE_ACTION_NOT_ALLOWED" });
    world.must("START", dispatcherActor, onTourA);
    expect(reasonOf(world, a)).toMatchObject({ args: { reason: "OTHER_DEVICE" } });
    expect(reasonOf(world, dispatcherActor, { reason: undefined })).toMatchObject({
      code: "ACTION_INPUT_MISSING",
      args: { field: "reason" },
    });
    world.pass(86_401);
    expect(reasonOf(world, dispatcherActor)).toMatchObject({ args: { reason: "TOO_OLD" } });
  });

  it("UNDO never reverts a change of tour", () => {
    const world = new SingleCaseTestWorld({ data_type: "ROADSIDE" });
    world.must("ASSIGN", dispatcherActor, onTourA);
    expect(reasonOf(world, dispatcherActor)).toMatchObject({ code: "UNDO_NOT_POSSIBLE", args: { reason: "BARRIER" } });
  });

  it("UNDO of a delivery reopens the links of helping crews that the delivery closed", () => {
    const world = createLoadedCase();
    world.must("ASSIGN", dispatcherActor, onTourB);
    world.must("ASSIGN", dispatcherActor, { tour_id: "C" });
    world.must("START", b, onTourB);
    world.must("DELIVER", a, onTourA);
    expect([world.link("B"), world.link("C")]).toMatchObject([{ state: "FINISHED" }, { bucket: "unassigned" }]);
    world.must("UNDO", a, onTourA);
    expect([world.link("B"), world.link("C")]).toMatchObject([
      { state: "STARTED" },
      { state: "ASSIGNED", bucket: "open" },
    ]);
    expect(world.case.state).toBe("LOADED");
  });

  it("a forced UNDO by a dispatcher returns a case of a finished tour to the unassigned cases", () => {
    const world = createLoadedCase();
    world.must("DELIVER", a, onTourA);
    world.changeTour("A", { status: "FINISHED" });
    expect(reasonOf(world, a)).toMatchObject({ code: "TOUR_STATUS_CONFLICT" });
    expect(reasonOf(world, dispatcherActor)).toMatchObject({ args: { reason: "FORCE_REQUIRED" } });
    const change = world.must("UNDO", dispatcherActor, { ...onTourA, payload: { force: true } });
    expect(change.warnings).toEqual([{ code: "LINK_NOT_RESTORED", tour_id: "A" }]);
    expect(world.case).toMatchObject({ state: "OPEN", finalized: false });
    expect(world.link("A").bucket).toBe("unassigned");
  });

  it("UNDO does not reopen a finished leg once another crew has taken over or the case is closed", () => {
    const world = createLoadedCase();
    world.must("FINISH", a, onTourA);
    world.must("ASSIGN", dispatcherActor, onTourB);
    expect(reasonOf(world, dispatcherActor)).toMatchObject({ args: { reason: "NEWER_OPEN_LINK" } });
    for (const action of ["START", "LOAD"] as const) world.must(action, b, onTourB);
    expect(reasonOf(world, dispatcherActor)).toMatchObject({ code: "CASE_CARGO_LOADED", args: { tour_id: "B" } });
    world.must("DELIVER", b, onTourB);
    expect(reasonOf(world, dispatcherActor)).toMatchObject({ args: { reason: "CASE_CLOSED_SINCE" } });
  });

  it("UNDO and rollback do not return a case to a crew when its approval has been withdrawn", () => {
    const finished = createLoadedCase();
    finished.must("FINISH", a, onTourA);
    const forwarded = createAssignedCase();
    forwarded.must("FORWARD", dispatcherActor, { ...onTourA, payload: { to_tour_id: "B" } });
    forwarded.must("UNASSIGN", dispatcherActor, onTourB);
    for (const world of [finished, forwarded]) world.case = { ...world.case, approved: false };
    expect(reasonOf(finished, dispatcherActor)).toMatchObject({ args: { reason: "APPROVAL_WITHDRAWN" } });
    const rolledBack = forwarded.act("FORWARD_ROLLBACK", dispatcherActor, { payload: { from_tour_id: "A" } });
    expect(rolledBack).toMatchObject({ code: "CASE_ACTION_NOT_ALLOWED" });
    for (const world of [finished, forwarded]) world.case = { ...world.case, approved: true };
    finished.must("UNDO", dispatcherActor, onTourA);
    forwarded.must("FORWARD_ROLLBACK", dispatcherActor, { payload: { from_tour_id: "A" } });
  });
});

describe("cargo", () => {
  it("an action that would break the chain of custody of loaded cargo is refused", () => {
    const world = createLoadedCase();
    for (const action of ["CANCEL", "UNASSIGN", "FORWARD", "POSTPONE"] as const) {
      expect(world.act(action, dispatcherActor, onTourA)).toMatchObject({
        code: "CASE_CARGO_LOADED",
        args: { tour_id: "A" },
      });
    }
    expect(world.act("CANCEL", dispatcherActor)).toMatchObject({ code: "CASE_CARGO_LOADED" });
  });
  it.each([
    ["identity_confirmed", { identity_confirmed: false }],
    ["belongings_confirmed", { belongings_confirmed: false }],
    ["todos", { todos: [] }],
  ])("LOAD is refused without %s", (field, payload) => {
    const world = createAssignedCase({ todos: [{ id: "t1", phase: "pickup", required: true, completed: false }] });
    world.must("START", a, onTourA);
    const load = world.act("LOAD", a, { ...onTourA, payload: { todos: ["t1"], ...payload } });
    expect(load).toMatchObject({ code: "ACTION_INPUT_MISSING", args: { action: "LOAD", field } });
    expect(world.must("LOAD", a, { ...onTourA, payload: { todos: ["t1"] } }).completed_todo_ids).toEqual(["t1"]);
  });
  it("belongings that LOAD names count as confirmed, and a later change needs an explanation", () => {
    const named = {
      watch: "STAYS",
      money: "STAYS",
      jewelery: "UNKNOWN",
      ring: "UNKNOWN",
      necklace: "UNKNOWN",
    } as const;
    const handed = { ...named, money: "RELOCATED" } as const;
    const world = createAssignedCase();
    world.must("START", a, onTourA);
    const unconfirmed = { belongings_confirmed: false, belongings: named };
    const { confirmed } = world.must("LOAD", a, { ...onTourA, payload: unconfirmed });
    expect(confirmed).toEqual({ identity: true, belongings: { ...named, confirmation: true } });
    world.case = { ...world.case, loaded_belongings: named };
    const deliver = (payload: object) => world.fork().act("DELIVER", a, { ...onTourA, payload });
    expect(deliver({ belongings: handed })).toMatchObject({ args: { field: "belongings_note" } });
    expect(deliver({ belongings: handed, belongings_note: "to the daughter" }).kind).toBe("changed");
    expect(deliver({ ...unconfirmed }).kind).toBe("changed");
    expect(deliver({ belongings_confirmed: false })).toMatchObject({ args: { field: "belongings_confirmed" } });
  });
  it("LOAD is refused when the vehicle is full", () => {
    const world = createAssignedCase();
    world.must("START", a, onTourA);
    world.changeTour("A", { loaded_units: 2 });
    const args = { level: "CRITICAL", constraints: "CAPACITY" };
    expect(world.act("LOAD", a, onTourA)).toMatchObject({ code: "CONSTRAINT_VIOLATED", args });
    expect(availableActionsFor(world.snapshot(a), { actor: a, now: world.now }).links[0]?.actions).not.toContain(
      "LOAD",
    );
  });
});

describe("photos before towing", () => {
  const onSite = () => {
    const world = new SingleCaseTestWorld({ data_type: "ROADSIDE" }, { photos_before_tow: 4 });
    for (const [action, actor] of [
      ["ASSIGN", dispatcherActor],
      ["ON_THE_WAY", a],
      ["ARRIVE", a],
    ] as const)
      world.must(action, actor, onTourA);
    return world;
  };
  const because = { ...onTourA, payload: { photos_missing_reason: "Dark, and the lamp is broken" } };

  it.each(["LOAD", "TO_TOWING_DESTINATION"] as const)(
    "%s of a roadside case requires photos, or the reason why there are none",
    (action) => {
      const world = onSite();
      expect(availableActionsFor(world.snapshot(a), { actor: a, now: world.now }).links[0]?.actions).toContain(action);
      expect(world.act(action, a, onTourA)).toMatchObject({ code: "ACTION_INPUT_MISSING", args: { field: "photos" } });
      const { case: after, note } = world.must(action, a, because);
      expect([after.needs_backoffice, note]).toEqual([true, because.payload.photos_missing_reason]);
    },
  );

  it("a tow without photos sends the case to the back office at its end, even if photos follow later", () => {
    const world = onSite();
    for (const action of ["TO_TOWING_DESTINATION", "AT_TOWING_DESTINATION"] as const) world.must(action, a, because);
    world.case = { ...world.case, photo_count: 4 };
    world.must("DELIVER", a, onTourA);
    expect(world.case).toMatchObject({ state: "backoffice", needs_backoffice: true });
    world.must("FINISH", dispatcherActor, onTourA);
    expect(world.case).toMatchObject({ state: "finished", needs_backoffice: false });
  });

  it("a finished case without photos goes to the back office with the given reason", () => {
    const world = onSite();
    world.must("FINISH", a, because);
    expect(world.case.state).toBe("backoffice");
  });
});

describe("a tour", () => {
  const tour = {
    status: "STARTED",
    started_sub_state: "ACTIVE",
    open_links: [{ case_id: "c1", state: "LOADED" }],
  } as const;
  it("a tour cannot end or go off duty while one of its cases is under way", () => {
    expect(decideTourFinish(tour)).toMatchObject({ code: "TOUR_HAS_ACTIVE_CASES", args: { count: 1 } });
    expect(decideSubStateChange(tour, "OFF_DUTY")).toMatchObject({ code: "TOUR_HAS_ACTIVE_CASES" });
    const onBreak = { kind: "changed", started_sub_state: "ON_A_BREAK" };
    expect(decideSubStateChange(tour, "ON_A_BREAK")).toMatchObject(onBreak);
    expect(decideTourStart(tour)).toMatchObject({ code: "TOUR_STATUS_CONFLICT" });
  });
  it("the end of a tour unassigns its waiting cases", () => {
    expect(decideTourFinish({ ...tour, open_links: [{ case_id: "c1", state: "ACCEPTED" }] })).toMatchObject({
      case_ids: ["c1"],
    });
    const world = createAssignedCase();
    const change = decideUnassignAtTourFinish(world.snapshot(timerActor), "A", { actor: timerActor, now: world.now });
    expect(change).toMatchObject({
      case: { state: "OPEN" },
      links: [{ bucket: "unassigned" }],
      history: [{ reason: "TOUR_FINISHED" }],
    });
  });
});
