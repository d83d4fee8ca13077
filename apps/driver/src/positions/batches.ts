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

/** Which fixes of a batch a refusal names, by their place. */
export const placesNamed = (args: readonly { readonly key: string; readonly value: string }[]): ReadonlySet<number> =>
  new Set(
    args.flatMap(({ key, value }) => {
      const place = key === "field" ? /^locations\.(\d+)(\.|$)/.exec(value)?.[1] : undefined;
      return place === undefined ? [] : [Number(place)];
    }),
  );

/**
 * What becomes of a batch that the server does not take. Those that it names go, and the others are sent under a key of their own.
 * Where it names none, halves find out which one is bad; a single fix is, and goes.
 */
export function afterRefusal({ seqs }: Batch, named: ReadonlySet<number>, newKey: () => string): readonly Batch[] {
  const others = seqs.filter((_, place) => !named.has(place));
  if (others.length < seqs.length) return others.length === 0 ? [] : [{ key: newKey(), seqs: others }];
  if (seqs.length < 2) return [];
  const half = Math.ceil(seqs.length / 2);
  return [seqs.slice(0, half), seqs.slice(half)].map((part) => ({ key: newKey(), seqs: part }));
}
