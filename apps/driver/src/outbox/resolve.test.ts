import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { describe, expect, it } from "vitest";
import { type OutboxContent, type OutboxEntry, START_GIVEN_UP } from "./outbox-row.ts";
import { notesOfRefusedEntries, resendableEntries, stepsLeftWithoutStart, tourToStartAgain } from "./resolve.ts";
import {
  aCaseWithLink,
  aShiftStartEntry,
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

describe("a refused start of a shift", () => {
  const start = aShiftStartEntry(1);
  const needs = start.action_id;
  const tours = (status: string) => [{ id: fixtureTourId, status }];
  const rows = [
    anOutboxRow(4, { chain: "case:b", needs }),
    anOutboxRow(3, { needs }),
    anOutboxRow(2, { needs }),
    anOutboxRow(5, { chain: "createCaseComment:c", needs }),
    anOutboxRow(6, { chain: "case:c" }),
  ];

  it("a refused start may be sent again only while its tour is planned and on the phone", () => {
    expect(tourToStartAgain([start], tours("SCHEDULED"))).toEqual({ id: fixtureTourId, status: "SCHEDULED" });
    expect(tourToStartAgain([start], tours("STARTED"))).toBeUndefined();
    expect(tourToStartAgain([start], [])).toBeUndefined();
    expect(tourToStartAgain([anActionEntry(1, "START")], tours("SCHEDULED"))).toBeUndefined();
  });

  it("a start that is given up leaves the steps that need it, and the first one of each case tells why", () => {
    expect(stepsLeftWithoutStart(rows, [start], tours("SCHEDULED"))).toEqual([
      { seq: 2, refusal: START_GIVEN_UP },
      { seq: 3, refusal: null },
      { seq: 4, refusal: START_GIVEN_UP },
    ]);
  });

  it("a start that is given up leaves no step when others have started its tour", () => {
    expect(stepsLeftWithoutStart(rows, [start], tours("STARTED"))).toEqual([]);
    expect(stepsLeftWithoutStart(rows, [anActionEntry(1, "START")], tours("SCHEDULED"))).toEqual([]);
  });
});
