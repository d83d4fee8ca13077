import type { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { describe, expect, it } from "vitest";
import { caseHistoryEntriesOf } from "./history.ts";
import { anInspectedCase } from "../inspector.fixture.ts";

const aStateUpdate = (id: string, change: Partial<CaseStateUpdate> = {}): CaseStateUpdate => ({
  id,
  tour_id: "t1",
  tour_natural_id: "T-1",
  group_id: id,
  transition: "ACCEPT",
  old_state: "ASSIGNED",
  new_state: "ACCEPTED",
  old_bucket: "open",
  new_bucket: "open",
  old_case_state: "ASSIGNED",
  new_case_state: "ASSIGNED",
  reason: null,
  identity: null,
  forwarded_to: null,
  undoes: null,
  undone: false,
  actor_kind: "V",
  actor: { id: "u1", name: "Karl Fahrer" },
  action_id: null,
  lock_version: 1,
  occurred_at: "2026-11-21T09:00:00Z",
  received_at: "2026-11-21T09:00:01Z",
  ...change,
});

describe("the history of a case", () => {
  it("the history of a case begins with its creation, and lists the newest entry first", () => {
    const dispatchCase = anInspectedCase({ created_by: { id: "u", name: "Eva Disponentin" } });
    const told = caseHistoryEntriesOf(dispatchCase, [aStateUpdate("1"), aStateUpdate("2", { transition: "START" })]);
    expect(told.map(({ transition, who }) => [transition, who])).toEqual([
      ["START", "Karl Fahrer"],
      ["ACCEPT", "Karl Fahrer"],
      ["CREATE", "Eva Disponentin"],
    ]);
  });

  it("the history of a case has one entry for all rows of the same request", () => {
    const rows = [aStateUpdate("1", { group_id: "g" }), aStateUpdate("2", { group_id: "g" })];
    expect(caseHistoryEntriesOf(anInspectedCase(), rows)).toHaveLength(2);
    const onTwoTours = [aStateUpdate("1", { group_id: "g" }), aStateUpdate("2", { group_id: "g", tour_id: "t2" })];
    expect(caseHistoryEntriesOf(anInspectedCase(), onTwoTours)).toHaveLength(3);
  });

  it("the history of a case marks what was undone, and what arrived late from a phone without network", () => {
    const [entry] = caseHistoryEntriesOf(anInspectedCase(), [
      aStateUpdate("1", { undone: true, received_at: "2026-11-21T09:20:00Z" }),
    ]);
    expect(entry).toMatchObject({ is_undone: true, received_at: "2026-11-21T09:20:00Z" });
    expect(caseHistoryEntriesOf(anInspectedCase(), [aStateUpdate("1")])[0]?.received_at).toBeUndefined();
  });

  it("the history of a case marks entries with which the case left a tour", () => {
    expect(caseHistoryEntriesOf(anInspectedCase(), [aStateUpdate("1", { new_bucket: "unassigned" })])[0]?.leaves).toBe(
      true,
    );
    expect(caseHistoryEntriesOf(anInspectedCase(), [aStateUpdate("1", { undoes: "0" })])[0]?.leaves).toBe(true);
  });
});
