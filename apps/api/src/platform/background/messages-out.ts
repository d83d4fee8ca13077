import { truncateText } from "@leitstand/contract/core/cut-text";
import type { Clock } from "../clock";
import type { Database, Tx } from "../database/database";
import type { RetentionRule } from "../database/retention";
import { toJsonParameter, withPlanForEachRun, sql } from "../database/sql";
import { LeasedWorkQueue } from "./worklist";

export type MessageChannel = "SMS" | "EMAIL" | "ROBO_CALL" | "PUSH";

export interface OutboxMessageDraft {
  /** Id of the message, for callers who return it to the client; else the database makes one. */
  readonly id?: string;
  readonly channel: MessageChannel;
  /** A telephone number, mail address or push token; a push without a token goes to the device's open connection. */
  readonly recipient: string;
  readonly subject?: string;
  readonly body: string;
  /** Purpose of the message, e.g. `SIGN_IN_CODE`, `CASE_ALARM`. */
  readonly purpose: string;
  /**
   * Whether the message opens an account, such as a code or a link: its text is deleted as soon as it is sent or given
   * up.
   */
  readonly confidential?: boolean;
  /** Id from which the attached file is made; which kind of file follows from the purpose. */
  readonly attachment_id?: string;
  /** Facts for the carrier; a message with `expires_at` is given up when the next attempt would come later than that. */
  readonly data?: object;
  readonly case_id?: string;
  readonly device_id?: string;
  readonly user_id?: string;
}

/** Writes the message with the commit; it is sent after the commit, at least once. */
export function enqueueOutboxMessage(tx: Tx, draft: OutboxMessageDraft) {
  tx.runAtCommit(sql`
    insert into outbox_messages (tenant_id, id, channel, recipient, subject, body, purpose, confidential, attachment_id, data, case_id, device_id, user_id)
    values (${tx.tenantId}, coalesce(${draft.id ?? null}::uuid, gen_random_uuid()), ${draft.channel}, ${draft.recipient}, ${draft.subject ?? null}, ${draft.body}, ${draft.purpose}, ${draft.confidential ?? false},
      ${draft.attachment_id ?? null}::uuid, ${toJsonParameter(draft.data ?? {})}, ${draft.case_id ?? null}, ${draft.device_id ?? null}, ${draft.user_id ?? null})`);
}

/** A message on its way out. `id` is the key that a provider recognises a repetition by. */
export interface OutgoingMessage {
  readonly tenant_id: string;
  readonly id: string;
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly subject: string | null;
  readonly body: string;
  readonly purpose: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  /** The file that is attached, made for this attempt. */
  readonly attachment?: MessageAttachment;
}

/** A file that goes out with a message: a part of its own there, with this name and type. */
export interface MessageAttachment {
  readonly file_name: string;
  readonly mime_type: string;
  readonly bytes: Buffer;
}

/**
 * A message that will never arrive, however often it is sent. `failure` gives the reason to readers of the message's
 * fate.
 */
export class UndeliverableMessageError extends Error {
  constructor(
    message: string,
    readonly failure = NOT_CARRIED_FAILURE,
  ) {
    super(message);
  }
}
/** Failure of a message without a reason of its own: its carrier does not take it. */
const NOT_CARRIED_FAILURE = "NOT_CARRIED";

/** Carrier of messages to the outside. Throws when it is to be tried again, and UndeliverableMessageError when it is not. */
export interface MessageCarrier {
  /** Whether the carrier can send attachments; a carrier that cannot gets no message with one. */
  readonly takesAttachments?: boolean;
  /** Seconds between the attempts, of which there is one more; a few minutes in all unless given. */
  readonly retryDelaysSeconds?: readonly number[];
  /** Ends what takes longer than a node may take to stop; it is sent again later. */
  stop?(): void;
  carry(message: OutgoingMessage): Promise<void>;
}

/** In a demonstration a message is kept where it is, and the outbox page shows it. */
export const storeOnlyCarrier: MessageCarrier = { takesAttachments: true, carry: () => Promise.resolve() };

