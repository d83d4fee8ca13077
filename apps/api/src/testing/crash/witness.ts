import { createClient } from "@leitstand/client/client";
import { followEvents, type StreamMessage } from "@leitstand/client/event-stream";
import { vi } from "vitest";
import type { Database } from "#platform/database/database";
import { insertTokenBearer, type TenantFixture } from "../fixtures";

const listenerGrants = ["getDashboard", "getCases", "getCaseComments", "getTours"];

/** Listener that gets all events of the tenant, and reconnects whatever happens. */
export class ReconnectingEventListener {
  readonly heard: StreamMessage[] = [];
  losses = 0;
  private readonly stop = new AbortController();
  private readonly reading: Promise<void>;

  private constructor(
    baseUrl: string,
    token: string,
    /** Cursor after which all events are received. */
    readonly cursor: string,
  ) {
    this.reading = this.read(baseUrl, token);
  }

  static async open(db: Database, tenant: TenantFixture, baseUrl: string): Promise<ReconnectingEventListener> {
    const { token } = await insertTokenBearer(db, { tenant, grants: listenerGrants });
    const { cursor } = await createClient({ baseUrl, token: () => token }).getDashboard();
    return new ReconnectingEventListener(baseUrl, token, cursor);
  }

  private async read(baseUrl: string, token: string) {
    const stream = followEvents({
      baseUrl,
      token: () => token,
      lastEventId: this.cursor,
      signal: this.stop.signal,
      firstWaitMs: 10,
      longestWaitMs: 500,
      onState: ({ is }) => (this.losses += is === "waiting" ? 1 : 0),
    });
    for await (const message of stream) this.heard.push(message);
  }

  /** Closes when this event was received, or after ten seconds of waiting for it. */
  async close(lastId: string | undefined) {
    const hasCome = () => {
      if (lastId !== undefined && !this.heard.some(({ id }) => id === lastId)) throw new Error("Not heard yet.");
    };
    await vi.waitFor(hasCome, { timeout: 10_000, interval: 50 }).catch(() => undefined);
    this.stop.abort();
    await this.reading;
  }
}
