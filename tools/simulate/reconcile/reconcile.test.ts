import { describe, expect, test } from "vitest";
import {
  caseWithOverrides,
  createActionEvent,
  createTestDayFacts,
  dayEvents,
  createTestHistoryRow,
  createCalendarStreamEvent,
  factIds,
  createMessageFacts,
  testDayLedger,
  createCriticalMessageEvent,
  createTourPlanEvent,
  subscriberWith,
  createTourStartedEvent,
  unknownTypeMessage,
  testCaseFacts,
  testTourFacts,
  testTourDeletedEvent,
  testCaseUpdatedEvent,
  dayViewers,
} from "./facts-testkit";
import type { SimulatedDayFacts } from "../day/facts";
import { reconcileMessages } from "./reconcile-messages";
import { reconcileDay } from "./reconcile";

const faultKindsIn = (overrides: Partial<SimulatedDayFacts>) => [
  ...new Set(reconcileDay(createTestDayFacts(overrides)).map(({ kind }) => kind)),
];
/** The day as only one subscriber has seen it, beside the one who sees everything. */
const daySeenBy = (viewer: (typeof dayViewers)[keyof typeof dayViewers], messages: typeof dayEvents) =>
  faultKindsIn({
    subscribers: [subscriberWith(dayViewers.everywhere, dayEvents), subscriberWith(viewer, messages)],
  });

test("the simulation finds no fault in a correct day", () => {
  expect(reconcileDay(createTestDayFacts())).toEqual([]);
});

