import type { Clock } from "./clock";
import type { Database, Tx } from "./database";
import { Poller } from "./poller";
import { json, sql } from "./sql";

export type Channel = "SMS" | "EMAIL" | "ROBO_CALL" | "PUSH";

export interface MessageDraft {
  readonly channel: Channel;
  /** A telephone number, mail address or push token; a push without a token goes to the device's open connection. */
  readonly recipient: string;
  readonly subject?: string;
  readonly body: string;
  /** Why it is sent, e.g. `SIGN_IN_CODE`, `CASE_ALARM`. */
  readonly purpose: string;
  readonly data?: object;
  readonly case_id?: string;
  readonly device_id?: string;
  readonly user_id?: string;
}

/** Writes the message with the commit; it is sent after it, at least once. */
export function sendLater(tx: Tx, draft: MessageDraft) {
  tx.defer(sql`
    insert into outbox_messages (tenant_id, channel, recipient, subject, body, purpose, data, case_id, device_id, user_id)
    values (${tx.tenantId}, ${draft.channel}, ${draft.recipient}, ${draft.subject ?? null}, ${draft.body}, ${draft.purpose},
      ${json(draft.data ?? {})}, ${draft.case_id ?? null}, ${draft.device_id ?? null}, ${draft.user_id ?? null})`);
}

/** A message on its way out. `id` is the key that a provider recognises a repetition by. */
export interface OutgoingMessage {
  readonly tenant_id: string;
  readonly id: string;
  readonly channel: Channel;
  readonly recipient: string;
  readonly subject: string | null;
  readonly body: string;
  readonly purpose: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly attempts: number;
}

/** Whoever carries messages out of the house. Throws when it is to be tried again. */
export interface MessageCarrier {
  carry(message: OutgoingMessage): Promise<void>;
}

/** Without a provider a message is kept where it is, and the outbox page shows it. */
export const keepingCarrier: MessageCarrier = { carry: () => Promise.resolve() };

export interface MessageSenderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly carriers: Readonly<Record<Channel, MessageCarrier>>;
  readonly onError: (error: Error, message: OutgoingMessage) => void;
}

const BATCH = 50;
const LEASE_SECONDS = 60;
const POLL_MS = 500;
const ATTEMPTS_MAX = 8;

/** Sends what is pending: leased first, marked after it was carried, so that a crash repeats rather than forgets. */
export class MessageSender {
  private readonly poller: Poller;

  constructor(private readonly parts: MessageSenderParts) {
    // A round fails when the database is away; the next one asks again.
    this.poller = new Poller(
      () => this.sendDue(),
      POLL_MS,
      () => undefined,
    );
  }

  start() {
    this.poller.start();
  }

  stop() {
    return this.poller.stop();
  }

  /** Sends everything that is due by the clock; answers how many messages that were. */
  async sendDue(): Promise<number> {
    let sent = 0;
    for (;;) {
      const messages = await this.claim();
      const carried = await Promise.all(messages.map((message) => this.carry(message)));
      await this.markSent(messages.filter((_message, index) => carried[index]));
      sent += messages.length;
      if (messages.length < BATCH || this.poller.isStopped) return sent;
    }
  }

  private claim(): Promise<OutgoingMessage[]> {
    const now = this.parts.clock.now();
    return this.parts.db.system.many<OutgoingMessage>(sql`
      update outbox_messages set locked_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
      where (tenant_id, id) in (
        select tenant_id, id from outbox_messages
        where status = 'PENDING' and due_at <= ${now} and (locked_until is null or locked_until < ${now})
        order by due_at limit ${BATCH} for update skip locked)
      returning tenant_id, id, channel, recipient, subject, body, purpose, data, attempts`);
  }

  /** Whether the message went out; otherwise it is put back for later. */
  private async carry(message: OutgoingMessage): Promise<boolean> {
    const { carriers, onError } = this.parts;
    try {
      await carriers[message.channel].carry(message);
      return true;
    } catch (error) {
      onError(error as Error, message);
      await this.putBack(message, error as Error);
      return false;
    }
  }

  /** One commit for the whole batch: under load a commit for each would cost more than the actions that sent them. */
  private async markSent(messages: readonly OutgoingMessage[]) {
    if (messages.length === 0) return;
    await this.parts.db.system.run(sql`
      update outbox_messages set status = 'SENT', sent_at = ${this.parts.clock.now()}, locked_until = null
      from unnest(${messages.map(({ tenant_id }) => tenant_id)}::uuid[], ${messages.map(({ id }) => id)}::uuid[]) as sent (tenant_id, id)
      where outbox_messages.tenant_id = sent.tenant_id and outbox_messages.id = sent.id`);
  }

  private async putBack({ tenant_id, id, attempts }: OutgoingMessage, error: Error) {
    const { db, clock } = this.parts;
    await db.system.run(sql`
      update outbox_messages set locked_until = null, last_error = ${error.message.slice(0, 500)},
        due_at = ${clock.now()}::timestamptz + make_interval(secs => ${2 ** attempts}),
        status = case when attempts >= ${ATTEMPTS_MAX} then 'FAILED' else 'PENDING' end
      where tenant_id = ${tenant_id} and id = ${id}`);
  }
}
