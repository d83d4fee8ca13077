/** Facts that clients know for certain: an entry is made only after the whole answer has arrived. */
export type AcknowledgedWrite =
  | { readonly kind: "case"; readonly key: string; readonly case_id: string }
  | { readonly kind: "comment"; readonly key: string; readonly case_id: string; readonly comment_id: string }
  | {
      readonly kind: "action";
      /** The action_id, which is the idempotency key too. */
      readonly key: string;
      readonly case_id: string;
      readonly action: string;
      readonly state: string;
      readonly lock_version: number;
    }
  | { readonly kind: "position"; readonly key: string };

export class AcknowledgedWriteLedger {
  readonly acks: AcknowledgedWrite[] = [];
  /** Answers that no call should ever get, outage or not. */
  readonly faults: string[] = [];
  /** Number of calls that had to be repeated. */
  repeated = 0;
  /** Whether the ledger is closed: no new work begins, and work under way is finished. */
  isClosed = false;
  private waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  write(ack: AcknowledgedWrite) {
    this.acks.push(ack);
    const reached = this.waiting.filter(({ count }) => this.acks.length >= count);
    this.waiting = this.waiting.filter((waiter) => !reached.includes(waiter));
    for (const { resolve } of reached) resolve();
  }

  /** Resolves when this many more writes are acknowledged; rejects after a minute. */
  more(count: number): Promise<void> {
    const wanted = this.acks.length + count;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${count} more were not acknowledged: ${this.faults}`)), 60_000);
      const settle = () => {
        clearTimeout(late);
        resolve();
      };
      this.waiting.push({ count: wanted, resolve: settle });
    });
  }

  of<K extends AcknowledgedWrite["kind"]>(kind: K): Extract<AcknowledgedWrite, { kind: K }>[] {
    return this.acks.filter((ack): ack is Extract<AcknowledgedWrite, { kind: K }> => ack.kind === kind);
  }
}