describe("events in the reconciliation", () => {
  test("the simulation reports an event that a viewer should have seen and did not", () => {
    expect(daySeenBy(dayViewers.inBranch, dayEvents.toSpliced(1, 1))).toEqual(["event missing"]);
    expect(daySeenBy(dayViewers.driver, dayEvents.slice(2))).toEqual(["event missing"]);
  });

  test("the simulation reports an event that arrived twice, under the same or another id", () => {
    expect(daySeenBy(dayViewers.inBranch, [...dayEvents, dayEvents[4] as (typeof dayEvents)[number]])).toContain(
      "event twice",
    );
    expect(
      daySeenBy(dayViewers.inBranch, dayEvents.toSpliced(2, 0, createActionEvent(1, "ASSIGN", { id: "10-99" }))),
    ).toEqual(["event twice"]);
  });

  test("the simulation reports an event that reached a viewer in another branch, or the driver of another tour", () => {
    expect(daySeenBy(dayViewers.elsewhere, dayEvents.slice(1, 2))).toEqual(["event out of scope"]);
    expect(daySeenBy({ ...dayViewers.driver, user_id: "driver-2" }, dayEvents.slice(1, 2))).toEqual([
      "event out of scope",
    ]);
  });

  test("the simulation accepts later events of an unassigned case at the branch of its former tour, but not at that tour's crew", () => {
    const taken = createTestHistoryRow({
      transition: "UNASSIGN",
      old_bucket: "open",
      new_bucket: "unassigned",
      lock_version: 2,
    });
    const given = createTestHistoryRow({
      transition: "ASSIGN",
      tour_id: "tour-2",
      old_bucket: null,
      new_bucket: "open",
      lock_version: 3,
    });
    const history = [testCaseFacts.history[0], taken, given] as typeof testCaseFacts.history;
    const tours = [
      { ...testTourFacts, branch_id: "branch-2" },
      { ...testTourFacts, id: "tour-2", user_ids: ["driver-2"] },
    ];
    const later = [createActionEvent(3, "ASSIGN")];
    const faultsOf = (viewer: (typeof dayViewers)["everywhere"]) =>
      faultKindsIn({
        cases: [{ ...testCaseFacts, history }],
        tours,
        subscribers: [subscriberWith(viewer, later)],
      });
    expect(faultsOf(dayViewers.elsewhere)).not.toContain("event out of scope");
    expect(faultsOf(dayViewers.driver)).toContain("event out of scope");
  });

  test("the simulation reports a critical message that reached the wrong viewer, did not arrive, or arrived twice", () => {
    const told = [createCriticalMessageEvent(50), createCriticalMessageEvent(55, true)];
    const judge = (
      viewer: (typeof dayViewers)["everywhere"],
      heard: typeof dayEvents,
      messages = createMessageFacts(),
    ) =>
      reconcileMessages({
        subscribers: [subscriberWith(viewer, [...dayEvents, ...heard, createTourPlanEvent(70)])],
        messages,
      }).map(({ kind }) => kind);
    for (const viewer of [dayViewers.driver, dayViewers.everywhere]) {
      expect(judge(viewer, told)).toEqual([]);
      expect(judge(viewer, told.slice(1))).toEqual(["event missing"]);
      expect(judge(viewer, [...told, createCriticalMessageEvent(50, false, "11-99")])).toEqual(["event twice"]);
    }
    expect(judge(dayViewers.inBranch, [])).toEqual([]);
    expect(judge(dayViewers.inBranch, told.slice(0, 1))).toEqual(["event out of scope"]);
    expect(judge(dayViewers.driver, told, createMessageFacts({ user_id: null, branch_id: factIds.branch }))).toContain(
      "event out of scope",
    );
    expect(judge(dayViewers.driver, told, createMessageFacts({ acknowledged_at: null }))).toEqual([
      "event without a cause",
    ]);
  });

  test("the simulation reports a tour plan that reached a viewer outside its tour, or arrived after a newer one", () => {
    const [older, newer] = [createTourPlanEvent(41), createTourPlanEvent(51)];
    const plansSeen = (viewer: (typeof dayViewers)["everywhere"], plans: typeof dayEvents) => [
      ...new Set(
        reconcileDay(createTestDayFacts({ subscribers: [subscriberWith(viewer, [...dayEvents, ...plans])] })).map(
          ({ kind }) => kind,
        ),
      ),
    ];
    expect(plansSeen(dayViewers.everywhere, [older, newer])).toEqual([]);
    expect(plansSeen(dayViewers.everywhere, [newer, older])).toEqual(["events out of order"]);
    expect(plansSeen(dayViewers.elsewhere, [older])).toContain("event out of scope");
  });

  test("the simulation reports an event that reached a caller without the grant", () => {
    expect(daySeenBy({ ...dayViewers.inBranch, types: new Set(["case update"]) }, dayEvents.slice(0, 2))).toEqual([
      "event out of scope",
    ]);
  });

  test("the simulation reports an event that reached a user of another company", () => {
    expect(daySeenBy(dayViewers.otherTenant, dayEvents.slice(1, 2))).toContain("event of another tenant");
  });

  test("the simulation reports two events that arrived in the wrong order", () => {
    expect(
      daySeenBy(dayViewers.inBranch, [
        dayEvents[0],
        dayEvents[3],
        dayEvents[2],
        dayEvents[1],
        dayEvents[4],
      ] as typeof dayEvents),
    ).toEqual(["events out of order"]);
  });

  test("the simulation reports an event that no write has caused", () => {
    const invented = createActionEvent(3, "START", { id: "10-77" });
    expect(faultKindsIn({ subscribers: [subscriberWith(dayViewers.everywhere, [...dayEvents, invented])] })).toEqual([
      "event without a cause",
    ]);
  });

  test("the simulation accepts an event of a tour without a known write only up to the version in the tour's snapshot", () => {
    const started = createTourStartedEvent(4);
    const stream = (shown: number) => [
      subscriberWith(dayViewers.everywhere, [started, ...dayEvents], new Map([[testTourFacts.id, shown]])),
    ];
    expect(faultKindsIn({ subscribers: stream(4) })).toEqual([]);
    expect(faultKindsIn({ subscribers: stream(3) })).toEqual(["event without a cause"]);
  });
});

