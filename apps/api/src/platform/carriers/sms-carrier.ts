import type { SmsGateway } from "../configuration/carrier-settings";
import { type MessageCarrier, type OutgoingMessage, UndeliverableMessageError } from "../background/messages-out";

/** Milliseconds that the gateway may take; messages of one batch wait for each other. */
const SMS_TIMEOUT_MS = 10_000;
/** Statuses that say that this message is refused; any other failure is about the gateway, and may be over later. */
const REFUSED_STATUSES = [400, 422];

/** Carrier that hands SMS to a gateway by HTTP. */
export class SmsCarrier implements MessageCarrier {
  constructor(
    private readonly gateway: SmsGateway,
    private readonly timeoutMs = SMS_TIMEOUT_MS,
  ) {}

  async carry(message: OutgoingMessage): Promise<void> {
    const response = await this.post(message);
    const code = await readErrorCode(response);
    if (response.ok) return;
    const refusal = `the SMS gateway answered ${response.status}${code && ` (${code})`}`;
    throw REFUSED_STATUSES.includes(response.status) ? new UndeliverableMessageError(refusal) : new Error(refusal);
  }

  private async post(message: OutgoingMessage): Promise<Response> {
    const { url, format } = this.gateway;
    try {
      return await fetch(url, {
        method: "POST",
        ...(format === "twilio" ? this.twilioRequest(message) : this.jsonRequest(message)),
        // The key is for this gateway alone.
        redirect: "error",
        signal: AbortSignal.timeout(this.timeoutMs),
      });
    } catch (error) {
      throw new Error(`the SMS gateway did not answer: ${reasonOfFailedFetch(error as Error)}`);
    }
  }

  /** Request of the plain format. The id is the same in each attempt, so that the gateway recognises a repetition. */
  private jsonRequest({ id, recipient, body }: OutgoingMessage) {
    const { key, from } = this.gateway;
    return {
      headers: {
        "content-type": "application/json",
        "idempotency-key": id,
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ id, to: recipient, text: body, ...(from !== undefined && { from }) }),
    };
  }

  /** Request in the format of Twilio's Messages API. */
  private twilioRequest({ recipient, body }: OutgoingMessage) {
    const { key = "", from = "" } = this.gateway;
    const sender: Record<string, string> = /^MG[\da-f]{32}$/i.test(from)
      ? { MessagingServiceSid: from }
      : { From: from };
    return {
      headers: { authorization: `Basic ${Buffer.from(key).toString("base64")}` },
      body: new URLSearchParams({ To: recipient, Body: body, ...sender }),
    };
  }
}

/** Reason in words: `fetch` hides it in the cause, and where a host has several addresses in the errors of that. */
function reasonOfFailedFetch({ message, cause }: Error): string {
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}

/**
 * Reads the code by which a gateway names a failure, e.g. Twilio's 21211; empty where it names none. Its sentence is not
 * kept, because it may repeat the number or the text.
 */
async function readErrorCode(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    const part = await reader?.read();
    return /"(?:code|error_code)"\s*:\s*"?([\w.-]{1,40})\b/.exec(part?.value ?? "")?.[1] ?? "";
  } catch {
    return "";
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
