import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { describe, expect, it } from "vitest";
import { applyEvents } from "./apply-events.ts";
import { aBoardSnapshot } from "./board.fixture.ts";
import { EntityStore } from "./entities.ts";
import { aCaseOnTimeline, aTimelineTour } from "./timeline.fixture.ts";
import type { TimelineCase, TimelineTour } from "./tour-entity.ts";

type EventOfType<T extends StreamEvent["type"]> = Extract<StreamEvent, { type: T }>;
const timestamp = "2026-11-21T09:05:00Z";
const aCaseActionEvent = (own: Partial<EventOfType<"case action">["data"]>): StreamEvent => ({
  type: "case action",
  timestamp,
  data: {
    case_id: "case",
    natural_id: "C-2026-000001",
    display_name: "Muster Maria",
    branch_id: null,
    state: "STARTED",
    finalized: false,
    lock_version: 5,
    action: "START",
    tour_id: "tour",
    history_id: "h",
    tour_case_states: [{ tour_id: "tour", state: "STARTED", bucket: "open" }],
    actor_kind: "V",
    occurred_at: "2026-11-21T09:04:00Z",
    ...own,
  },
});
const aTourUpdateEvent = (own: Partial<EventOfType<"tour update">["data"]>): StreamEvent => ({
  type: "tour update",
  timestamp,
  data: {
    tour_id: "tour",
    natural_id: "T-2026-000001",
    status: "STARTED",
    started_sub_state: "ACTIVE",
    branch_id: null,
    lock_version: 4,
    change: "updated",
    ...own,
  },
});
const shownTours = [aTimelineTour({ open_cases: [aCaseOnTimeline()] }), aTimelineTour({ id: "other" })];
function storeWithTours(tours: readonly TimelineTour[]) {
  const store = new EntityStore();
  store.putTours(tours, store.step);
  return store;
}
const toursInStore = (store: EntityStore) =>
  [...store.tours.plans()].flatMap(({ id }) => store.tours.timeline(id) ?? []);
function applyTourEvents(given: readonly TimelineTour[], events: readonly StreamEvent[]) {
  const store = storeWithTours(given);
  const before = toursInStore(store);
  const { tour_ids } = applyEvents(store, events);
  return { before, tours: toursInStore(store), wanted: [...tour_ids] };
}
const incompleteAfterEvent = (event: StreamEvent) => applyTourEvents(shownTours, [event]).wanted;

