import { describe, expect, it } from "vitest";
import {
  addQueueFilter,
  type QueueFilter,
  parseQueueFilters,
  removeQueueFilter,
  createQueueSearchRequest,
  type QueueTab,
  formatQueueFilters,
} from "./queue-filter.ts";

const times = { now: Date.parse("2026-03-02T08:15:00Z"), today: "2026-03-02" };
const branchId = "7e6d5c4b-3a29-4817-8605-f4e3d2c1b001";
const readWrittenFilters = (...written: string[]) => parseQueueFilters(written);
const requestOfTab = (tab: QueueTab, ...written: string[]) =>
  createQueueSearchRequest({ tab, text: undefined, filters: parseQueueFilters(written), ...times });

describe("filters in the address", () => {
  it("filters of the queue are read from the URL as they were written to it", () => {
    const written = [`branch_ids:${branchId}`, "states:open", "due:late", "zip_prefixes:80", "cities:Bruck a. d. Mur"];
    expect(formatQueueFilters(parseQueueFilters(written))).toEqual(written);
  });

  it.each([
    ["an unknown name", "colour:red"],
    ["no name", ":x"],
    ["no value", "cities: "],
    ["a value that does not exist", "states:sleeping"],
    ["an invalid id", "branch_ids:graz"],
    ["a postal code that is too long", `zip_prefixes:${"8".repeat(17)}`],
  ])("filters of the queue in the URL are ignored if they have %s", (_what, written) =>
    expect(readWrittenFilters(written)).toEqual([]),
  );

  it("a filter of the queue that is twice in the URL is read once", () =>
    expect(readWrittenFilters("cities:Graz", "cities:Graz")).toHaveLength(1));
  it("removing the last filter of the queue removes the parameter from the URL", () =>
    expect(formatQueueFilters([])).toBeUndefined());

  it.each<[string, string[], QueueFilter, string[]]>([
    [
      "adds a value of the same field",
      ["cities:Graz"],
      { name: "cities", value: "Linz" },
      ["cities:Graz", "cities:Linz"],
    ],
    ["replaces one that excludes it", ["due:late"], { name: "due", value: "today" }, ["due:today"]],
    ["changes nothing when it is there", ["cities:Graz"], { name: "cities", value: "Graz" }, ["cities:Graz"]],
  ])("adding a filter of the queue %s", (...[, before, added, after]) =>
    expect(formatQueueFilters(addQueueFilter(parseQueueFilters(before), added))).toEqual(after),
  );

  it("removing a filter of the queue keeps the others", () =>
    expect(removeQueueFilter(readWrittenFilters("cities:Graz", "due:late"), { name: "due", value: "late" })).toEqual(
      readWrittenFilters("cities:Graz"),
    ));
});

describe("what the server is asked for", () => {
  it.each<[QueueTab, object]>([
    ["open", { unassigned: true, sort: ["due_at,asc"] }],
    ["running", { finalized: false, has_open_link: true, sort: ["due_at,asc"] }],
    ["planned", { planned: true, sort: ["due_at,asc"] }],
    ["all", { sort: ["created_at,desc"] }],
  ])("the queue requests for the tab %s the cases of that tab in its order", (tab, request) =>
    expect(requestOfTab(tab)).toEqual(request),
  );

  it("a text search in the queue is sorted by how well cases match", () =>
    expect(createQueueSearchRequest({ tab: "open", text: " Mayer ", filters: [], ...times })).toEqual({
      unassigned: true,
      text: "Mayer",
    }));
  it("a search text of blanks in the queue requests all cases", () =>
    expect(createQueueSearchRequest({ tab: "all", text: "  ", filters: [], ...times })).toEqual({
      sort: ["created_at,desc"],
    }));

  it("the queue's filter for a state requests the matching states of transports and of roadside cases", () =>
    expect(requestOfTab("all", "states:onsite").states).toEqual(["arrived", "atDestination"]));
  it("the queue's filter for late cases never requests closed ones", () =>
    expect(requestOfTab("all", "due:late")).toMatchObject({ finalized: false, due_to: "2026-03-02T08:15:00.000Z" }));
  it("the queue's filter for today uses the day in the tenant's time zone", () =>
    expect(requestOfTab("open", "due:today")).toMatchObject({
      due_from: "2026-03-01T23:00:00.000Z",
      due_to: "2026-03-02T23:00:00.000Z",
    }));
  it.each([
    ["infectious:true", { infectious: true }],
    ["infectious:false", { infectious: false }],
    ["data_types:ROADSIDE", { data_types: ["ROADSIDE"] }],
    ["service_keys:PH_Standard", { service_keys: ["PH_Standard"] }],
    ["transport_types:Sonstiges", { transport_types: ["Sonstiges"] }],
    [`area_ids:${branchId}`, { area_ids: [branchId] }],
  ])("the filter %s narrows the queue's request", (written, request) =>
    expect(requestOfTab("all", written)).toMatchObject(request),
  );
});
