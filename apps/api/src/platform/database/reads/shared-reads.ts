/**
 * Runs equal reads of several callers once for all of them. A caller joins a run only before it begins, so that its
 * answer contains everything that was committed when it asked; while a run is under way, the callers who come gather
 * for the next one.
 */
export class SharedReads<T> {
  private readonly running = new Map<string, Promise<T>>();
  private readonly gathering = new Map<string, Promise<T>>();

  /** Reads by `start`, together with others of the same key. Throws what the shared run throws. */
  run(key: string, start: () => Promise<T>): Promise<T> {
    const gathered = this.gathering.get(key);
    if (gathered) return gathered;
    const before = this.running.get(key);
    if (!before) return this.begin(key, start);
    const begin = () => {
      this.gathering.delete(key);
      return this.begin(key, start);
    };
    // A run that failed says nothing about the next one.
    const next = before.then(begin, begin);
    this.gathering.set(key, next);
    return next;
  }

  private begin(key: string, start: () => Promise<T>): Promise<T> {
    const run = start().finally(() => {
      if (this.running.get(key) === run) this.running.delete(key);
    });
    this.running.set(key, run);
    return run;
  }
}
