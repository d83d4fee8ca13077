/** Collects the failures of a round of work, so that one piece that fails does not keep the others from being done. */
export class FailureCollector {
  private readonly failures: Error[] = [];

  /** Does a piece of work; undefined when it fails. `failure` says for the log which piece that was. */
  async attempt<T>(failure: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (cause) {
      this.failures.push(new Error(failure, { cause }));
      return undefined;
    }
  }

  /** @throws AggregateError of all failures, once the round is done */
  throwCollected() {
    if (this.failures.length > 0) throw new AggregateError(this.failures, this.failures[0]?.message);
  }
}
