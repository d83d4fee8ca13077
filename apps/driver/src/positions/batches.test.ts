import { expect, it } from "vitest";
import {
  positionBatchesAfterRefusal,
  POSITION_BATCH_SIZE_MAX,
  nextPositionBatch,
  refusedFixIndexes,
  type QueuedPosition,
} from "./batches.ts";

const positionRows = (count: number, batch: string | null = null, from = 1): QueuedPosition[] =>
  Array.from({ length: count }, (_, index) => ({ seq: from + index, batch }));
const createKeyCounter = () => {
  let count = 0;
  return () => `key ${++count}`;
};

it("a batch of positions takes up to a hundred of the oldest fixes under one idempotency key", () => {
  expect(nextPositionBatch([], createKeyCounter())).toBeUndefined();
  expect(nextPositionBatch(positionRows(3), createKeyCounter())).toEqual({ key: "key 1", seqs: [1, 2, 3] });
  expect(nextPositionBatch(positionRows(250), createKeyCounter())?.seqs).toHaveLength(POSITION_BATCH_SIZE_MAX);
});

it("a batch of positions that was tried before is sent again unchanged, without newer fixes", () => {
  const tried = [...positionRows(2, "tried"), ...positionRows(5, null, 3)];
  expect(nextPositionBatch(tried, createKeyCounter())).toEqual({ key: "tried", seqs: [1, 2] });
});

it("a refused batch of positions is split until the bad fix is found and dropped, and all others are sent", () => {
  const newKey = createKeyCounter();
  const isBad = (seq: number) => seq === 42;
  const sent: number[] = [];
  let refused = 0;
  let waiting = positionRows(POSITION_BATCH_SIZE_MAX);
  for (
    let batch = nextPositionBatch(waiting, newKey);
    batch !== undefined;
    batch = nextPositionBatch(waiting, newKey)
  ) {
    const { seqs } = batch;
    if (!seqs.some(isBad)) {
      sent.push(...seqs);
      waiting = waiting.filter(({ seq }) => !seqs.includes(seq));
      continue;
    }
    refused++;
    const parts = positionBatchesAfterRefusal(batch, new Set(), newKey);
    const partOf = (seq: number) => parts.find((part) => part.seqs.includes(seq))?.key ?? null;
    waiting = waiting
      .filter(({ seq }) => parts.length > 0 || !seqs.includes(seq))
      .map((row) => (seqs.includes(row.seq) ? { ...row, batch: partOf(row.seq) } : row));
  }
  expect(sent).toEqual(positionRows(POSITION_BATCH_SIZE_MAX).flatMap(({ seq }) => (isBad(seq) ? [] : [seq])));
  expect(refused).toBeLessThanOrEqual(8);
});

it("fixes that the server's refusal of a batch names are dropped, and all others are sent together", () => {
  const args = ["locations.1", "locations.3.time", "locations", "status"].map((value) => ({ key: "field", value }));
  const named = refusedFixIndexes([...args, { key: "rule", value: "locations.0" }]);
  expect(named).toEqual(new Set([1, 3]));
  expect(positionBatchesAfterRefusal({ key: "key", seqs: [11, 12, 13, 14] }, named, createKeyCounter())).toEqual([
    { key: "key 1", seqs: [11, 13] },
  ]);
  expect(positionBatchesAfterRefusal({ key: "key", seqs: [11] }, new Set([0]), createKeyCounter())).toEqual([]);
});
