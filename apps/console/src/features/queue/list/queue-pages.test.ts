import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { describe, expect, it } from "vitest";
import type { QueueCase } from "./queue-case.ts";
import type { Tab } from "../queue-filter.ts";
import {
  dropGone,
  hasGone,
  nextPageOf,
  PAGE_SIZE,
  type Pages,
  patchPages,
  replaceRows,
  rowsOf,
} from "./queue-pages.ts";

const aRow = (id: string, change: Partial<QueueCase> = {}): QueueCase => ({
  id,
  natural_id: `C-2026-${id}`,
  display_name: "Muster Maria",
  branch_id: null,
  data_type: "FUNERAL",
  state: "OPEN",
  lock_version: 1,
  approved: true,
  finalized: false,
  not_before: null,
  due_at: null,
  postponed_until: null,
  kind: null,
  source: null,
  target: null,
  is_infectious: false,
  lacks_cold_storage: false,
  seats_required: 0,
  priority: null,
  required_skill_ids: [],
  ...change,
});
const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => aRow(String(first + index)));
const aPage = (page: number, cases: readonly QueueCase[], total: number) => ({
  page,
  total,
  received: cases.length,
  cases,
});

type ActionEvent = Extract<StreamEvent, { type: "case action" }>;
interface Happening {
  readonly case_id: string;
  readonly action?: string;
  readonly state?: string;
  readonly bucket?: "open" | "unassigned";
  readonly finalized?: boolean;
  readonly lock_version?: number;
}
const anAction = (happening: Happening): StreamEvent => {
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
const anUpdate = (case_id: string, change: "created" | "updated"): StreamEvent => ({
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
  const full = aPage(0, rowsFrom(0, PAGE_SIZE), 450);
  const second = aPage(1, rowsFrom(200, PAGE_SIZE), 450);
  const without = (page: typeof full, left: number) => ({
    ...page,
    total: page.total - left,
    cases: page.cases.slice(left),
  });
  it.each<[string, Pages, number | undefined]>([
    ["the second after the first", [full], 1],
    ["the third after both", [full, second], 2],
    ["none when every row is here", [aPage(0, rowsFrom(0, 3), 3)], undefined],
    ["none after the end, whatever came meanwhile", [full, aPage(1, rowsFrom(200, 3), 205)], undefined],
    ["the same once more when later rows have moved into it", [full, without(second, 1)], 1],
    ["an earlier one when many have left", [without(full, 150), without(second, 150)], 0],
    ["the next when the last brought nothing new", [full, second, aPage(1, second.cases, 450)], 2],
  ])("continue with %s", (_what, pages, next) => expect(nextPageOf(pages)).toBe(next));

  it("show each case once", () =>
    expect(rowsOf([aPage(0, rowsFrom(0, 5), 9), aPage(1, rowsFrom(3, 5), 9)]).map(({ id }) => id)).toEqual([
      "0",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
    ]));
});

describe("the queue under the stream", () => {
  const pages = [aPage(0, rowsFrom(0, 3), 3)];
  const patch = (tab: Tab, ...events: StreamEvent[]) => patchPages(pages, events, tab);

  it.each<[Tab, string, StreamEvent, boolean]>([
    ["open", "assigned", anAction({ case_id: "1", bucket: "open" }), true],
    ["open", "closed", anAction({ case_id: "1", action: "CANCEL", state: "CANCELLED", finalized: true }), true],
    ["open", "renamed", anUpdate("1", "updated"), false],
    ["running", "accepted", anAction({ case_id: "1", action: "ACCEPT", bucket: "open" }), false],
    ["running", "taken back", anAction({ case_id: "1", action: "UNASSIGN", bucket: "unassigned" }), true],
    ["planned", "assigned", anAction({ case_id: "1", bucket: "open" }), false],
    ["planned", "started", anAction({ case_id: "1", action: "START", bucket: "open" }), true],
    ["all", "closed", anAction({ case_id: "1", state: "DELIVERED", finalized: true }), false],
  ])("a row of %s that is %s leaves or stays as it should", (...[tab, , event, leaves]) => {
    const patched = patch(tab, event);
    expect(hasGone(patched.pages)).toBe(leaves);
    expect(patched.pages[0]?.total).toBe(leaves ? 2 : 3);
    expect(patched.changed).toEqual(leaves ? [] : ["1"]);
  });

  it("lets a case come in that was assigned in the same moment as it was created", () => {
    const events = [anUpdate("9", "created"), anAction({ case_id: "9", bucket: "open", lock_version: 3 })];
    expect(patch("all", ...events).entering).toEqual(["9"]);
    expect(patch("running", ...events).entering).toEqual(["9"]);
    expect(patch("open", ...events).entering).toEqual([]);
  });

  it("reads a row anew that was changed and then assigned in the same moment", () => {
    const events = [anUpdate("1", "updated"), anAction({ case_id: "1", bucket: "open", lock_version: 3 })];
    expect(patch("all", ...events).stale).toEqual(["1"]);
  });

  it("keeps a row that leaves in its place until it may go", () => {
    const patched = patch("open", anAction({ case_id: "1", bucket: "open" }));
    expect(rowsOf(patched.pages).map(({ id }) => id)).toEqual(["0", "1", "2"]);
    expect(rowsOf(dropGone(patched.pages)).map(({ id }) => id)).toEqual(["0", "2"]);
  });
  it("takes a row back that returns meanwhile", () => {
    const gone = patch("open", anAction({ case_id: "1", bucket: "open" })).pages;
    const back = anAction({ case_id: "1", action: "UNDO", state: "OPEN", lock_version: 3 });
    expect(hasGone(patchPages(gone, [back], "open").pages)).toBe(false);
  });
  it("ignores what is older than the row", () => {
    const event = anAction({ case_id: "1", bucket: "open", lock_version: 0 });
    expect(rowsOf(patch("open", event).pages)[1]).toEqual(aRow("1"));
  });
  it("goes by the last of several events", () => {
    const events = [
      anAction({ case_id: "1", state: "STARTED", bucket: "open" }),
      anAction({ case_id: "1", state: "LOADED", bucket: "open", lock_version: 3 }),
    ];
    expect(rowsOf(patch("running", ...events).pages)[1]).toMatchObject({ state: "LOADED", lock_version: 3 });
  });
  it("reads rows anew of which an event does not tell everything", () =>
    expect(patch("open", anUpdate("1", "updated")).stale).toEqual(["1"]));
  it("leaves the pages alone when none of their rows is meant", () =>
    expect(patch("open", anAction({ case_id: "9", bucket: "open" })).pages).toBe(pages));

  it.each<[Tab, string, StreamEvent, boolean]>([
    ["open", "new", anUpdate("9", "created"), true],
    ["open", "taken back", anAction({ case_id: "9", action: "UNASSIGN", state: "OPEN", bucket: "unassigned" }), true],
    ["open", "changed further down", anUpdate("9", "updated"), false],
    ["open", "assigned", anAction({ case_id: "9", bucket: "open" }), false],
    ["running", "assigned", anAction({ case_id: "9", bucket: "open" }), true],
    ["running", "on its way further down", anAction({ case_id: "9", action: "START", bucket: "open" }), false],
    ["planned", "postponed", anAction({ case_id: "9", action: "POSTPONE", bucket: "open" }), true],
    ["all", "new", anUpdate("9", "created"), true],
  ])("looks into %s for what is %s only if it has just come", (...[tab, , event, enters]) =>
    expect(patch(tab, event).entering).toEqual(enters ? ["9"] : []),
  );

  it("never replaces a row by an older reading", () => {
    const newer = aRow("1", { display_name: "Neu", lock_version: 2 });
    const older = aRow("2", { display_name: "Alt", lock_version: 0 });
    expect(rowsOf(replaceRows(pages, [newer, older])).map(({ display_name }) => display_name)).toEqual([
      "Muster Maria",
      "Neu",
      "Muster Maria",
    ]);
  });
});