/** Variables of the configuration that name the server of a channel. */
const variablesByChannel: Readonly<Partial<Record<MessageChannel, string>>> = { SMS: "SMS_URL", EMAIL: "SMTP_URL" };

/** Error of each message of a channel that has no carrier. */
class MissingCarrierError extends UndeliverableMessageError {
  constructor(channel: MessageChannel) {
    const unset = variablesByChannel[channel];
    const reason = unset === undefined ? "" : `, because ${unset} is not set`;
    super(`nothing carries messages by ${channel}${reason}: each fails (${NOT_CARRIED_FAILURE}); logged once`);
  }
}

/** Stands for a server that is not configured: a message of this channel fails at once instead of seeming sent. */
export const missingCarrier: MessageCarrier = {
  carry: ({ channel }) => Promise.reject(new MissingCarrierError(channel)),
};

type MessageErrorReporter = OutboxSenderDependencies["onError"];

/** Reports a channel without a carrier once, because it holds for all of its messages, and any other failure each time. */
export function reportMissingCarriersOnce(report: MessageErrorReporter): MessageErrorReporter {
  const reported = new Set<MessageChannel>();
  return (error, message) => {
    if (error instanceof MissingCarrierError) {
      if (reported.has(message.channel)) return;
      reported.add(message.channel);
    }
    report(error, message);
  };
}

/** Attempt to send a message that failed. */
export interface FailedAttempt extends Pick<OutgoingMessage, "id" | "tenant_id" | "channel" | "attempts"> {
  /** Seconds until the next attempt; null: the message was given up. */
  readonly retry_in_seconds: number | null;
}

export interface OutboxSenderDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly carriers: Readonly<Record<MessageChannel, MessageCarrier>>;
  readonly onError: (error: Error, attempt: FailedAttempt) => void;
  /** Whether it is a demonstration: messages are not sent, and codes and links stay readable in the outbox. */
  readonly demonstration?: boolean;
}

/** Seconds between attempts where the carrier names none: most messages are worth nothing after some minutes. */
const RETRY_DELAYS_SECONDS = [2, 4, 8, 16, 32, 64, 128];

/** Part of the channels that one sender serves. */
interface SenderLane {
  readonly channels: readonly MessageChannel[];
  /** Number of messages that are sent at once. */
  readonly batchMax: number;
}
/** Lane of a sender that serves every channel. */
const everyChannel: SenderLane = { channels: ["SMS", "EMAIL", "ROBO_CALL", "PUSH"], batchMax: 50 };

/**
 * Sends pending messages without an attachment: leased first, marked after they were carried, so that a crash repeats
 * rather than loses them.
 */
export class OutboxMessageSender<Sent extends OutgoingMessage = OutgoingMessage> extends LeasedWorkQueue<Sent> {
  protected override readonly batchMax: number;

  constructor(
    protected readonly parts: OutboxSenderDependencies,
    private readonly lane = everyChannel,
  ) {
    super(parts.db, parts.clock);
    this.batchMax = lane.batchMax;
  }

  protected rows() {
    return {
      table: sql`outbox_messages`,
      isWaiting: sql`status = 'PENDING' and attachment_id is null and channel = any(${this.lane.channels}::text[])`,
      columns: sql`channel, recipient, subject, body, purpose, data`,
    };
  }

  protected async work(messages: readonly Sent[]) {
    const carried = await Promise.all(messages.map((message) => this.carry(message)));
    await this.markSent(messages.filter((_message, index) => carried[index]));
  }

  /** Sends one message; false when it is put back for later. */
  private async carry(message: Sent): Promise<boolean> {
    try {
      await this.handOver(message, this.parts.carriers[message.channel]);
      return true;
    } catch (error) {
      await this.putBack(message, error as Error);
      return false;
    }
  }

  protected handOver(message: Sent, carrier: MessageCarrier): Promise<void> {
    return carrier.carry(message);
  }

