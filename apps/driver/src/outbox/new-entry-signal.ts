/** Tells a round of sending, while it waits for answers, that a new entry has been written. */
export class NewOutboxEntrySignal {
  private tell = () => {};

  again = () => this.tell();

  /** Resolves at the next entry; only one round at a time listens. */
  next = () => new Promise<void>((resolve) => (this.tell = resolve));
}