describe("what a crew does to a case", () => {
  it("the console's store applies a crew's action from its event, with its time, without a request", () => {
    const { tours, wanted } = applyTourEvents(shownTours, [aCaseActionEvent({})]);
    expect(tours[0]?.open_cases[0]).toMatchObject({ link_state: "STARTED", started_at: "2026-11-21T09:04:00Z" });
    expect(wanted).toEqual([]);
  });

  describe("times of a crew's action", () => {
    const at = "2026-11-21T09:04:00Z";
    const none = {
      accepted_at: null,
      started_at: null,
      arrived_at: null,
      loaded_at: null,
      arrived_at_destination_at: null,
      finished_at: null,
      closed_at: null,
    };
    interface StepDone {
      readonly action: string;
      readonly state: string;
      readonly own?: Partial<TimelineCase>;
      readonly bucket?: "open" | "finished";
    }
    const after = ({ action: name, state, own = {}, bucket = "open" }: StepDone) => {
      const tours = [aTimelineTour({ open_cases: [aCaseOnTimeline({ link_state: state, ...none, ...own })] })];
      const tour_case_states = [{ tour_id: "tour", state, bucket }];
      const [tour] = applyTourEvents(tours, [aCaseActionEvent({ action: name, tour_case_states })]).tours;
      return [...(tour?.open_cases ?? []), ...(tour?.finished_cases ?? [])][0];
    };
    const loaded = { loaded_at: "2026-11-21T09:00:00Z" };

    it.each([
      { action: "ACCEPT", state: "ACCEPTED", times: { accepted_at: at } },
      { action: "ACCEPT", state: "alarmed", times: { accepted_at: at } },
      { action: "START", state: "STARTED", times: { accepted_at: at, started_at: at } },
      { action: "START", state: "alarmed", times: {} },
      { action: "ON_THE_WAY", state: "onTheWay", times: { accepted_at: at, started_at: at } },
      { action: "ARRIVE", state: "ARRIVED", times: { arrived_at: at } },
      { action: "ARRIVE", state: "LOADED", own: loaded, times: { arrived_at_destination_at: at } },
      { action: "LOAD", state: "LOADED", times: { loaded_at: at } },
      { action: "LOAD", state: "arrived", own: { arrived_at: "2026-11-21T08:50:00Z" }, times: { loaded_at: at } },
      { action: "TO_TOWING_DESTINATION", state: "toDestination", own: loaded, times: {} },
      { action: "AT_TOWING_DESTINATION", state: "atDestination", times: { arrived_at_destination_at: at } },
      { action: "POSTPONE", state: "POSTPONED", times: {} },
    ])(
      "the console's store sets on a case in $state, after the event of $action, the same time as the server",
      ({ times, ...step }) => {
        expect(after(step)).toMatchObject({ ...none, ...step.own, ...times });
      },
    );

    it("the event of an action sets its times on every tour of the case", () => {
      const told = { ...none, loaded_at: "2026-11-21T09:00:00Z", arrived_at_destination_at: "2026-11-21T09:31:00Z" };
      const link = { tour_id: "tour", state: "LOADED", bucket: "open" as const, ...told };
      const tours = [aTimelineTour({ open_cases: [aCaseOnTimeline({ link_state: "LOADED", ...none })] })];
      const [tour] = applyTourEvents(tours, [aCaseActionEvent({ action: "UNDO", tour_case_states: [link] })]).tours;
      expect(tour?.open_cases[0]).toMatchObject(told);
    });

    it("the event of POSTPONE makes the console read the tour, because events contain no postponed_until", () => {
      const link = (state: string) => [{ tour_id: "tour", state, bucket: "open" as const }];
      expect(
        incompleteAfterEvent(aCaseActionEvent({ action: "POSTPONE", tour_case_states: link("POSTPONED") })),
      ).toEqual(["tour"]);
      const postponed = [
        aTimelineTour({ open_cases: [aCaseOnTimeline({ link_state: "POSTPONED", postponed_until: at })] }),
      ];
      const started = aCaseActionEvent({ action: "START", tour_case_states: link("STARTED") });
      expect(applyTourEvents(postponed, [started]).wanted).toEqual(["tour"]);
    });

    it("the event of an action that ends a case sets its end on every tour that worked on it", () => {
      const ended = { ...none, finished_at: at, closed_at: at };
      expect(after({ action: "CANCEL", state: "CANCELLED", bucket: "finished" })).toMatchObject(ended);
      const tours = [
        aTimelineTour({ open_cases: [aCaseOnTimeline(none)] }),
        aTimelineTour({ id: "other", open_cases: [aCaseOnTimeline(none)] }),
      ];
      const both = [
        { tour_id: "tour", state: "DELIVERED", bucket: "finished" as const },
        { tour_id: "other", state: "FINISHED", bucket: "finished" as const },
      ];
      const delivered = aCaseActionEvent({ action: "DELIVER", state: "DELIVERED", tour_case_states: both });
      const shownAfter = applyTourEvents(tours, [delivered]).tours.map(({ finished_cases }) => finished_cases?.[0]);
      expect(shownAfter).toEqual([expect.objectContaining(ended), expect.objectContaining(ended)]);
    });

    it("the event of an action on one tour sets no time on the case of another tour", () => {
      const tours = [aTimelineTour({ open_cases: [aCaseOnTimeline({ link_state: "STARTED", ...none })] })];
      const links = [{ tour_id: "tour", state: "STARTED", bucket: "open" as const }];
      const [tour] = applyTourEvents(tours, [aCaseActionEvent({ tour_id: "other", tour_case_states: links })]).tours;
      expect(tour?.open_cases[0]).toMatchObject(none);
    });
  });

  it("the event of an action keeps the objects of other tours, so that they are not drawn again", () => {
    const { before, tours } = applyTourEvents(shownTours, [aCaseActionEvent({})]);
    expect(tours.map((tour, index) => tour === before[index])).toEqual([false, true]);
  });

  it("the event of an action that moves a case to another bucket updates the counts of its tour", () => {
    const link = { tour_id: "tour", state: "DONE", bucket: "finished" as const };
    const [tour] = applyTourEvents(shownTours, [aCaseActionEvent({ action: "DONE", tour_case_states: [link] })]).tours;
    expect(tour).toMatchObject({ open_cases: [], case_workload: { open: 0, finished: 1 } });
    expect(tour?.finished_cases).toHaveLength(1);
  });

  it("the event of an action is ignored when the store has a later version of the case", () => {
    const later = [aTimelineTour({ open_cases: [aCaseOnTimeline({ lock_version: 9, link_state: "LOADED" })] })];
    const { before, tours } = applyTourEvents(later, [aCaseActionEvent({})]);
    expect(tours).toEqual(before);
  });

  it("the event of a case that is new on a known tour makes the console read that tour again", () => {
    const link = { tour_id: "other", state: "ASSIGNED", bucket: "open" as const };
    expect(incompleteAfterEvent(aCaseActionEvent({ action: "ASSIGN", tour_case_states: [link] }))).toEqual(["other"]);
    expect(
      incompleteAfterEvent(
        aCaseActionEvent({ action: "ASSIGN", tour_case_states: [{ ...link, tour_id: "far away" }] }),
      ),
    ).toEqual([]);
  });

  describe("undone actions", () => {
    const underWay = {
      link_state: "ARRIVED",
      accepted_at: "2026-11-21T08:30:00Z",
      started_at: "2026-11-21T09:04:00Z",
      arrived_at: "2026-11-21T09:20:00Z",
    } as const;
    const backTo = (state: string, own: Partial<(typeof shownTours)[0]["open_cases"][number]> = {}) => {
      const tours = [aTimelineTour({ open_cases: [aCaseOnTimeline({ ...underWay, ...own })] })];
      const link = { tour_id: "tour", state, bucket: "open" as const };
      const patched = applyTourEvents(tours, [aCaseActionEvent({ action: "UNDO", tour_case_states: [link] })]);
      return { dispatchCase: patched.tours[0]?.open_cases[0], wanted: patched.wanted };
    };

    it.each([
      {
        state: "ARRIVED",
        accepted_at: underWay.accepted_at,
        started_at: underWay.started_at,
        arrived_at: underWay.arrived_at,
      },
      { state: "ACCEPTED", accepted_at: underWay.accepted_at, started_at: null, arrived_at: null },
      { state: "ASSIGNED", accepted_at: null, started_at: null, arrived_at: null },
    ])(
      "the event of UNDO restores the times that the case had in its earlier state, without a request: $state",
      ({ state, ...times }) => {
        const { dispatchCase, wanted } = backTo(state, { link_state: "LOADED", loaded_at: "2026-11-21T09:40:00Z" });
        expect(dispatchCase).toMatchObject({ link_state: state, ...times, loaded_at: null });
        expect(wanted).toEqual([]);
      },
    );

    it.each([
      { what: "a state to which more than one action leads", state: "LOADED", own: { link_state: "DELIVERED" } },
      { what: "a roadside case", state: "alarmed", own: { link_state: "onTheWay" } },
      { what: "a drive that may have ended before", state: "STARTED", own: {} },
      { what: "a postponement", state: "ACCEPTED", own: { postponed_until: "2026-11-21T15:00:00Z" } },
      { what: "a time of arrival that the crew gave", state: "ACCEPTED", own: { eta: "2026-11-21T09:30:00Z" } },
      {
        what: "a rule that was broken",
        state: "ACCEPTED",
        own: { constraint_violations: [{ constraint: "CAPACITY", level: "CRITICAL" as const }] },
      },
    ])(
      "the event of UNDO makes the console read the tour when the event does not contain what is restored: $what",
      ({ state, own }) => {
        expect(backTo(state, own).wanted).toEqual(["tour"]);
      },
    );

    it("the event of UNDO makes the console read an ended tour that does not get its case back", () => {
      const tours = [
        aTimelineTour({ open_cases: [], finished_cases: [aCaseOnTimeline({ ...underWay, bucket: "finished" })] }),
      ];
      const link = { tour_id: "tour", state: "STARTED", bucket: "unassigned" as const };
      const { wanted } = applyTourEvents(tours, [aCaseActionEvent({ action: "UNDO", tour_case_states: [link] })]);
      expect(wanted).toEqual(["tour"]);
    });
  });
});

