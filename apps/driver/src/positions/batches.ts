/** A fix on the phone, as far as sending it goes: which batch it has been frozen in, if in any. */
export interface PositionFacts {
  readonly seq: number;
  readonly batch: string | null;
}
/** Fixes that are sent together, always the same ones under the same key. */
export interface Batch {
  readonly key: string;
  readonly seqs: readonly number[];
}

export const BATCH_MAX = 100;

/**
 * What is sent next of the oldest fixes, in their order: the batch that has been tried before, or else as many as a new one
 * holds. Undefined: there is nothing.
 */
export function nextBatch(oldest: readonly PositionFacts[], newKey: () => string): Batch | undefined {
  const [first] = oldest;
  if (first === undefined) return undefined;
  const together = oldest.filter(({ batch }) => batch === first.batch).slice(0, BATCH_MAX);
  return { key: first.batch ?? newKey(), seqs: together.map(({ seq }) => seq) };
}

/** What becomes of a batch that the server does not take: two halves under keys of their own; a single fix is the bad one, and goes. */
export function afterRefusal({ seqs }: Batch, newKey: () => string): readonly Batch[] {
  if (seqs.length < 2) return [];
  const half = Math.ceil(seqs.length / 2);
  return [seqs.slice(0, half), seqs.slice(half)].map((part) => ({ key: newKey(), seqs: part }));
}