  /**
   * Marks a batch as sent in one commit: under load a commit for each would cost more than the actions that sent them.
   */
  private async markSent(messages: readonly Sent[]) {
    if (messages.length === 0) return;
    const marked = sql`
      update outbox_messages set status = 'SENT', sent_at = ${this.parts.clock.now()}, locked_until = null, body = ${this.bodyAfterwards()}
      from unnest(${messages.map(({ tenant_id }) => tenant_id)}::uuid[], ${messages.map(({ id }) => id)}::uuid[]) as sent (tenant_id, id)
      where outbox_messages.tenant_id = sent.tenant_id and outbox_messages.id = sent.id`;
    await this.parts.db.system.run(withPlanForEachRun(marked));
  }

  private bodyAfterwards() {
    return sql`case when outbox_messages.confidential and not ${this.parts.demonstration ?? false}::boolean then '' else outbox_messages.body end`;
  }

  override async stop() {
    for (const channel of this.lane.channels) this.parts.carriers[channel].stop?.();
    await super.stop();
  }

  /** Seconds until the next attempt; undefined where the last one was made, or the next would come too late. */
  private nextDelaySeconds({ channel, attempts, data: { expires_at } }: Sent): number | undefined {
    const { clock, carriers } = this.parts;
    const delay = (carriers[channel].retryDelaysSeconds ?? RETRY_DELAYS_SECONDS)[attempts - 1];
    if (delay === undefined || typeof expires_at !== "string") return delay;
    return clock.now().getTime() + delay * 1_000 < Date.parse(expires_at) ? delay : undefined;
  }

  /** Puts a message back for later, or gives it up; not when another node has taken it over after the lease. */
  private async putBack(message: Sent, error: Error) {
    const { db, clock, onError } = this.parts;
    const { tenant_id, id, channel, attempts } = message;
    const delay = error instanceof UndeliverableMessageError ? undefined : this.nextDelaySeconds(message);
    const isLast = delay === undefined;
    const failure = error instanceof UndeliverableMessageError ? error.failure : isLast ? NOT_CARRIED_FAILURE : null;
    onError(error, { id, tenant_id, channel, attempts, retry_in_seconds: delay ?? null });
    await db.system.run(sql`
      update outbox_messages set locked_until = null, last_error = ${truncateText(error.message, 500)},
        due_at = ${clock.now()}::timestamptz + make_interval(secs => ${delay ?? 0}),
        status = case when ${isLast} then 'FAILED' else 'PENDING' end, failure = ${failure},
        failed_at = case when ${isLast} then ${clock.now()}::timestamptz end,
        body = case when ${isLast} then ${this.bodyAfterwards()} else body end
      where tenant_id = ${tenant_id} and id = ${id} and status = 'PENDING' and attempts = ${attempts}`);
  }
}

/** Lanes of messages: a slow mail server keeps back no alarm. Mail servers bear few connections at once. */
const senderLanes: readonly SenderLane[] = [
  { channels: ["PUSH"], batchMax: 50 },
  { channels: ["SMS", "ROBO_CALL"], batchMax: 50 },
  { channels: ["EMAIL"], batchMax: 2 },
];

/** Senders of all messages without an attachment, one for each lane. */
export class OutboxMessageSenders {
  private readonly senders: readonly OutboxMessageSender[];

  constructor(parts: OutboxSenderDependencies) {
    this.senders = senderLanes.map((lane) => new OutboxMessageSender(parts, lane));
  }

  start() {
    for (const sender of this.senders) sender.start();
  }

  async stop() {
    await Promise.all(this.senders.map((sender) => sender.stop()));
  }

  /** Sends all messages that are due; returns how many were tried. */
  async runDue(): Promise<number> {
    const counts = await Promise.all(this.senders.map((sender) => sender.runDue()));
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

/** Messages are kept for a month to look into them. */
export const outboxRetention: RetentionRule = { table: sql`outbox_messages`, column: sql`created_at`, days: 30 };