describe("a tour", () => {
  it("the event of a sub-state changes it on the tour without a request", () => {
    const { tours, wanted } = applyTourEvents(shownTours, [
      aTourUpdateEvent({ change: "sub_state", started_sub_state: "ON_A_BREAK" }),
    ]);
    expect(tours[0]).toMatchObject({ started_sub_state: "ON_A_BREAK", lock_version: 4 });
    expect(wanted).toEqual([]);
  });

  it("a tour becomes finished in the console when its event says so", () => {
    const { tours } = applyTourEvents(shownTours, [aTourUpdateEvent({ change: "finished", status: "FINISHED" })]);
    expect(tours[0]).toMatchObject({ status: "FINISHED", ended_at: timestamp });
  });

  it.each([
    { what: "another version", own: {}, wanted: ["tour"] },
    { what: "the same version, which is only another list of cases", own: { lock_version: 3 }, wanted: [] },
    { what: "an older version", own: { lock_version: 2 }, wanted: [] },
    { what: "a tour that is not shown", own: { tour_id: "new" }, wanted: ["new"] },
  ])("the console reads a tour again after its event only if needed: $what", ({ own, wanted }) => {
    expect(incompleteAfterEvent(aTourUpdateEvent(own))).toEqual(wanted);
  });

  it("the console removes a tour at the event of its deletion", () => {
    const gone = { type: "tour delete", timestamp, data: { tour_id: "tour", natural_id: "T-2026-000001" } } as const;
    expect(applyTourEvents(shownTours, [gone]).tours.map(({ id }) => id)).toEqual(["other"]);
  });
});

