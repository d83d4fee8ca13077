import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { describe, expect, it } from "vitest";
import { applyEvents } from "#live/apply-events.ts";
import { caseDataFromSummary } from "#live/case-entity.ts";
import { aCaseSummary, aCaseCard } from "#live/board.fixture.ts";
import { EntityStore } from "#live/entities.ts";
import type { QueueTab } from "../queue-filter.ts";
import {
  caseIdsChangedByEvents,
  countGoneRows,
  caseIdsPossiblyEnteringByEvents,
  caseIdsPossiblyMissed,
  nextQueuePageNumber,
  QUEUE_PAGE_SIZE,
  type QueuePages,
  queueRowsOfPages,
  dropGoneRowsFromPages,
} from "./queue-pages.ts";

const listedCasesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(first + index), lock_version: 1 }));
const aQueuePage = (page: number, listed: ReturnType<typeof listedCasesFrom>, total: number) => ({
  page,
  asked_at: 0,
  total,
  received: listed.length,
  listed,
});

/** Store with the cases of a list, in the version in which they were listed. */
function storeOfPages(pages: QueuePages) {
  const store = new EntityStore();
  const listed = pages.flatMap((page) => page.listed);
  for (const { id, lock_version } of listed)
    store.cases.put({ ...caseDataFromSummary(aCaseSummary({ case_id: id, lock_version })), card: aCaseCard() }, 0);
  return store;
}

type ActionEvent = Extract<StreamEvent, { type: "case action" }>;
interface ActionEventOptions {
  readonly case_id: string;
  readonly action?: string;
  readonly state?: string;
  readonly bucket?: "open" | "unassigned";
  readonly finalized?: boolean;
  readonly lock_version?: number;
}
const anActionEvent = (happening: ActionEventOptions): StreamEvent => {
  const { case_id, action = "ASSIGN", state = "ASSIGNED", bucket, finalized = false, lock_version = 2 } = happening;
  const data: ActionEvent["data"] = {
    case_id,
    natural_id: `C-2026-${case_id}`,
    display_name: "Muster Maria",
    branch_id: null,
    state,
    finalized,
    lock_version,
    action,
    tour_id: "t",
    history_id: "h",
    tour_case_states: bucket ? [{ tour_id: "t", state, bucket }] : [],
    actor_kind: "D",
    occurred_at: "2026-03-02T08:15:00Z",
  };
  return { type: "case action", timestamp: "2026-03-02T08:15:00Z", data };
};
const anUpdateEvent = (case_id: string, change: "created" | "updated"): StreamEvent => ({
  type: "case update",
  timestamp: "2026-03-02T08:15:00Z",
  data: {
    case_id,
    natural_id: `C-2026-${case_id}`,
    display_name: "Muster Maria",
    branch_id: null,
    state: "OPEN",
    finalized: false,
    lock_version: 2,
    change,
    tour_case_states: [],
  },
});

