/** The parts of a browser by which its tabs take turns. */
export interface Tab {
  readonly locks: Pick<LockManager, "request">;
  openChannel(name: string): BroadcastChannel;
  /** Out of sight: timers run late. */
  isHidden(): boolean;
  /** Kept by the browser without running, to be shown again perhaps. */
  isSuspended(): boolean;
  /** Calls back whenever one of the two has changed; answers how to stop that. */
  onChange(listener: () => void): () => void;
}

/** The turns of one tab at what only one of a browser's tabs may do: the one that holds a lock. A tab that ends or crashes loses it. */
export class Turns {
  /** Set while it is this tab's turn; aborted when the turn is over. */
  private turn: AbortController | undefined;
  /** Ends the wait for the lock. */
  private queueing = new AbortController();
  private mayTake = false;
  private hasEnded = false;
  private goOn: () => void = () => undefined;

  constructor(
    private readonly tab: Tab,
    private readonly name: string,
  ) {}

  get isMine() {
    return this.turn !== undefined && !this.turn.signal.aborted;
  }

  /**
   * Does the work whenever the lock is here, and waits for it otherwise. A turn is over with its signal, however long the work takes
   * to notice. Throws what the work throws.
   */
  async run(work: (signal: AbortSignal) => Promise<void>, { onOver }: { readonly onOver: () => void }) {
    while (!this.hasEnded) {
      // A tab that does not run must hold no lock.
      if (this.tab.isSuspended()) await new Promise<void>((resolve) => (this.goOn = resolve));
      else {
        await this.wait(work);
        if (!this.hasEnded) onOver();
      }
    }
  }

  private async wait(work: (signal: AbortSignal) => Promise<void>) {
    this.queueing = new AbortController();
    const how: LockOptions = this.mayTake ? { steal: true } : { signal: this.queueing.signal };
    this.mayTake = false;
    try {
      await this.tab.locks.request(this.name, how, () => this.begin(work));
    } catch (error) {
      // The wait was ended, or another tab took the lock.
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    } finally {
      this.turn?.abort();
    }
  }

  private begin(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.mayTake = false;
    if (this.hasEnded || this.tab.isSuspended()) return Promise.resolve();
    const turn = new AbortController();
    this.turn = turn;
    const over = new Promise<void>((resolve) => turn.signal.addEventListener("abort", () => resolve()));
    return Promise.race([over, work(turn.signal)]);
  }

  /** Takes the lock from the tab that holds it, which has its turn taken away. */
  take() {
    if (this.isMine || this.tab.isSuspended()) return;
    this.mayTake = true;
    this.queueing.abort();
  }

  /** Lets the next tab have its turn. */
  leave() {
    this.turn?.abort();
  }

  /** The tab was suspended, or goes on. */
  look() {
    if (!this.tab.isSuspended()) return this.goOn();
    this.leave();
    this.queueing.abort();
  }

  end() {
    this.hasEnded = true;
    this.leave();
    this.queueing.abort();
    this.goOn();
  }
}
