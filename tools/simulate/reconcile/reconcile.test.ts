import { describe, expect, test } from "vitest";
import { aCase, actionEvent, aDay, all, aRow, ids, ledger, seenBy, theCase, tour, viewers } from "./facts-testkit";
import type { Facts } from "../day/facts";
import { reconcile } from "./reconcile";

const kindsIn = (overrides: Partial<Facts>) => [...new Set(reconcile(aDay(overrides)).map(({ kind }) => kind))];
/** The day as only one subscriber has seen it, beside the one who sees everything. */
const seen = (viewer: (typeof viewers)[keyof typeof viewers], messages: typeof all) =>
  kindsIn({ subscribers: [seenBy(viewers.everywhere, all), seenBy(viewer, messages)] });

test("a day without a fault has none", () => {
  expect(reconcile(aDay())).toEqual([]);
});

describe("events", () => {
  test("one that somebody should have seen is missing", () => {
    expect(seen(viewers.inBranch, all.toSpliced(1, 1))).toEqual(["event missing"]);
    expect(seen(viewers.driver, all.slice(2))).toEqual(["event missing"]);
  });

  test("one came twice, as it was or under a new id", () => {
    expect(seen(viewers.inBranch, [...all, all[4] as (typeof all)[number]])).toContain("event twice");
    expect(seen(viewers.inBranch, all.toSpliced(2, 0, actionEvent(1, "ASSIGN", { id: "10-99" })))).toEqual([
      "event twice",
    ]);
  });

  test("one reached somebody in another branch, or the driver of another tour", () => {
    expect(seen(viewers.elsewhere, all.slice(1, 2))).toEqual(["event out of scope"]);
    expect(seen({ ...viewers.driver, user_id: "driver-2" }, all.slice(1, 2))).toEqual(["event out of scope"]);
  });

  test("of a case that was taken from a tour go on reaching the office of its branch, and its crew no more", () => {
    const taken = aRow({ transition: "UNASSIGN", old_bucket: "open", new_bucket: "unassigned", lock_version: 2 });
    const given = aRow({
      transition: "ASSIGN",
      tour_id: "tour-2",
      old_bucket: null,
      new_bucket: "open",
      lock_version: 3,
    });
    const history = [theCase.history[0], taken, given] as typeof theCase.history;
    const tours = [
      { ...tour, branch_id: "branch-2" },
      { ...tour, id: "tour-2", user_ids: ["driver-2"] },
    ];
    const later = [actionEvent(3, "ASSIGN")];
    const faultsOf = (viewer: (typeof viewers)["everywhere"]) =>
      kindsIn({ cases: [{ ...theCase, history }], tours, subscribers: [seenBy(viewer, later)] });
    expect(faultsOf(viewers.elsewhere)).not.toContain("event out of scope");
    expect(faultsOf(viewers.driver)).toContain("event out of scope");
  });

  test("one reached a caller without the grant", () => {
    expect(seen({ ...viewers.inBranch, types: new Set(["case update"]) }, all.slice(0, 2))).toEqual([
      "event out of scope",
    ]);
  });

  test("one reached another company", () => {
    expect(seen(viewers.otherTenant, all.slice(1, 2))).toContain("event of another tenant");
  });

  test("two came in the wrong order", () => {
    expect(seen(viewers.inBranch, [all[0], all[3], all[2], all[1], all[4]] as typeof all)).toEqual([
      "events out of order",
    ]);
  });

  test("one tells of what nobody did", () => {
    const invented = actionEvent(3, "START", { id: "10-77" });
    expect(kindsIn({ subscribers: [seenBy(viewers.everywhere, [...all, invented])] })).toEqual(["event nobody caused"]);
  });
});

describe("writes", () => {
  const entry = { tenant: "bestattung", by: "dispo1", kind: "action", action: "START", case_id: ids.case } as const;

  test("an acknowledged one is not there", () => {
    const lost = { ...entry, outcome: "acknowledged", action_id: "action-3", lock_version: 3 } as const;
    expect(kindsIn({ ledger: [...ledger, lost] })).toEqual(["acknowledged write lost"]);
    expect(kindsIn({ cases: [{ ...theCase, comments: [] }], subscribers: [] })).toEqual(["acknowledged write lost"]);
    expect(kindsIn({ cases: [], subscribers: [] })).toEqual(["acknowledged write lost"]);
  });

  test("a refused one was carried out", () => {
    const refused = { ...entry, outcome: "refused", action_id: "action-2", lock_version: undefined } as const;
    expect(kindsIn({ ledger: [...ledger, refused] })).toEqual(["refused write carried out"]);
  });

  test("one was carried out twice", () => {
    const again = aRow({
      ...theCase.history[1],
      id: "row-3",
      group_id: "group-3",
      lock_version: 3,
      old_state: "ASSIGNED",
    });
    const twice = { ...theCase, history: [...theCase.history, again] };
    expect(kindsIn({ cases: [twice], subscribers: [] })).toEqual(["write carried out twice"]);
  });

  test("one whose answer got lost may be there or not", () => {
    const unknown = { ...entry, outcome: "unknown", action_id: "action-3", lock_version: undefined } as const;
    expect(kindsIn({ ledger: [...ledger, unknown] })).toEqual([]);
  });

  test("a replay answered another version", () => {
    expect(kindsIn({ replays: [{ what: "ACCEPT", first: 2, again: 3 }] })).toEqual(["replay changed something"]);
  });
});

describe("states", () => {
  test("a step that the table does not know", () => {
    const history = [theCase.history[0], { ...theCase.history[1], new_state: "LOADED" }] as typeof theCase.history;
    expect(kindsIn({ cases: [{ ...theCase, history }] })).toContain("impossible history step");
  });

  test("a history with a hole", () => {
    const history = [
      theCase.history[0],
      { ...theCase.history[1], old_case_state: "STARTED" },
    ] as typeof theCase.history;
    expect(kindsIn({ cases: [{ ...theCase, history }] })).toContain("broken history chain");
  });

  test("a case that is not what its links say", () => {
    const state = aCase({ tour_case_states: [] });
    expect(kindsIn({ cases: [{ ...theCase, state }] })).toEqual(["state is not the roll-up of its links"]);
  });

  test("a roadside case with two open links", () => {
    const open = (tour_id: string) => ({ tour_id, state: "alarmed", bucket: "open" });
    const state = aCase({
      data_type: "ROADSIDE",
      state: { current: "alarmed", actions: [] },
      tour_case_states: [open("a"), open("b")] as never,
    });
    expect(kindsIn({ cases: [{ ...theCase, state, history: [] }], ledger: [], subscribers: [] })).toEqual([
      "state is not the roll-up of its links",
    ]);
  });
});

test("a vehicle is known where it was before", () => {
  expect(kindsIn({ positions: [{ vehicle_id: "v", sent: 2000, known: 1000 }] })).toEqual([
    "last position is not the newest",
  ]);
  expect(kindsIn({ positions: [{ vehicle_id: "v", sent: 2000, known: 2000 }] })).toEqual([]);
});
