/**
 * Calls between nodes: "there is more in the log", and casts that may be lost without harm. Never the events
 * themselves: PostgreSQL is the one durable log, and everything here may get lost.
 */
export interface NodeBus {
  start(listener: NodeBusListener): Promise<void>;
  /** Wakes every node, this one included. Any number of calls in a short while may arrive as one. */
  wake(): void;
  /** Sends text to every other node, at most `BUS_BROADCAST_BYTES_MAX` of UTF-8. */
  cast(text: string): void;
  stop(): Promise<void>;
}

export interface NodeBusListener {
  readonly onWake: () => void;
  readonly onCast: (text: string) => void;
}

/** NOTIFY takes payloads below 8,000 bytes. */
export const BUS_BROADCAST_BYTES_MAX = 7_500;

/** Nodes in one process; with one node it hears only itself. */
export class InProcessNodeBus implements NodeBus {
  private listener: NodeBusListener | undefined;

  constructor(private readonly nodes: Set<InProcessNodeBus> = new Set()) {}

  start(listener: NodeBusListener) {
    this.listener = listener;
    this.nodes.add(this);
    return Promise.resolve();
  }

  wake() {
    for (const { listener } of this.nodes) listener?.onWake();
  }

  cast(text: string) {
    for (const node of this.nodes) if (node !== this) node.listener?.onCast(text);
  }

  stop() {
    this.nodes.delete(this);
    return Promise.resolve();
  }
}