describe("writes in the reconciliation", () => {
  const entry = {
    tenant: "bestattung",
    by: "dispo1",
    kind: "action",
    action: "START",
    case_id: factIds.case,
  } as const;

  test("the simulation reports an acknowledged write that is missing in the data", () => {
    const lost = { ...entry, outcome: "acknowledged", action_id: "action-3", lock_version: 3 } as const;
    expect(faultKindsIn({ ledger: [...testDayLedger, lost] })).toEqual(["acknowledged write lost"]);
    expect(faultKindsIn({ cases: [{ ...testCaseFacts, comments: [] }], subscribers: [] })).toEqual([
      "acknowledged write lost",
    ]);
    expect(faultKindsIn({ cases: [], subscribers: [] })).toEqual(["acknowledged write lost"]);
  });

  test("the simulation reports a write as lost if its answer has a later version than its own, unless an earlier answer was lost", () => {
    const answered = (lock_version: number, answer_lost: boolean, action_id = "action-1") =>
      faultKindsIn({
        ledger: [
          ...testDayLedger,
          { ...entry, action: "ASSIGN", outcome: "acknowledged", action_id, lock_version, answer_lost } as const,
        ],
      });
    expect(answered(2, false)).toEqual(["acknowledged write lost"]);
    expect(answered(2, true)).toEqual([]);
    expect(answered(0, true)).toEqual(["acknowledged write lost"]);
    expect(answered(2, true, "action-3")).toEqual(["acknowledged write lost"]);
  });

  test("the simulation lists in the fault of a lost write the history rows of that write", () => {
    const lost = { ...entry, outcome: "acknowledged", action_id: "action-1", lock_version: 2 } as const;
    expect(reconcileDay(createTestDayFacts({ ledger: [...testDayLedger, lost] })).map(({ what }) => what)).toEqual([
      expect.stringContaining('"lock_version":1,"received_at"'),
    ]);
  });

  test("the simulation reports a refused write that was carried out", () => {
    const refused = { ...entry, outcome: "refused", action_id: "action-2", lock_version: undefined } as const;
    expect(faultKindsIn({ ledger: [...testDayLedger, refused] })).toEqual(["refused write carried out"]);
  });

  test("the simulation reports a write that was carried out twice", () => {
    const again = createTestHistoryRow({
      ...testCaseFacts.history[1],
      id: "row-3",
      group_id: "group-3",
      lock_version: 3,
      old_state: "ASSIGNED",
    });
    const twice = { ...testCaseFacts, history: [...testCaseFacts.history, again] };
    expect(faultKindsIn({ cases: [twice], subscribers: [] })).toEqual(["write carried out twice"]);
  });

  test("the simulation accepts a write whose answer was lost whether it was carried out or not", () => {
    const unknown = { ...entry, outcome: "unknown", action_id: "action-3", lock_version: undefined } as const;
    expect(faultKindsIn({ ledger: [...testDayLedger, unknown] })).toEqual([]);
  });

  test("the simulation reports a repeated request that was answered with another version", () => {
    expect(faultKindsIn({ replays: [{ what: "ACCEPT", first: 2, again: 3 }] })).toEqual(["replay changed something"]);
  });
});

describe("states in the reconciliation", () => {
  test("the simulation reports a step in the history that the transition table does not have", () => {
    const history = [
      testCaseFacts.history[0],
      { ...testCaseFacts.history[1], new_state: "LOADED" },
    ] as typeof testCaseFacts.history;
    expect(faultKindsIn({ cases: [{ ...testCaseFacts, history }] })).toContain("impossible history step");
  });

  test("the simulation reports a history of a case with a gap", () => {
    const history = [
      testCaseFacts.history[0],
      { ...testCaseFacts.history[1], old_case_state: "STARTED" },
    ] as typeof testCaseFacts.history;
    expect(faultKindsIn({ cases: [{ ...testCaseFacts, history }] })).toContain("broken history chain");
  });

  test("the simulation reports a case whose state does not follow from its links", () => {
    const state = caseWithOverrides({ tour_case_states: [] });
    expect(faultKindsIn({ cases: [{ ...testCaseFacts, state }] })).toEqual(["state is not the roll-up of its links"]);
  });

  test("the simulation reports a roadside case with two open links", () => {
    const open = (tour_id: string) => ({ tour_id, state: "alarmed", bucket: "open" });
    const state = caseWithOverrides({
      data_type: "ROADSIDE",
      state: { current: "alarmed", actions: [] },
      tour_case_states: [open("a"), open("b")] as never,
    });
    expect(faultKindsIn({ cases: [{ ...testCaseFacts, state, history: [] }], ledger: [], subscribers: [] })).toEqual([
      "state is not the roll-up of its links",
    ]);
  });
});

