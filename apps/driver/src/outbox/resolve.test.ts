import { describe, expect, it } from "vitest";
import type { OutboxContent, OutboxEntry } from "./outbox-row.ts";
import { lateEntriesOf } from "./resolve.ts";
import { aRow, anAction, caseId, tourId } from "./row.fixture.ts";

const anEntry = (seq: number, content: OutboxContent): OutboxEntry => ({ ...aRow(seq), isFrozen: true, content });
const notesOf = (...entries: OutboxEntry[]) => lateEntriesOf(entries, ({ op }) => op).map(({ note }) => note.body);

describe("late notes of refused entries", () => {
  it("the late notes of refused entries are the step with its id, the todo, and a note in its own words", () => {
    const arrived = anAction(1, "ARRIVE");
    const todo = { op: "setTodoCompleted", body: { case_id: caseId, todo_id: caseId, completed: true } } as const;
    const note = { op: "createCaseComment", body: { id: caseId, text: "Tor ist zu" } } as const;
    expect(notesOf(arrived, anEntry(2, todo), anEntry(3, note))).toEqual([
      { id: caseId, text: "receiveAction", kind: "LATE_ENTRY", action: "ARRIVE", action_id: arrived.action_id },
      { id: caseId, text: "setTodoCompleted", kind: "LATE_ENTRY" },
      { id: caseId, text: "Tor ist zu", kind: "LATE_ENTRY" },
    ]);
  });

  it("refused entries without a case, and notes that were late before, leave no late note", () => {
    const onBreak = {
      op: "updateTourStartedSubState",
      body: { id: tourId, started_sub_state: "ON_A_BREAK" },
    } as const;
    const late = { op: "createCaseComment", body: { id: caseId, text: "Tor ist zu", kind: "LATE_ENTRY" } } as const;
    expect(notesOf(anEntry(1, onBreak), anEntry(2, late))).toEqual([]);
  });
});
