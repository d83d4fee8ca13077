import { describe, expect, it } from "vitest";
import { outboxRowsToSend, nextOutboxWakeUpTime } from "./next-rows.ts";
import {
  isPlannedStep,
  needsDecision,
  SEND_AFTER_ALL_STEPS,
  SEND_AFTER_STEPS_AND_PHOTOS,
  START_GIVEN_UP,
  type UnencryptedOutboxFields,
} from "./outbox-row.ts";
import { anOutboxRow } from "./row.fixture.ts";

const now = Date.parse("2026-03-02T09:00:00Z");
const seqsOfNextRows = (
  rows: readonly UnencryptedOutboxFields[],
  pausedUntil = new Map<string, number>(),
  unsentPhotos = 0,
) => outboxRowsToSend(rows, { now, pausedUntil, unsentPhotos, unsentPositions: 0 }).map(({ seq }) => seq);

describe("the rows to send next", () => {
  it("the outbox rows to send next are the oldest of each chain, in any order of reading", () => {
    expect(
      seqsOfNextRows([
        anOutboxRow(3),
        anOutboxRow(2),
        anOutboxRow(4, { chain: "case:b" }),
        anOutboxRow(5, { chain: "case:b" }),
      ]),
    ).toEqual([2, 4]);
  });

  it("a pause after a failure holds up an outbox row for half a minute at most, even when the phone's clock is set back", () => {
    const pausedUntil = (ms: number) => new Map([[anOutboxRow(1).chain, now + ms]]);
    expect(seqsOfNextRows([anOutboxRow(1)], pausedUntil(30_000))).toEqual([]);
    expect(seqsOfNextRows([anOutboxRow(1)], pausedUntil(3_600_000))).toEqual([1]);
    expect(nextOutboxWakeUpTime([anOutboxRow(1)], { now, pausedUntil: pausedUntil(3_600_000) })).toBeUndefined();
  });

  it.each(["refused", "held"] as const)(
    "outbox rows behind a %s row of their chain are not sent, and those of other chains are",
    (status) => {
      expect(seqsOfNextRows([anOutboxRow(1, { status }), anOutboxRow(2), anOutboxRow(3, { chain: "case:b" })])).toEqual(
        [3],
      );
    },
  );

  it("the outbox row after the sent ones of its chain is sent next", () => {
    expect(seqsOfNextRows([anOutboxRow(1, { status: "sent" }), anOutboxRow(2)])).toEqual([2]);
  });

  it("an outbox row that needs another row is not sent before that one has arrived", () => {
    const start = anOutboxRow(1, { chain: "tour:t" });
    const needing = anOutboxRow(2, { needs: start.action_id });
    expect(seqsOfNextRows([start, needing])).toEqual([1]);
    expect(seqsOfNextRows([{ ...start, status: "refused" }, needing])).toEqual([]);
    expect(seqsOfNextRows([{ ...start, status: "sent" }, needing])).toEqual([2]);
    expect(seqsOfNextRows([needing])).toEqual([2]);
  });

  it("a step that is held because the start of its shift was given up is not sent, although the start is gone", () => {
    const step = anOutboxRow(2, { needs: anOutboxRow(1).action_id, status: "held", refusal: START_GIVEN_UP });
    expect(seqsOfNextRows([step, anOutboxRow(3), anOutboxRow(4, { chain: "case:b" })])).toEqual([4]);
    expect(needsDecision(step)).toBe(true);
    expect(needsDecision({ ...step, refusal: null })).toBe(false);
  });

  it("the outbox sends the end of a shift only when all rows before it have arrived", () => {
    const end = anOutboxRow(3, { chain: "tour:t", needs: SEND_AFTER_STEPS_AND_PHOTOS });
    expect(seqsOfNextRows([anOutboxRow(1), anOutboxRow(2, { chain: "case:b" }), end])).toEqual([1, 2]);
    expect(seqsOfNextRows([anOutboxRow(1, { status: "refused" }), end])).toEqual([]);
    expect(seqsOfNextRows([anOutboxRow(1, { status: "sent" }), end, anOutboxRow(4)])).toEqual([3, 4]);
  });

  it("the outbox sends the end of a shift only after all photos, and other rows without waiting for photos", () => {
    const rows = [anOutboxRow(1, { chain: "tour:t", needs: SEND_AFTER_STEPS_AND_PHOTOS }), anOutboxRow(2)];
    expect(seqsOfNextRows(rows, new Map(), 1)).toEqual([2]);
    expect(seqsOfNextRows(rows, new Map(), 0)).toEqual([1, 2]);
  });

  it("the outbox sends the change to off duty when every step before it has arrived, without waiting for photos", () => {
    const rows = [
      anOutboxRow(1),
      anOutboxRow(2, { chain: "tour:t", needs: SEND_AFTER_ALL_STEPS }),
      anOutboxRow(3, { chain: "tour:t", needs: SEND_AFTER_STEPS_AND_PHOTOS }),
    ];
    expect(seqsOfNextRows(rows, new Map(), 1)).toEqual([1]);
    const arrived = rows.map((row) => (row.seq === 1 ? { ...row, status: "sent" as const } : row));
    expect(seqsOfNextRows(arrived, new Map(), 1)).toEqual([2]);
    const offDuty = arrived.map((row) => (row.seq === 2 ? { ...row, status: "sent" as const } : row));
    expect(seqsOfNextRows(offDuty, new Map(), 1)).toEqual([]);
    expect(seqsOfNextRows(offDuty, new Map(), 0)).toEqual([3]);
  });

  it("later outbox rows of a chain are sent before a planned row whose time has not come", () => {
    expect(seqsOfNextRows([anOutboxRow(1, { not_before: now + 1 }), anOutboxRow(2)])).toEqual([2]);
    expect(seqsOfNextRows([anOutboxRow(1, { not_before: now }), anOutboxRow(2)])).toEqual([1]);
  });

  it("outbox rows of a paused chain are not sent", () => {
    const pausedUntil = new Map([["case:b", now + 1]]);
    expect(seqsOfNextRows([anOutboxRow(1), anOutboxRow(2, { chain: "case:b" })], pausedUntil)).toEqual([1]);
  });
});

describe("when to look again", () => {
  const wakeUp = (rows: readonly UnencryptedOutboxFields[], paused: [string, number][] = []) =>
    nextOutboxWakeUpTime(rows, { now, pausedUntil: new Map(paused) });

  it("the outbox wakes up at the end of the first pause or at the time of the first planned row, whichever is earlier", () => {
    const rows = [anOutboxRow(1, { chain: "a" }), anOutboxRow(2, { chain: "b", not_before: now + 50 })];
    expect(wakeUp(rows)).toBe(now + 50);
    expect(wakeUp(rows, [["a", now + 20]])).toBe(now + 20);
  });

  it("the outbox sets no time to wake up when no row waits for a time", () => {
    expect(
      wakeUp([anOutboxRow(1, { status: "refused", not_before: now + 50 }), anOutboxRow(2, { status: "sent" })]),
    ).toBeUndefined();
  });
});

it("a step that follows by itself is told of as soon as it was refused or is held back", () => {
  const planned = anOutboxRow(1, { not_before: 1 });
  expect(isPlannedStep(planned)).toBe(true);
  for (const status of ["refused", "held"] as const) expect(isPlannedStep({ ...planned, status })).toBe(false);
  expect(isPlannedStep(anOutboxRow(2))).toBe(false);
});