test("the simulation reports a vehicle whose stored position is not its newest", () => {
  expect(faultKindsIn({ positions: [{ vehicle_id: "v", sent: 2000, known: 1000 }] })).toEqual([
    "last position is not the newest",
  ]);
  expect(faultKindsIn({ positions: [{ vehicle_id: "v", sent: 2000, known: 2000 }] })).toEqual([]);
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
      branch_ids: [factIds.branch],
      user_ids: [factIds.user],
    }) as const;
  const day = (
    viewer: (typeof dayViewers)[keyof typeof dayViewers],
    changes: readonly string[],
    outcome?: "refused",
  ) => [
    ...new Set(
      reconcileDay(
        createTestDayFacts({
          ledger: [...testDayLedger, written("created", outcome), written("updated", outcome)],
          subscribers: [
            subscriberWith({ ...viewer, types: new Set(["calendar"]) }, changes.map(createCalendarStreamEvent)),
          ],
        }),
      ).map(({ kind }) => kind),
    ),
  ];

  test("the simulation expects one event of each calendar change at the branch and at the person concerned", () => {
    expect(day(dayViewers.inBranch, ["created", "updated"])).toEqual([]);
    expect(day(dayViewers.driver, ["created", "updated"])).toEqual([]);
    expect(day(dayViewers.elsewhere, [])).toEqual([]);
    expect(day(dayViewers.driver, ["created"])).toEqual(["event missing"]);
    expect(day(dayViewers.inBranch, ["created", "updated", "updated"])).toEqual(["event twice"]);
    expect(day(dayViewers.elsewhere, ["created"])).toEqual(["event out of scope"]);
    expect(day({ ...dayViewers.driver, user_id: "driver-2" }, ["created"])).toEqual(["event out of scope"]);
    expect(day(dayViewers.inBranch, ["created", "updated", "deleted"])).toEqual(["event without a cause"]);
    expect(day(dayViewers.inBranch, ["created"], "refused")).toEqual(["event without a cause"]);
  });

  test("the simulation reports a case that was assigned to a tour during an absence of its crew", () => {
    const absence = { tour_id: factIds.tour, event_id: "event-1", since: 100, until: 200 };
    const put = (asked: number, answered: number, tour_id: string = factIds.tour) =>
      faultKindsIn({
        absences: [absence],
        placements: [{ how: "assigned", case_id: factIds.case, tour_id, asked, answered }],
      });
    expect(put(110, 190)).toEqual(["put into an absence"]);
    expect(put(90, 110)).toEqual([]);
    expect(put(190, 210)).toEqual([]);
    expect(put(110, 190, "tour-2")).toEqual([]);
  });

  test("the simulation expects one event for a tour that is deleted, only in its branch", () => {
    const planned = { tenant: "bestattung", by: "admin", outcome: "acknowledged", kind: "planned tour" } as const;
    const tourOf = (change: "created" | "deleted") =>
      ({
        ...planned,
        tour_id: "tour-9",
        branch_id: factIds.branch,
        user_ids: [],
        change,
        lock_version: 0,
      }) as const;
    const kinds = (subscriber: (typeof dayViewers)["everywhere"], messages: typeof dayEvents) => [
      ...new Set(
        reconcileDay(
          createTestDayFacts({
            ledger: [...testDayLedger, tourOf("created"), tourOf("deleted")],
            subscribers: [subscriberWith({ ...subscriber, types: new Set(["tour delete"]) }, messages)],
          }),
        ).map(({ kind }) => kind),
      ),
    ];
    expect(kinds(dayViewers.inBranch, [testTourDeletedEvent])).toEqual([]);
    expect(kinds(dayViewers.inBranch, [])).toEqual(["event missing"]);
    expect(kinds(dayViewers.elsewhere, [testTourDeletedEvent])).toEqual(["event out of scope"]);
  });
});

test("the simulation reports a message of an unknown type as a fault", () => {
  expect(daySeenBy(dayViewers.everywhere, [...dayEvents, unknownTypeMessage])).toEqual(["unknown message"]);
});

test("the simulation expects a case to have the newest version that its partner has sent", () => {
  const upsert = (description: string) =>
    ({
      tenant: "bestattung",
      by: "partner",
      outcome: "acknowledged",
      kind: "upsert",
      case_id: factIds.case,
      lock_version: 2,
      description,
    }) as const;
  const told = [...dayEvents, testCaseUpdatedEvent];
  const standing = (description: string, sent: readonly string[]) =>
    faultKindsIn({
      ledger: [...testDayLedger, ...sent.map(upsert)],
      cases: [{ ...testCaseFacts, state: caseWithOverrides({ rsa_data: { damage: { description } } } as object) }],
      subscribers: [
        subscriberWith(
          dayViewers.everywhere,
          sent.flatMap((_, at) => (at === 0 ? told : [{ ...testCaseUpdatedEvent, id: `10-9${at}` }])),
        ),
      ],
    });
  expect(standing("Panne (3)", ["Panne (2)", "Panne (3)"])).toEqual([]);
  expect(standing("Panne (2)", ["Panne (2)", "Panne (3)"])).toEqual(["partner's newest version lost"]);
});

test("the simulation expects the exported sheet of a tour to list every case that was ever on it", () => {
  const { natural_id } = testCaseFacts.state;
  expect(faultKindsIn({ sheets: [{ tour_id: factIds.tour, natural_ids: new Set([natural_id]) }] })).toEqual([]);
  expect(faultKindsIn({ sheets: [{ tour_id: factIds.tour, natural_ids: new Set(["C-1"]) }] })).toEqual([
    "export is not plausible",
  ]);
  expect(faultKindsIn({ sheets: [{ tour_id: "tour-2", natural_ids: new Set() }] })).toEqual([]);
});
