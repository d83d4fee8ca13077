import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { describe, expect, it } from "vitest";
import type { OutboxContent, OutboxEntry } from "./outbox-row.ts";
import { notesOfRefusedEntries, resendableEntries } from "./resolve.ts";
import {
  aCaseWithLink,
  aTourCaseLink,
  anOutboxRow,
  anActionEntry,
  fixtureCaseId,
  fixtureTourId,
} from "./row.fixture.ts";

const anEntry = (seq: number, content: OutboxContent): OutboxEntry => ({
  ...anOutboxRow(seq),
  isFrozen: true,
  content,
});
const todoContent = {
  op: "setTodoCompleted",
  body: { case_id: fixtureCaseId, todo_id: fixtureCaseId, completed: true },
} as const;
const lateNotes = (...entries: OutboxEntry[]) =>
  notesOfRefusedEntries(entries, ({ op }) => op).map(({ note }) => note.body);

describe("late notes of refused entries", () => {
  it("refused outbox entries become late notes: a step with its action id, a todo, and a note with its own text", () => {
    const arrived = anActionEntry(1, "ARRIVE");
    const note = { op: "createCaseComment", body: { id: fixtureCaseId, text: "Tor ist zu" } } as const;
    expect(lateNotes(arrived, anEntry(2, todoContent), anEntry(3, note))).toEqual([
      { id: fixtureCaseId, text: "receiveAction", kind: "LATE_ENTRY", action: "ARRIVE", action_id: arrived.action_id },
      { id: fixtureCaseId, text: "setTodoCompleted", kind: "LATE_ENTRY" },
      { id: fixtureCaseId, text: "Tor ist zu", kind: "LATE_ENTRY" },
    ]);
  });

  it("refused outbox entries without a case, and refused late notes, do not become late notes", () => {
    const onBreak = {
      op: "updateTourStartedSubState",
      body: { id: fixtureTourId, started_sub_state: "ON_A_BREAK" },
    } as const;
    const late = {
      op: "createCaseComment",
      body: { id: fixtureCaseId, text: "Tor ist zu", kind: "LATE_ENTRY" },
    } as const;
    expect(lateNotes(anEntry(1, onBreak), anEntry(2, late))).toEqual([]);
  });
});

describe("refused steps that are sent again", () => {
  const mine = [anEntry(1, todoContent), anActionEntry(2, "ARRIVE"), anActionEntry(3, "LOAD"), anEntry(4, todoContent)];
  const repeated = (...actions: CaseAction[]) =>
    resendableEntries(aCaseWithLink("FUNERAL", aTourCaseLink("STARTED", { actions })), mine, fixtureTourId).map(
      ({ seq }) => seq,
    );

  it("refused outbox steps that the case no longer allows are not sent again, although a todo before them is", () => {
    expect(repeated()).toEqual([1, 4]);
    expect(repeated("LOAD")).toEqual([1, 3, 4]);
  });

  it("refused outbox steps are sent again from the first one that the case still allows", () => {
    expect(repeated("ARRIVE")).toEqual([1, 2, 3, 4]);
  });
});