describe("an optimistic change", () => {
  const openOf = (store: EntityStore) => toursInStore(store).map(({ case_workload }) => case_workload.open);

  it("an optimistic reassignment shows the case on the other tour, and is reverted when the server refuses", () => {
    const store = storeWithTours(shownTours);
    const hide = store.show({ kind: "assignment", case_id: "case", from: "tour", to: "other", change: {} });
    expect(openOf(store)).toEqual([0, 1]);
    hide();
    expect(openOf(store)).toEqual([1, 0]);
  });

  it("an optimistic change of times keeps the case on its tour", () => {
    const store = storeWithTours(shownTours);
    const change = { not_before: "2026-11-21T12:00:00Z" };
    store.show({ kind: "assignment", case_id: "case", from: "tour", to: "tour", change });
    expect(toursInStore(store)[0]?.open_cases).toEqual([expect.objectContaining(change)]);
  });

  it("a refused optimistic change is replaced by the newest state from events, and not by the one before the change", () => {
    const store = storeWithTours(shownTours);
    const hide = store.show({ kind: "assignment", case_id: "case", from: "tour", to: "other", change: {} });
    applyEvents(store, [aCaseActionEvent({})]);
    hide();
    expect(toursInStore(store)[0]?.open_cases[0]).toMatchObject({ link_state: "STARTED" });
  });

  it("an optimistic reassignment shows the case once when the server's answer arrives before the change is removed", () => {
    const store = storeWithTours(shownTours);
    const hide = store.show({ kind: "assignment", case_id: "case", from: "tour", to: "other", change: {} });
    store.putTours(
      [
        aTimelineTour({ open_cases: [] }),
        aTimelineTour({ id: "other", open_cases: [aCaseOnTimeline({ lock_version: 4 })] }),
      ],
      store.step,
    );
    expect(openOf(store)).toEqual([0, 1]);
    hide();
    expect(openOf(store)).toEqual([0, 1]);
  });

  it("an optimistic change of a tour's planned times is shown until it is removed", () => {
    const store = storeWithTours(shownTours);
    const change = { scheduled_end_at: "2026-11-21T20:00:00Z" };
    const hide = store.show({ kind: "plan", tour_id: "tour", change });
    expect(toursInStore(store)[0]).toMatchObject(change);
    hide();
    expect(toursInStore(store)[0]?.scheduled_end_at).toBe(shownTours[0]?.scheduled_end_at);
  });
});

