import { describe, expect, test } from "vitest";
import {
  aCase,
  actionEvent,
  aDay,
  all,
  aRow,
  calendarEvent,
  ids,
  aMessage,
  ledger,
  messageEvent,
  planEvent,
  seenBy,
  startedEvent,
  strangeMessage,
  theCase,
  tour,
  tourDeleted,
  updatedEvent,
  viewers,
} from "./facts-testkit";
import type { Facts } from "../day/facts";
import { reconcileMessages } from "./reconcile-messages";
import { reconcile } from "./reconcile";

const kindsIn = (overrides: Partial<Facts>) => [...new Set(reconcile(aDay(overrides)).map(({ kind }) => kind))];
/** The day as only one subscriber has seen it, beside the one who sees everything. */
const seen = (viewer: (typeof viewers)[keyof typeof viewers], messages: typeof all) =>
  kindsIn({ subscribers: [seenBy(viewers.everywhere, all), seenBy(viewer, messages)] });

test("finds no fault in a day without a fault", () => {
  expect(reconcile(aDay())).toEqual([]);
});

describe("events in the reconciliation", () => {
  test("reports an event that a viewer should have seen and did not", () => {
    expect(seen(viewers.inBranch, all.toSpliced(1, 1))).toEqual(["event missing"]);
    expect(seen(viewers.driver, all.slice(2))).toEqual(["event missing"]);
  });

  test("reports an event that came twice, as it was or under a new id", () => {
    expect(seen(viewers.inBranch, [...all, all[4] as (typeof all)[number]])).toContain("event twice");
    expect(seen(viewers.inBranch, all.toSpliced(2, 0, actionEvent(1, "ASSIGN", { id: "10-99" })))).toEqual([
      "event twice",
    ]);
  });

  test("reports an event that reached a viewer in another branch, or the driver of another tour", () => {
    expect(seen(viewers.elsewhere, all.slice(1, 2))).toEqual(["event out of scope"]);
    expect(seen({ ...viewers.driver, user_id: "driver-2" }, all.slice(1, 2))).toEqual(["event out of scope"]);
  });

  test("expects events of a case that was taken from a tour at the office of its branch, and not at its crew", () => {
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

  test("reports a critical message that reached the wrong viewer, was not told, or told twice", () => {
    const told = [messageEvent(50), messageEvent(55, true)];
    const judge = (viewer: (typeof viewers)["everywhere"], heard: typeof all, messages = aMessage()) =>
      reconcileMessages({ subscribers: [seenBy(viewer, [...all, ...heard, planEvent(70)])], messages }).map(
        ({ kind }) => kind,
      );
    for (const viewer of [viewers.driver, viewers.everywhere]) {
      expect(judge(viewer, told)).toEqual([]);
      expect(judge(viewer, told.slice(1))).toEqual(["event missing"]);
      expect(judge(viewer, [...told, messageEvent(50, false, "11-99")])).toEqual(["event twice"]);
    }
    expect(judge(viewers.inBranch, [])).toEqual([]);
    expect(judge(viewers.inBranch, told.slice(0, 1))).toEqual(["event out of scope"]);
    expect(judge(viewers.driver, told, aMessage({ user_id: null, branch_id: ids.branch }))).toContain(
      "event out of scope",
    );
    expect(judge(viewers.driver, told, aMessage({ acknowledged_at: null }))).toEqual(["event without a cause"]);
  });

  test("reports a plan that reached a viewer outside its tour, or an older one that came after a newer one", () => {
    const [older, newer] = [planEvent(41), planEvent(51)];
    const plansSeen = (viewer: (typeof viewers)["everywhere"], plans: typeof all) => [
      ...new Set(reconcile(aDay({ subscribers: [seenBy(viewer, [...all, ...plans])] })).map(({ kind }) => kind)),
    ];
    expect(plansSeen(viewers.everywhere, [older, newer])).toEqual([]);
    expect(plansSeen(viewers.everywhere, [newer, older])).toEqual(["events out of order"]);
    expect(plansSeen(viewers.elsewhere, [older])).toContain("event out of scope");
  });

  test("reports an event that reached a caller without the grant", () => {
    expect(seen({ ...viewers.inBranch, types: new Set(["case update"]) }, all.slice(0, 2))).toEqual([
      "event out of scope",
    ]);
  });

  test("reports an event that reached another company", () => {
    expect(seen(viewers.otherTenant, all.slice(1, 2))).toContain("event of another tenant");
  });

  test("reports two events that came in the wrong order", () => {
    expect(seen(viewers.inBranch, [all[0], all[3], all[2], all[1], all[4]] as typeof all)).toEqual([
      "events out of order",
    ]);
  });

  test("reports an event that no write has caused", () => {
    const invented = actionEvent(3, "START", { id: "10-77" });
    expect(kindsIn({ subscribers: [seenBy(viewers.everywhere, [...all, invented])] })).toEqual([
      "event without a cause",
    ]);
  });

  test("accepts an uncaused event of a tour up to the version that its snapshot shows, and reports one beyond it", () => {
    const started = startedEvent(4);
    const stream = (shown: number) => [seenBy(viewers.everywhere, [started, ...all], new Map([[tour.id, shown]]))];
    expect(kindsIn({ subscribers: stream(4) })).toEqual([]);
    expect(kindsIn({ subscribers: stream(3) })).toEqual(["event without a cause"]);
  });
});

describe("writes in the reconciliation", () => {
  const entry = { tenant: "bestattung", by: "dispo1", kind: "action", action: "START", case_id: ids.case } as const;

  test("reports an acknowledged write that is not there", () => {
    const lost = { ...entry, outcome: "acknowledged", action_id: "action-3", lock_version: 3 } as const;
    expect(kindsIn({ ledger: [...ledger, lost] })).toEqual(["acknowledged write lost"]);
    expect(kindsIn({ cases: [{ ...theCase, comments: [] }], subscribers: [] })).toEqual(["acknowledged write lost"]);
    expect(kindsIn({ cases: [], subscribers: [] })).toEqual(["acknowledged write lost"]);
  });

  test("reports a write answered with a later version than its own as lost, unless an answer to it was lost before", () => {
    const answered = (lock_version: number, answer_lost: boolean, action_id = "action-1") =>
      kindsIn({
        ledger: [
          ...ledger,
          { ...entry, action: "ASSIGN", outcome: "acknowledged", action_id, lock_version, answer_lost } as const,
        ],
      });
    expect(answered(2, false)).toEqual(["acknowledged write lost"]);
    expect(answered(2, true)).toEqual([]);
    expect(answered(0, true)).toEqual(["acknowledged write lost"]);
    expect(answered(2, true, "action-3")).toEqual(["acknowledged write lost"]);
  });

  test("names in the fault of a lost write the rows that the history has of it", () => {
    const lost = { ...entry, outcome: "acknowledged", action_id: "action-1", lock_version: 2 } as const;
    expect(reconcile(aDay({ ledger: [...ledger, lost] })).map(({ what }) => what)).toEqual([
      expect.stringContaining('"lock_version":1,"received_at"'),
    ]);
  });

  test("reports a refused write that was carried out", () => {
    const refused = { ...entry, outcome: "refused", action_id: "action-2", lock_version: undefined } as const;
    expect(kindsIn({ ledger: [...ledger, refused] })).toEqual(["refused write carried out"]);
  });

  test("reports a write that was carried out twice", () => {
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

  test("accepts a write whose answer got lost whether it is there or not", () => {
    const unknown = { ...entry, outcome: "unknown", action_id: "action-3", lock_version: undefined } as const;
    expect(kindsIn({ ledger: [...ledger, unknown] })).toEqual([]);
  });

  test("reports a replay that answered another version", () => {
    expect(kindsIn({ replays: [{ what: "ACCEPT", first: 2, again: 3 }] })).toEqual(["replay changed something"]);
  });
});

describe("states in the reconciliation", () => {
  test("reports a step that the table of actions does not know", () => {
    const history = [theCase.history[0], { ...theCase.history[1], new_state: "LOADED" }] as typeof theCase.history;
    expect(kindsIn({ cases: [{ ...theCase, history }] })).toContain("impossible history step");
  });

  test("reports a history with a gap", () => {
    const history = [
      theCase.history[0],
      { ...theCase.history[1], old_case_state: "STARTED" },
    ] as typeof theCase.history;
    expect(kindsIn({ cases: [{ ...theCase, history }] })).toContain("broken history chain");
  });

  test("reports a case whose state does not follow from its links", () => {
    const state = aCase({ tour_case_states: [] });
    expect(kindsIn({ cases: [{ ...theCase, state }] })).toEqual(["state is not the roll-up of its links"]);
  });

  test("reports a roadside case with two open links", () => {
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

test("reports a vehicle whose known position is not its newest", () => {
  expect(kindsIn({ positions: [{ vehicle_id: "v", sent: 2000, known: 1000 }] })).toEqual([
    "last position is not the newest",
  ]);
  expect(kindsIn({ positions: [{ vehicle_id: "v", sent: 2000, known: 2000 }] })).toEqual([]);
});

describe("roster in the reconciliation", () => {
  const written = (change: "created" | "updated" | "deleted", outcome: "acknowledged" | "refused" = "acknowledged") =>
    ({
      tenant: "bestattung",
      by: "admin",
      outcome,
      kind: "calendar",
      event_id: "event-1",
      change,
      branch_ids: [ids.branch],
      user_ids: [ids.user],
    }) as const;
  const day = (viewer: (typeof viewers)[keyof typeof viewers], changes: readonly string[], outcome?: "refused") => [
    ...new Set(
      reconcile(
        aDay({
          ledger: [...ledger, written("created", outcome), written("updated", outcome)],
          subscribers: [seenBy({ ...viewer, types: new Set(["calendar"]) }, changes.map(calendarEvent))],
        }),
      ).map(({ kind }) => kind),
    ),
  ];

  test("expects each change of the roster at the branch and at the person concerned, once", () => {
    expect(day(viewers.inBranch, ["created", "updated"])).toEqual([]);
    expect(day(viewers.driver, ["created", "updated"])).toEqual([]);
    expect(day(viewers.elsewhere, [])).toEqual([]);
    expect(day(viewers.driver, ["created"])).toEqual(["event missing"]);
    expect(day(viewers.inBranch, ["created", "updated", "updated"])).toEqual(["event twice"]);
    expect(day(viewers.elsewhere, ["created"])).toEqual(["event out of scope"]);
    expect(day({ ...viewers.driver, user_id: "driver-2" }, ["created"])).toEqual(["event out of scope"]);
    expect(day(viewers.inBranch, ["created", "updated", "deleted"])).toEqual(["event without a cause"]);
    expect(day(viewers.inBranch, ["created"], "refused")).toEqual(["event without a cause"]);
  });

  test("reports a case put on a tour while a crew member was away", () => {
    const absence = { tour_id: ids.tour, event_id: "event-1", since: 100, until: 200 };
    const put = (asked: number, answered: number, tour_id: string = ids.tour) =>
      kindsIn({
        absences: [absence],
        placements: [{ how: "assigned", case_id: ids.case, tour_id, asked, answered }],
      });
    expect(put(110, 190)).toEqual(["put into an absence"]);
    expect(put(90, 110)).toEqual([]);
    expect(put(190, 210)).toEqual([]);
    expect(put(110, 190, "tour-2")).toEqual([]);
  });

  test("expects one event of each tour that is planned or called off", () => {
    const planned = { tenant: "bestattung", by: "admin", outcome: "acknowledged", kind: "planned tour" } as const;
    const tourOf = (change: "created" | "deleted") =>
      ({ ...planned, tour_id: "tour-9", branch_id: ids.branch, user_ids: [], change, lock_version: 0 }) as const;
    const kinds = (subscriber: (typeof viewers)["everywhere"], messages: typeof all) => [
      ...new Set(
        reconcile(
          aDay({
            ledger: [...ledger, tourOf("created"), tourOf("deleted")],
            subscribers: [seenBy({ ...subscriber, types: new Set(["tour delete"]) }, messages)],
          }),
        ).map(({ kind }) => kind),
      ),
    ];
    expect(kinds(viewers.inBranch, [tourDeleted])).toEqual([]);
    expect(kinds(viewers.inBranch, [])).toEqual(["event missing"]);
    expect(kinds(viewers.elsewhere, [tourDeleted])).toEqual(["event out of scope"]);
  });
});

test("reports a message of an unknown type as a fault", () => {
  expect(seen(viewers.everywhere, [...all, strangeMessage])).toEqual(["unknown message"]);
});

test("expects the newest version that a partner has sent to stand", () => {
  const upsert = (description: string) =>
    ({
      tenant: "bestattung",
      by: "partner",
      outcome: "acknowledged",
      kind: "upsert",
      case_id: ids.case,
      lock_version: 2,
      description,
    }) as const;
  const told = [...all, updatedEvent];
  const standing = (description: string, sent: readonly string[]) =>
    kindsIn({
      ledger: [...ledger, ...sent.map(upsert)],
      cases: [{ ...theCase, state: aCase({ rsa_data: { damage: { description } } } as object) }],
      subscribers: [
        seenBy(
          viewers.everywhere,
          sent.flatMap((_, at) => (at === 0 ? told : [{ ...updatedEvent, id: `10-9${at}` }])),
        ),
      ],
    });
  expect(standing("Panne (3)", ["Panne (2)", "Panne (3)"])).toEqual([]);
  expect(standing("Panne (2)", ["Panne (2)", "Panne (3)"])).toEqual(["partner's newest version lost"]);
});

test("expects on the sheet of a tour each case that was ever on it", () => {
  const { natural_id } = theCase.state;
  expect(kindsIn({ sheets: [{ tour_id: ids.tour, natural_ids: new Set([natural_id]) }] })).toEqual([]);
  expect(kindsIn({ sheets: [{ tour_id: ids.tour, natural_ids: new Set(["C-1"]) }] })).toEqual([
    "export is not plausible",
  ]);
  expect(kindsIn({ sheets: [{ tour_id: "tour-2", natural_ids: new Set() }] })).toEqual([]);
});
