/** Tells a round of sending, while it waits for answers, that something else has been written down. */
export class Asking {
  private tell = () => {};

  again = () => this.tell();

  /** Resolves when it is asked after this; one round at a time listens. */
  next = () => new Promise<void>((resolve) => (this.tell = resolve));
}
