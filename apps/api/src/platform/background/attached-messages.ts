import { sql } from "../database/sql";
import {
  type MessageAttachment,
  type MessageCarrier,
  missingCarrier,
  OutboxMessageSender,
  type OutboxSenderDependencies,
  type OutgoingMessage,
  UndeliverableMessageError,
} from "./messages-out";

interface AttachedMessage extends OutgoingMessage {
  readonly attachment_id: string;
}
export type MessageAwaitingAttachment = Pick<AttachedMessage, "tenant_id" | "purpose" | "attachment_id">;
/** Makes the file of a message. Throws as a carrier does: UndeliverableMessageError where there is nothing to attach any more. */
export type MessageAttachmentFactory = (message: MessageAwaitingAttachment) => Promise<MessageAttachment>;

export interface AttachmentSenderDependencies extends OutboxSenderDependencies {
  /** Makers of attachments by the purpose of the message. */
  readonly makers: Readonly<Record<string, MessageAttachmentFactory>>;
}

/**
 * Sends messages with an attachment, one by one and beside the other messages, so that no alarm waits until a file is
 * made.
 */
export class AttachmentMessageSender extends OutboxMessageSender<AttachedMessage> {
  protected override readonly batchMax = 1;
  /** A document waits 15 s for its turn, is printed for 30 s at most, and its mail may take 30 s more. */
  protected override readonly leaseSeconds = 120;

  constructor(protected override readonly parts: AttachmentSenderDependencies) {
    super(parts);
  }

  protected override rows() {
    const { table, columns } = super.rows();
    const isWaiting = sql`status = 'PENDING' and attachment_id is not null`;
    return { table, isWaiting, columns: sql`${columns}, attachment_id` };
  }

  protected override async handOver(message: AttachedMessage, carrier: MessageCarrier) {
    // Nothing is made for a channel that has no carrier.
    if (carrier === missingCarrier) return carrier.carry(message);
    if (!carrier.takesAttachments) throw new UndeliverableMessageError(`no attachments go out by ${message.channel}`);
    await carrier.carry({ ...message, attachment: await this.attach(message) });
  }

  /** Makes the file for a message that is about to be sent. */
  async attach(message: MessageAwaitingAttachment): Promise<MessageAttachment> {
    const make = this.parts.makers[message.purpose];
    if (!make) throw new UndeliverableMessageError(`nothing is attached to ${message.purpose}`);
    return make(message);
  }
}
