import { ApiProblem } from "@leitstand/client/problem";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sealValue } from "#vault/seal.ts";
import { OutboxChainPauses, drainOutbox } from "./drain.ts";
import { SEND_AFTER_ALL_STEPS, SEND_AFTER_STEPS_AND_PHOTOS, type OutboxContent, type OutboxRow } from "./outbox-row.ts";
import { anOutboxRow, fixtureCaseId, fixtureTourId } from "./row.fixture.ts";

/** Outbox in memory, with what a drain asks of the table: there is no database without a browser. */
function anOutboxInMemory(rows: OutboxRow[]) {
  const found = (matching: readonly OutboxRow[]) => ({
    toArray: () => Promise.resolve([...matching]),
    and: (fits: (row: OutboxRow) => boolean) => found(matching.filter(fits)),
    modify: (changes: Partial<OutboxRow>) => Promise.resolve(matching.map((row) => Object.assign(row, changes))),
  });
  return {
    toArray: () => Promise.resolve(rows.map((row) => ({ ...row }))),
    update: async (seq: number, changes: Partial<OutboxRow>) =>
      (await found(rows.filter((row) => row.seq === seq)).modify(changes)).length,
    where: () => ({
      between: ([chain, first]: [string, number]) =>
        found(rows.filter((row) => row.chain === chain && row.seq >= first)),
    }),
  };
}

const aRefusal = { status: 409, code: "ACTION_INVALID" as never, title: "", message: "", args: [], traceId: undefined };

const done = { op: "receiveAction", body: { id: fixtureCaseId, tour_id: fixtureTourId, action: "DONE" } } as const;
const todo = {
  op: "setTodoCompleted",
  body: { case_id: fixtureCaseId, todo_id: fixtureCaseId, completed: true },
} as const;

const start = { op: "startTour", body: { id: fixtureTourId, started_sub_state: "ACTIVE" } } as const;
const offDuty = {
  op: "updateTourStartedSubState",
  body: { id: fixtureTourId, started_sub_state: "OFF_DUTY" },
} as const;
const finish = { op: "finishTour", body: { id: fixtureTourId } } as const;

