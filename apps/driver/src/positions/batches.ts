/** Stored fix, and the batch that it is frozen in, if any. */
export interface QueuedPosition {
  readonly seq: number;
  readonly batch: string | null;
}
/** Fixes that are sent together, always the same ones under the same key. */
export interface PositionBatch {
  readonly key: string;
  readonly seqs: readonly number[];
}

export const POSITION_BATCH_SIZE_MAX = 100;

/**
 * Batch to send next from the oldest fixes, in their order: a batch that was sent before without success, else a new
 * one. Undefined when there are no fixes.
 */
export function nextPositionBatch(oldest: readonly QueuedPosition[], newKey: () => string): PositionBatch | undefined {
  const [first] = oldest;
  if (first === undefined) return undefined;
  const together = oldest.filter(({ batch }) => batch === first.batch).slice(0, POSITION_BATCH_SIZE_MAX);
  return { key: first.batch ?? newKey(), seqs: together.map(({ seq }) => seq) };
}

/** Indexes of a batch's fixes that a refusal names. */
export const refusedFixIndexes = (
  args: readonly { readonly key: string; readonly value: string }[],
): ReadonlySet<number> =>
  new Set(
    args.flatMap(({ key, value }) => {
      const place = key === "field" ? /^locations\.(\d+)(\.|$)/.exec(value)?.[1] : undefined;
      return place === undefined ? [] : [Number(place)];
    }),
  );

/**
 * Batches after a refusal. Named fixes are dropped, and the others sent under a key of their own. Without names the
 * batch is halved until the bad fix is alone, which is then dropped.
 */
export function positionBatchesAfterRefusal(
  { seqs }: PositionBatch,
  named: ReadonlySet<number>,
  newKey: () => string,
): readonly PositionBatch[] {
  const others = seqs.filter((_, place) => !named.has(place));
  if (others.length < seqs.length) return others.length === 0 ? [] : [{ key: newKey(), seqs: others }];
  if (seqs.length < 2) return [];
  const half = Math.ceil(seqs.length / 2);
  return [seqs.slice(0, half), seqs.slice(half)].map((part) => ({ key: newKey(), seqs: part }));
}
