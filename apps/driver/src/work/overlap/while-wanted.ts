/** Runs work when it is called, never twice at once: a call during a run causes another one afterwards. */
export function createCoalescedRunner(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let isWanted = false;
  const workWhileWanted = async () => {
    while (isWanted) {
      isWanted = false;
      await work();
    }
  };
  return () => {
    isWanted = true;
    current ??= workWhileWanted().finally(() => {
      current = undefined;
    });
    return current;
  };
}
