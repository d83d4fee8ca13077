/** Does something while it is wanted, never twice at once: wanted while it is being done, it is done once more afterwards. */
export function whileWanted(work: () => Promise<void>): () => Promise<void> {
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
