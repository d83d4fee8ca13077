/** Features of a browser by which its tabs take turns. */
export interface BrowserTabFeatures {
  readonly locks: Pick<LockManager, "request">;
  openChannel(name: string): BroadcastChannel;
  /** Whether the tab is out of sight: its timers run late. */
  isHidden(): boolean;
  /** Whether the browser keeps the tab without running it, to be shown again perhaps. */
  isSuspended(): boolean;
  /** Calls the listener whenever one of the two has changed; returns how to stop that. */
  onChange(listener: () => void): () => void;
}

/**
 * Turns of one tab at work that only one of a browser's tabs may do, the one that holds a lock. A tab that ends or
 * crashes loses it.
 */
export class ExclusiveTabLock {
  /** Set while it is this tab's turn; aborted when the turn is over. */
  private turn: AbortController | undefined;
  /** Aborts the wait for the lock. */
  private queueing = new AbortController();
  private mayTake = false;
  private hasEnded = false;
  private goOn: () => void = () => undefined;

  constructor(
    private readonly tab: BrowserTabFeatures,
    private readonly name: string,
  ) {}

  get isMine() {
    return this.turn !== undefined && !this.turn.signal.aborted;
  }

  /**
   * Runs the work whenever this tab gets the lock, and waits for it otherwise. A turn is over with its signal, however
   * long the work takes to notice. Throws what the work throws.
   */
  async run(work: (signal: AbortSignal) => Promise<void>, { onOver }: { readonly onOver: () => void }) {
    while (!this.hasEnded) {
      // A suspended tab must not hold the lock.
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
      // The wait was aborted, or another tab took the lock.
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

  /** Takes the lock from the tab that holds it, whose turn ends. */
  take() {
    if (this.isMine || this.tab.isSuspended()) return;
    this.mayTake = true;
    this.queueing.abort();
  }

  /** Ends the turn, so that the next tab has its own. */
  leave() {
    this.turn?.abort();
  }

  /** Called when the tab was suspended or resumed. */
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
