import { expect, it } from "vitest";
import { afterRefusal, BATCH_MAX, nextBatch, placesNamed, type PositionFacts } from "./batches.ts";

const rows = (count: number, batch: string | null = null, from = 1): PositionFacts[] =>
  Array.from({ length: count }, (_, index) => ({ seq: from + index, batch }));
const keys = () => {
  let count = 0;
  return () => `key ${++count}`;
};

it("a batch freezes at most a hundred of the oldest fixes under one key", () => {
  expect(nextBatch([], keys())).toBeUndefined();
  expect(nextBatch(rows(3), keys())).toEqual({ key: "key 1", seqs: [1, 2, 3] });
  expect(nextBatch(rows(250), keys())?.seqs).toHaveLength(BATCH_MAX);
});

it("a batch that was tried before is sent again unchanged, whatever fixes have come since", () => {
  const tried = [...rows(2, "tried"), ...rows(5, null, 3)];
  expect(nextBatch(tried, keys())).toEqual({ key: "tried", seqs: [1, 2] });
});

it("a refused batch is split until the bad fix is found and dropped, and all others are sent", () => {
  const newKey = keys();
  const isBad = (seq: number) => seq === 42;
  const sent: number[] = [];
  let refused = 0;
  let waiting = rows(BATCH_MAX);
  for (let batch = nextBatch(waiting, newKey); batch !== undefined; batch = nextBatch(waiting, newKey)) {
    const { seqs } = batch;
    if (!seqs.some(isBad)) {
      sent.push(...seqs);
      waiting = waiting.filter(({ seq }) => !seqs.includes(seq));
      continue;
    }
    refused++;
    const parts = afterRefusal(batch, new Set(), newKey);
    const partOf = (seq: number) => parts.find((part) => part.seqs.includes(seq))?.key ?? null;
    waiting = waiting
      .filter(({ seq }) => parts.length > 0 || !seqs.includes(seq))
      .map((row) => (seqs.includes(row.seq) ? { ...row, batch: partOf(row.seq) } : row));
  }
  expect(sent).toEqual(rows(BATCH_MAX).flatMap(({ seq }) => (isBad(seq) ? [] : [seq])));
  expect(refused).toBeLessThanOrEqual(8);
});

it("fixes that a refusal names are dropped, and all others are sent together", () => {
  const args = ["locations.1", "locations.3.time", "locations", "status"].map((value) => ({ key: "field", value }));
  const named = placesNamed([...args, { key: "rule", value: "locations.0" }]);
  expect(named).toEqual(new Set([1, 3]));
  expect(afterRefusal({ key: "key", seqs: [11, 12, 13, 14] }, named, keys())).toEqual([
    { key: "key 1", seqs: [11, 13] },
  ]);
  expect(afterRefusal({ key: "key", seqs: [11] }, new Set([0]), keys())).toEqual([]);
});
