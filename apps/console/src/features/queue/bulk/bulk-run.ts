/** Progress of work on many items. */
export interface BulkProgress<T> {
  readonly done: number;
  readonly total: number;
  readonly failures: readonly { readonly item: T; readonly error: unknown }[];
}

/** Works on items one after another, at most `atMost` at the same time. A failure stops only its own item. */
export async function runInParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { atMost, onProgress }: { atMost: number; onProgress: (progress: BulkProgress<T>) => void },
): Promise<BulkProgress<T>> {
  const failed: { index: number; item: T; error: unknown }[] = [];
  let [done, next] = [0, 0];
  const progress = (): BulkProgress<T> => ({
    done,
    total: items.length,
    failures: failed.toSorted((one, other) => one.index - other.index).map(({ item, error }) => ({ item, error })),
  });
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index] as T;
      await work(item).catch((error: unknown) => failed.push({ index, item, error }));
      done++;
      onProgress(progress());
    }
  };
  await Promise.all(Array.from({ length: Math.min(atMost, items.length) }, worker));
  return progress();
}
