import type { ConnectionOptions } from "node:tls";
import { createTransport, type SentMessageInfo, type Transporter } from "nodemailer";
import { type MessageCarrier, type OutgoingMessage, UndeliverableMessageError } from "../background/messages-out";
import type { MailServer } from "../configuration/mail-server";

/** How a company's mails name their sender; null where the company has not set it. */
export interface MailSender {
  readonly name: string;
  readonly address: string | null;
  readonly reply_to: string | null;
}

export interface SmtpCarrierOptions {
  readonly server: MailServer;
  /** Address that the mail server lets this installation send from. */
  readonly from: string;
  /** Origin of the installation; its host ends the ids of the mails. */
  readonly publicUrl: string;
  /** Finds how the company's mails name their sender. */
  readonly senderOf: (tenantId: string) => Promise<MailSender>;
  /** Options of encryption; tests trust their own certificate. */
  readonly tls?: ConnectionOptions;
  /** Milliseconds that one mail may take in all. */
  readonly timeoutMs?: number;
  /** Milliseconds that it may still take once the node stops. */
  readonly stopTimeoutMs?: number;
}

/** Milliseconds for one mail, its connection included: less than the lease of its row. */
const MAIL_TIMEOUT_MS = 30_000;
/** Milliseconds that a mail may still take once the node stops: containers are ended after ten seconds. */
const STOP_TIMEOUT_MS = 4_000;
/** Seconds between attempts: servers that turn unknown senders away at first want minutes, an outage takes hours. */
const MAIL_RETRY_DELAYS_SECONDS = [60, 240, 600, 1_800, 7_200, 21_600, 43_200];

/** Carrier that hands mails to a mail server. */
export class SmtpCarrier implements MessageCarrier {
  readonly takesAttachments = true;
  readonly retryDelaysSeconds = MAIL_RETRY_DELAYS_SECONDS;
  private readonly transport: Transporter<SentMessageInfo>;
  /** Ends of the mails that are under way. */
  private readonly deadlines = new Set<AbortController>();

  constructor(private readonly options: SmtpCarrierOptions) {
    const { server, tls } = options;
    const { host, port, encryption, login } = server;
    this.transport = createTransport({
      host,
      port,
      secure: encryption === "TLS",
      requireTLS: encryption === "STARTTLS",
      ignoreTLS: encryption === "NONE",
      ...(tls && { tls }),
      // Also to a server that does not offer it: it would refuse mails for a reason that is harder to see.
      ...(login && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
      // A mail consists of what it says, never of files or pages that its text names.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async carry(message: OutgoingMessage): Promise<void> {
    const { publicUrl, senderOf, timeoutMs = MAIL_TIMEOUT_MS } = this.options;
    const { attachment } = message;
    const sender = this.senderFields(await senderOf(message.tenant_id));
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    this.deadlines.add(deadline);
    try {
      await this.transport.sendMail({
        ...sender,
        // Servers check the sender of the envelope against the login; failures are returned to it.
        envelope: { from: this.options.from, to: [{ name: "", address: message.recipient }] },
        // As an object, because a text could name several recipients.
        to: { name: "", address: message.recipient },
        subject: message.subject ?? "",
        text: message.body,
        // The same in each attempt, so that a mailbox recognises a repetition.
        messageId: `<${message.id}@${new URL(publicUrl).hostname}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        signal: deadline.signal,
        ...(attachment && {
          attachments: [
            { filename: attachment.file_name, contentType: attachment.mime_type, content: attachment.bytes },
          ],
        }),
      });
    } catch (error) {
      throw deadline.signal.aborted
        ? new Error("the mail server did not answer in time")
        : deliveryErrorFrom(error as SmtpError, message);
    } finally {
      clearTimeout(timer);
      this.deadlines.delete(deadline);
    }
  }

  /** Leaves mails that are under way a few seconds, which a server that works at all does not need. */
  stop() {
    const end = () => {
      for (const deadline of this.deadlines) deadline.abort();
    };
    setTimeout(end, this.options.stopTimeoutMs ?? STOP_TIMEOUT_MS).unref();
  }

  /**
   * Sender of a company's mails. Its own address is used where it lies in the domain that the operator sends from;
   * another one would be refused or taken for forged, and gets the answers instead.
   */
  private senderFields({ name, address, reply_to }: MailSender) {
    const { from } = this.options;
    const isOwnDomain = address !== null && domainOf(address) === domainOf(from);
    const answersTo = reply_to ?? address;
    return {
      from: { name, address: isOwnDomain ? address : from },
      ...(answersTo !== null && { replyTo: { name: "", address: answersTo } }),
    };
  }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** Error of nodemailer, with the answer of the server where there was one. */
interface SmtpError extends Error {
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** Commands whose refusal is about this mail; any other refusal is about the installation, which can be mended. */
const COMMANDS_ABOUT_THE_MAIL = ["RCPT TO", "DATA"];

/** Tells a refusal of this mail for good from everything that may go better later. */
function deliveryErrorFrom(error: SmtpError, { attachment, recipient }: OutgoingMessage): Error {
  const { command = "", response = "", responseCode = 0 } = error;
  // Servers repeat the address, some in small letters, and it has no place in logs.
  const address = new RegExp(recipient.replaceAll(/[^\w@]/g, String.raw`\$&`), "gi");
  const reason = error.message.replaceAll(address, "the recipient");
  const enhanced = /^\d{3}[ -]([245]\.\d+\.\d+)/.exec(response)?.[1];
  if (attachment && isTooLarge({ responseCode, enhanced, command }))
    return new UndeliverableMessageError(reason, "ATTACHMENT_TOO_LARGE");
  // 5.7 says that the installation may not send so, e.g. without a login.
  const isAboutInstallation = enhanced?.startsWith("5.7.") ?? false;
  const isRefused = responseCode >= 500 && COMMANDS_ABOUT_THE_MAIL.includes(command) && !isAboutInstallation;
  return isRefused ? new UndeliverableMessageError(reason) : new Error(`the mail server: ${reason}`);
}

interface SmtpRefusal {
  readonly responseCode: number;
  /** Enhanced status code, by which many servers say more. */
  readonly enhanced: string | undefined;
  readonly command: string;
}
/** Whether the mail is too large for the mailbox (5.2.3) or the server (5.3.4). 552 alone to a recipient is a full mailbox. */
const isTooLarge = ({ responseCode, enhanced, command }: SmtpRefusal) =>
  enhanced === undefined ? responseCode === 552 && command !== "RCPT TO" : ["5.2.3", "5.3.4"].includes(enhanced);