describe("an answer about tours", () => {
  it("an answer with tours does not remove a case that was assigned after the request was sent", () => {
    const store = storeWithTours([aTimelineTour()]);
    const since = store.step;
    store.putAssignment("tour", aCaseOnTimeline());
    store.putTours([aTimelineTour()], since);
    expect(toursInStore(store)[0]?.open_cases).toHaveLength(1);
    store.putTours([aTimelineTour()], store.step);
    expect(toursInStore(store)[0]?.open_cases).toHaveLength(0);
  });

  it("an answer with tours does not bring back a tour that was deleted after the request was sent", () => {
    const store = storeWithTours(shownTours);
    store.deleteTour("other");
    store.putTours(shownTours, 0);
    expect(toursInStore(store).map(({ id }) => id)).toEqual(["tour"]);
  });

  it("an answer with the tours of a time range removes missing ones, but not those planned since the request", () => {
    const store = storeWithTours(shownTours);
    const since = store.step;
    store.putTours([aTimelineTour({ id: "planned since" })], since);
    store.putWindow(shownTours.slice(0, 1), since, () => true);
    expect(toursInStore(store).map(({ id }) => id)).toEqual(["tour", "planned since"]);
  });
});

describe("an event without a rule", () => {
  it("applying an event of an unknown type throws", () => {
    // Parsed from JSON as it comes over the wire, where no type constrains it.
    const event: StreamEvent = JSON.parse(JSON.stringify({ type: "weather", timestamp, data: {} }));
    expect(() => applyEvents(storeWithTours([]), [event])).toThrow(/weather/);
  });
});

describe("the waiting time of an area", () => {
  const area = { area_id: "a1", title: "Graz", waiting_minutes: 20, waiting_updated_at: "2026-11-21T09:00:00+00:00" };
  const boardAfter = (...events: Partial<typeof area>[]) => {
    const store = new EntityStore();
    store.putSnapshot({ ...aBoardSnapshot({ tours: [] }), areas: [area] }, store.step);
    const told = events.map((own) => ({ type: "area waiting time", timestamp, data: { ...area, ...own } }) as const);
    const { area_ids } = applyEvents(store, told);
    return { areas: [...(store.board?.areas.values() ?? [])], wanted: [...area_ids] };
  };
  const later = "2026-11-21T09:05:00Z";

  it("a new waiting time of a known area is shown without a request", () => {
    const { areas, wanted } = boardAfter({ waiting_minutes: 45, waiting_updated_at: later });
    expect(areas).toEqual([{ ...area, waiting_minutes: 45, waiting_updated_at: later }]);
    expect(wanted).toEqual([]);
  });

  it("the waiting time of an area that is newer than the board is shown, and its outline is read", () => {
    const news = { area_id: "a2", title: "Linz", waiting_updated_at: later };
    expect(boardAfter(news)).toEqual({ areas: [area, { ...area, ...news }], wanted: ["a2"] });
  });

  it("an area whose event carries the same waiting time shows its new title, and is read again", () => {
    const renamed = { title: "Graz Nord", waiting_updated_at: "2026-11-21T09:00:00Z" };
    expect(boardAfter(renamed)).toEqual({ areas: [{ ...area, ...renamed }], wanted: ["a1"] });
  });
});