describe("pages of the queue", () => {
  const full = aQueuePage(0, listedCasesFrom(0, QUEUE_PAGE_SIZE), 450);
  const second = aQueuePage(1, listedCasesFrom(200, QUEUE_PAGE_SIZE), 450);
  const without = (page: typeof full, left: number) => ({
    ...page,
    total: page.total - left,
    listed: page.listed.slice(left),
  });
  it.each<[string, QueuePages, number | undefined]>([
    ["the second after the first", [full], 1],
    ["the third after both", [full, second], 2],
    ["none when every row is here", [aQueuePage(0, listedCasesFrom(0, 3), 3)], undefined],
    ["none after the end, whatever came in between", [full, aQueuePage(1, listedCasesFrom(200, 3), 205)], undefined],
    ["the same once more when later rows have moved into it", [full, without(second, 1)], 1],
    ["an earlier one when many have left", [without(full, 150), without(second, 150)], 0],
    ["the next when the last brought nothing new", [full, second, aQueuePage(1, second.listed, 450)], 2],
  ])("the page that the queue fetches next is %s", (_what, pages, next) =>
    expect(nextQueuePageNumber(pages)).toBe(next),
  );

  it("the queue shows a case once when its pages overlap", () => {
    const pages = [aQueuePage(0, listedCasesFrom(0, 5), 9), aQueuePage(1, listedCasesFrom(3, 5), 9)];
    const rows = queueRowsOfPages(pages, { find: storeOfPages(pages).cases.get, tab: "all", isHeld: false });
    expect(rows.map(({ id }) => id)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
  });
});

describe("the queue beside a board that was read after it", () => {
  const whole = [aQueuePage(0, listedCasesFrom(0, 3), 3)];
  const first = [aQueuePage(0, listedCasesFrom(0, QUEUE_PAGE_SIZE), 450)];
  const [before, since, after] = ["2026-03-02T08:00:00Z", "2026-03-02T08:14:50Z", "2026-03-02T08:15:00Z"];
  it.each<[string, QueuePages, string, boolean]>([
    ["that lists all cases asks about an unlisted one that was created meanwhile", whole, after, true],
    ["that lists all cases asks about an unlisted one that was changed meanwhile", whole, before, true],
    ["with further pages asks about an unlisted case that was created meanwhile", first, after, true],
    ["with further pages leaves a case that was only changed to the page on which it is", first, before, false],
  ])("a queue %s", (...[, pages, created_at, isAsked]) => {
    const store = storeOfPages(pages);
    const unlisted = aCaseSummary({ case_id: "999", created_at, updated_at: after });
    store.cases.put({ ...caseDataFromSummary(unlisted), card: undefined }, 0);
    const known = ["1", "999"].flatMap((id) => store.cases.get(id) ?? []);
    const missed = caseIdsPossiblyMissed(known, pages, { tab: "open", since: Date.parse(since) });
    expect(missed).toEqual(isAsked ? ["999"] : []);
  });
});

describe("the queue under the stream", () => {
  const pages = [aQueuePage(0, listedCasesFrom(0, 3), 3)];
  const after = (tab: QueueTab, ...events: StreamEvent[]) => {
    const store = storeOfPages(pages);
    const { case_ids } = applyEvents(store, events);
    const find = store.cases.get;
    return {
      rows: queueRowsOfPages(pages, { find, tab, isHeld: false }),
      held: queueRowsOfPages(pages, { find, tab, isHeld: true }),
      gone: countGoneRows(pages, find, tab),
      kept: dropGoneRowsFromPages(pages, find, tab),
      changed: caseIdsChangedByEvents(events, pages, { find, tab }),
      entering: caseIdsPossiblyEnteringByEvents(events, pages, tab),
      incomplete: [...case_ids],
    };
  };
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

  it.each<[QueueTab, string, StreamEvent, boolean]>([
    ["open", "assigned", anActionEvent({ case_id: "1", bucket: "open" }), true],
    ["open", "closed", anActionEvent({ case_id: "1", action: "CANCEL", state: "CANCELLED", finalized: true }), true],
    ["open", "renamed", anUpdateEvent("1", "updated"), false],
    ["running", "accepted", anActionEvent({ case_id: "1", action: "ACCEPT", bucket: "open" }), false],
    ["running", "taken back", anActionEvent({ case_id: "1", action: "UNASSIGN", bucket: "unassigned" }), true],
    ["planned", "assigned", anActionEvent({ case_id: "1", bucket: "open" }), false],
    ["planned", "started", anActionEvent({ case_id: "1", action: "START", state: "STARTED", bucket: "open" }), true],
    ["all", "closed", anActionEvent({ case_id: "1", state: "DELIVERED", finalized: true }), false],
  ])(
    "a row of the queue's tab %s whose case is %s leaves only if the case no longer belongs there",
    (...[tab, , event, leaves]) => {
      const { gone, kept, changed, rows } = after(tab, event);
      expect(gone).toBe(leaves ? 1 : 0);
      expect(kept[0]?.total).toBe(leaves ? 2 : 3);
      expect(idsOf(rows)).toEqual(leaves ? ["0", "2"] : ["0", "1", "2"]);
      expect(changed).toEqual(leaves ? [] : ["1"]);
    },
  );

  it("a case that is assigned at the moment of its creation appears in the queue's tabs all and running, but not in open", () => {
    const events = [anUpdateEvent("9", "created"), anActionEvent({ case_id: "9", bucket: "open", lock_version: 3 })];
    expect(after("all", ...events).entering).toEqual(["9"]);
    expect(after("running", ...events).entering).toEqual(["9"]);
    expect(after("open", ...events).entering).toEqual([]);
  });

  it("a row of the queue whose case is changed and assigned at the same moment is read again", () => {
    const events = [anUpdateEvent("1", "updated"), anActionEvent({ case_id: "1", bucket: "open", lock_version: 3 })];
    expect(after("all", ...events).incomplete).toEqual(["1"]);
  });

  it("a row that leaves the queue stays in its place, marked as gone, while the list is kept still", () => {
    const { held, rows } = after("open", anActionEvent({ case_id: "1", bucket: "open" }));
    expect(held.map(({ id, is_gone = false }) => [id, is_gone])).toEqual([
      ["0", false],
      ["1", true],
      ["2", false],
    ]);
    expect(idsOf(rows)).toEqual(["0", "2"]);
  });
  it("a row that returns to the queue while the list is kept still is no longer marked as gone", () => {
    const left = anActionEvent({ case_id: "1", bucket: "open" });
    const back = anActionEvent({ case_id: "1", action: "UNDO", state: "OPEN", lock_version: 3 });
    expect(after("open", left, back).held.some(({ is_gone }) => is_gone)).toBe(false);
  });
  it("the queue ignores an event that is older than the row of its case", () => {
    const { rows, changed } = after("open", anActionEvent({ case_id: "1", bucket: "open", lock_version: 0 }));
    expect([idsOf(rows), changed]).toEqual([["0", "1", "2"], []]);
  });
  it("a row stays in the tab of the queue in which the server listed its version, even if the tab's rule says otherwise", () => {
    const assigned = anActionEvent({ case_id: "1", bucket: "open", lock_version: 1 });
    expect(after("open", assigned).gone).toBe(0);
  });
  it("the last of several events about a case determines the state in its row of the queue", () => {
    const events = [
      anActionEvent({ case_id: "1", state: "STARTED", bucket: "open" }),
      anActionEvent({ case_id: "1", state: "LOADED", bucket: "open", lock_version: 3 }),
    ];
    expect(after("running", ...events).rows[1]).toMatchObject({ state: "LOADED", lock_version: 3 });
  });
  it("an event about a case that the queue does not list changes no row", () => {
    const { kept, changed } = after("open", anActionEvent({ case_id: "9", bucket: "open" }));
    expect([kept, changed]).toEqual([pages, []]);
  });

  it.each<[QueueTab, string, StreamEvent, boolean]>([
    ["open", "new", anUpdateEvent("9", "created"), true],
    [
      "open",
      "taken back",
      anActionEvent({ case_id: "9", action: "UNASSIGN", state: "OPEN", bucket: "unassigned" }),
      true,
    ],
    ["open", "changed further down", anUpdateEvent("9", "updated"), false],
    ["open", "assigned", anActionEvent({ case_id: "9", bucket: "open" }), false],
    ["running", "assigned", anActionEvent({ case_id: "9", bucket: "open" }), true],
    ["running", "on its way further down", anActionEvent({ case_id: "9", action: "START", bucket: "open" }), false],
    ["planned", "postponed", anActionEvent({ case_id: "9", action: "POSTPONE", bucket: "open" }), true],
    ["all", "new", anUpdateEvent("9", "created"), true],
  ])(
    "the queue's tab %s fetches an unlisted case that is %s only if the case now belongs there",
    (...[tab, , event, enters]) => expect(after(tab, event).entering).toEqual(enters ? ["9"] : []),
  );
});
