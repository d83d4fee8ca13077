/** Repeats a piece of work with a pause between, until it is stopped; a stop waits for what runs. */
export class IntervalPoller {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly pauseMs: number,
    /** Called after every round that failed; the next one tries again. */
    private readonly onError: (error: Error) => void,
  ) {}

  get isStopped() {
    return this.stopped;
  }

  start() {
    this.timer = setTimeout(() => {
      this.running = this.work()
        .catch(this.onError)
        .finally(() => {
          if (!this.stopped) this.start();
        });
    }, this.pauseMs);
    this.timer.unref();
  }

  async stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }
}