describe("a drain of the phone's outbox", () => {
  let deviceKey: CryptoKey;
  let unsentPositions: number;
  let offset: number | null;
  beforeEach(async () => {
    unsentPositions = 0;
    offset = 0;
    vi.stubGlobal("navigator", { locks: { request: (_name: string, run: () => unknown) => run() } });
    deviceKey = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  });

  const aStored = async (
    seq: number,
    content: OutboxContent,
    changes: Partial<OutboxRow> = {},
  ): Promise<OutboxRow> => ({
    ...anOutboxRow(seq, changes),
    content: await sealValue(deviceKey, content),
    frozen: null,
  });

  const drainAt = (now: number, outbox: object, client: object) =>
    drainOutbox({
      db: {
        outbox,
        positions: { count: () => Promise.resolve(unsentPositions) },
        photos: { where: () => ({ anyOf: () => ({ count: () => Promise.resolve(0) }) }) },
        transaction: (_mode: string, _tables: unknown, run: () => unknown) => run(),
      } as never,
      deviceKey,
      client: client as never,
      clockOffset: () => offset,
      pauses: new OutboxChainPauses(),
      now: () => now,
    });

  it("a planned step that the server refuses holds later waiting steps in the outbox, and not those already sent", async () => {
    const rows = [await aStored(1, done, { not_before: 1_000 }), await aStored(2, todo)];
    const outbox = anOutboxInMemory(rows);
    const client = {
      setTodoCompleted: () => Promise.resolve({}),
      receiveAction: () => Promise.reject(new ApiProblem(aRefusal)),
    };
    await drainAt(500, outbox, client);
    rows.push(await aStored(3, todo, { not_before: 9_000 }));
    await drainAt(1_500, outbox, client);
    expect(rows.map(({ status }) => status)).toEqual(["refused", "sent", "held"]);
  });

  it("a message that was read without network, and is not the driver's any more, leaves nothing to decide", async () => {
    const read = { op: "acknowledgeCriticalMessage", body: { id: fixtureCaseId } } as const;
    const rows = [await aStored(1, read), await aStored(2, todo)];
    const gone = { ...aRefusal, status: 404, code: "RESOURCE_NOT_FOUND" as const };
    const refusing = () => Promise.reject(new ApiProblem(gone));
    const outbox = anOutboxInMemory(rows);
    await drainAt(500, outbox, { acknowledgeCriticalMessage: refusing, setTodoCompleted: refusing });
    expect(rows.map(({ status }) => status)).toEqual(["sent", "refused"]);
  });

  it("a shift that was begun and ended without network starts, and stays on duty until its positions have arrived", async () => {
    const rows = [
      await aStored(1, start, { chain: "tour" }),
      await aStored(2, offDuty, { chain: "tour", needs: SEND_AFTER_ALL_STEPS }),
      await aStored(3, finish, { chain: "tour", needs: SEND_AFTER_STEPS_AND_PHOTOS }),
    ];
    const answer = () => Promise.resolve({});
    const client = { startTour: answer, updateTourStartedSubState: answer, finishTour: answer };
    const outbox = anOutboxInMemory(rows);
    unsentPositions = 150;
    await drainAt(500, outbox, client);
    expect(rows.map(({ status }) => status)).toEqual(["sent", "waiting", "waiting"]);
    unsentPositions = 0;
    await drainAt(500, outbox, client);
    expect(rows.map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
  });

  it("a step waits in the outbox while the phone does not know the server's time, and gets the right time afterwards", async () => {
    const rows = [await aStored(1, done, { at: 7_200_000, offset: null })];
    const outbox = anOutboxInMemory(rows);
    const sent: unknown[] = [];
    const receiveAction = (input: unknown) => Promise.resolve({}).then(() => sent.push(input) && {});
    offset = null;
    const end = await drainAt(7_300_000, outbox, { receiveAction });
    expect(end).toEqual({ is: "idle", wakeAt: 7_301_000 });
    expect(rows).toMatchObject([{ status: "waiting", frozen: null }]);
    offset = -3_600_000;
    await drainAt(7_400_000, outbox, { receiveAction });
    expect(sent).toMatchObject([{ occurred_at: new Date(3_600_000).toISOString() }]);
  });

  it.each([
    ["as learnt", 7_300_000, 3_600_000],
    ["not after the present, as the clock was set back since", 6_000_000, 2_400_000],
  ])(
    "a step that is repeated after a refusal has the time with which it was refused: %s",
    async (_, now, occurred_at) => {
      const rows = [await aStored(1, done, { at: 7_200_000, offset: null })];
      const outbox = anOutboxInMemory(rows);
      const sent: unknown[] = [];
      const refuse = (input: unknown) => {
        sent.push(input);
        return Promise.reject(new ApiProblem(aRefusal));
      };
      offset = -3_600_000;
      await drainAt(now, outbox, { receiveAction: refuse });
      await outbox.update(1, { status: "waiting", refusal: null, frozen: null });
      offset = 0;
      await drainAt(now + 60_000, outbox, { receiveAction: refuse });
      const time = new Date(occurred_at).toISOString();
      expect(sent).toMatchObject([{ occurred_at: time }, { occurred_at: time }]);
    },
  );

  it("a step whose time is certain is sent at once, even while the phone does not know the server's time now", async () => {
    const rows = [await aStored(1, done, { at: 7_200_000, offset: 1_000 })];
    offset = null;
    await drainAt(7_300_000, anOutboxInMemory(rows), { receiveAction: () => Promise.resolve({}) });
    expect(rows).toMatchObject([{ status: "sent" }]);
  });

  it("a step that the driver undoes while the outbox prepares its first attempt is not sent", async () => {
    const rows = [await aStored(1, done)];
    const outbox = anOutboxInMemory(rows);
    const receiveAction = vi.fn(() => Promise.resolve({}));
    const undo = (seq: number, changes: Partial<OutboxRow>) => {
      rows.pop();
      return outbox.update(seq, changes);
    };
    await drainAt(500, { ...outbox, update: undo }, { receiveAction });
    expect(receiveAction).not.toHaveBeenCalled();
  });
});
