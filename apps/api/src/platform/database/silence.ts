import type pg from "pg";

/**
 * A server that loses its power says nothing more, not even that it is gone, and the operating system goes on waiting for a quarter
 * of an hour. Connections on which nothing is heard for too long while an answer is due are given up, so that others are made, to
 * the server that has taken over.
 */
export class DatabaseSilenceDetector {
  private readonly asked = new Map<pg.ClientBase, { due: number; lastMessageAt: number }>();
  private readonly watch: NodeJS.Timeout;

  constructor(limitMs: number) {
    this.watch = setInterval(() => this.endSilent(limitMs), limitMs / 10);
    this.watch.unref();
  }

  /** Awaits an answer on a connection; rejects when the connection is given up. */
  async during<T>(client: pg.ClientBase, answer: Promise<T>): Promise<T> {
    const state = this.asked.get(client) ?? { due: 0, lastMessageAt: performance.now() };
    state.due++;
    this.asked.set(client, state);
    try {
      return await answer;
    } finally {
      state.lastMessageAt = performance.now();
      if (--state.due === 0) this.asked.delete(client);
    }
  }

  stop() {
    clearInterval(this.watch);
  }

  private endSilent(limitMs: number) {
    const now = performance.now();
    for (const [client, { lastMessageAt }] of this.asked) {
      if (now - lastMessageAt >= limitMs) endSilentConnection(client);
    }
  }
}

/**
 * Awaits the answer to a question that is asked once, such as the first or the last one on a connection, which ends
 * when the answer takes longer than this.
 */
export async function awaitAnswerWithin<T>(limitMs: number, client: pg.ClientBase, answer: Promise<T>): Promise<T> {
  const timer = setTimeout(() => endSilentConnection(client), limitMs);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}

function endSilentConnection(client: pg.ClientBase) {
  const { connection } = client as pg.ClientBase & { connection: { stream: { destroy(error: Error): void } } };
  connection.stream.destroy(new Error("Connection terminated: the database said nothing for too long"));
}
