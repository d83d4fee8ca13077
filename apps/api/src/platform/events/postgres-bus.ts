import { randomUUID } from "node:crypto";
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { NodeBus, NodeBusListener } from "./bus";
import type { Database } from "../database/database";
import { EVENT_LOG_WAKE_INTERVAL_MS } from "./event-log";
import { awaitAnswerWithin } from "../database/silence";
import { sql } from "../database/sql";

const NOTIFY_CHANNEL = "leitstand_bus";
const WAKE_PAYLOAD = "w";
const LISTEN_TIMEOUT_MS = 5_000;
const RECONNECT_DELAYS_MS = [100, 500, 2_000, 5_000] as const;
/** Limit on casts that wait for the database, so that an outage does not pile up stale ones. */
const WAITING_BROADCASTS_MAX = 200;

/**
 * LISTEN and NOTIFY. Notifying takes a lock that is one for the whole cluster, so it never happens in a transaction of the
 * business: one statement at a time carries everything that has gathered in the meantime.
 */
export class PostgresNodeBus implements NodeBus {
  private readonly node = randomUUID();
  private listener: NodeBusListener | undefined;
  private client: pg.Client | undefined;
  private waiting: string[] = [];
  private sending: Promise<void> | undefined;
  private sentAt = Number.NEGATIVE_INFINITY;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly onError: (error: Error) => void,
  ) {}

  async start(listener: NodeBusListener) {
    this.listener = listener;
    await this.listen();
  }

  wake() {
    this.listener?.onWake();
    if (!this.waiting.includes(WAKE_PAYLOAD)) this.send(WAKE_PAYLOAD);
  }

  cast(text: string) {
    this.send(text);
  }

  async stop() {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.sending;
    if (this.client) await awaitAnswerWithin(LISTEN_TIMEOUT_MS, this.client, this.client.end());
  }

  private send(text: string) {
    if (this.stopped || this.waiting.length >= WAITING_BROADCASTS_MAX) return;
    this.waiting.push(text);
    this.sending ??= this.sendWaiting();
  }

  private async sendWaiting() {
    while (this.waiting.length > 0) {
      // No call is sent sooner than nodes look again; after a pause only calls of the same turn go together.
      const waitMs = this.sentAt + EVENT_LOG_WAKE_INTERVAL_MS - performance.now();
      await (waitMs > 0 ? pause(waitMs) : turn());
      this.sentAt = performance.now();
      const texts = this.waiting.splice(0);
      await this.db.system
        .run(sql`select pg_notify(${NOTIFY_CHANNEL}, ${`${this.node} `} || text) from unnest(${texts}::text[]) text`)
        .catch(this.onError);
    }
    // Cleared in the same step in which the waiting casts are checked: a cast that came in between would be left to a
    // sender that has stopped.
    this.sending = undefined;
  }

  private async listen() {
    const client = await this.db.connect();
    if (this.stopped) return client.end();
    client.on("notification", ({ payload = "" }) => this.hear(payload));
    client.on("end", () => this.listenAgain());
    this.client = client;
    await awaitAnswerWithin(LISTEN_TIMEOUT_MS, client, client.query(`listen ${NOTIFY_CHANNEL}`));
    this.failures = 0;
    // Wakes the listener once for calls missed while the connection was down.
    this.listener?.onWake();
  }

  private listenAgain() {
    if (this.stopped) return;
    const waitMs = RECONNECT_DELAYS_MS[Math.min(this.failures++, RECONNECT_DELAYS_MS.length - 1)] as number;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => {
      this.listen().catch((error: Error) => {
        this.onError(error);
        this.listenAgain();
      });
    }, waitMs);
    this.retry.unref();
  }

  private hear(payload: string) {
    const [, node, text = ""] = /^(\S+) (.*)$/s.exec(payload) ?? [];
    if (node === this.node) return;
    if (text === WAKE_PAYLOAD) this.listener?.onWake();
    else this.listener?.onCast(text);
  }
}
