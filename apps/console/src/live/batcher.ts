interface BatcherOptions {
  readonly waitMs: number;
  readonly atMost: number;
  /** Pause before failed ids are tried again; without it they are left to the next reader. */
  readonly retryMs?: number;
  readonly isFinal?: (error: unknown) => boolean;
}

/**
 * Collects ids for a moment and works on them together, one batch after the other: a busy minute costs few requests.
 */
export class Batcher {
  private readonly ids = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isBusy = false;
  private clearings = 0;

  constructor(
    private readonly work: (ids: readonly string[]) => Promise<void>,
    private readonly options: BatcherOptions,
  ) {}

  add(ids: Iterable<string>) {
    for (const id of ids) this.ids.add(id);
    this.schedule(this.options.waitMs);
  }

  /** Forgets all ids, also those of a running batch if it fails. */
  clear() {
    this.clearings += 1;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.ids.clear();
  }

  private schedule(waitMs: number) {
    if (this.ids.size > 0 && !this.isBusy) this.timer ??= setTimeout(() => void this.flush(), waitMs);
  }

  private async flush() {
    const { waitMs, atMost, retryMs, isFinal } = this.options;
    const ids = [...this.ids].slice(0, atMost);
    for (const id of ids) this.ids.delete(id);
    this.timer = undefined;
    this.isBusy = true;
    const { clearings } = this;
    let pauseMs = waitMs;
    try {
      await this.work(ids);
    } catch (error) {
      const isWanted = clearings === this.clearings;
      if (isWanted && retryMs !== undefined && isFinal?.(error) !== true) {
        for (const id of ids) this.ids.add(id);
        pauseMs = retryMs;
      }
    } finally {
      this.isBusy = false;
      this.schedule(pauseMs);
    }
  }
}
