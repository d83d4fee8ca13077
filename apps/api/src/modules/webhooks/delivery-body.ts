import { webhookDeliveryLimits } from "@leitstand/contract/board/webhook";

export interface WebhookMessage {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly occurred_at: string;
  /** Data as JSON text. */
  readonly data: string;
}

/** Length to which a long text is cut where the body would be too large. */
const CUT_TEXT_LENGTH = 500;

/**
 * Body that is sent: the stream's message, with the delivery's id and its position. Above 64 KB its long texts are cut,
 * and it has `truncated`.
 */
export function webhookBodyOf(message: WebhookMessage): string {
  const whole = formatWebhookBody(message, message.data, "");
  if (Buffer.byteLength(whole) <= webhookDeliveryLimits.body_bytes_max) return whole;
  const cut = cutLongTexts(JSON.parse(message.data));
  const shorter = formatWebhookBody(message, JSON.stringify(cut), ',"truncated":true');
  if (Buffer.byteLength(shorter) <= webhookDeliveryLimits.body_bytes_max) return shorter;
  return formatWebhookBody(message, JSON.stringify(withoutLists(cut)), ',"truncated":true');
}

const formatWebhookBody = ({ id, type, sequence, occurred_at }: WebhookMessage, data: string, more: string) =>
  `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(occurred_at)},"id":${JSON.stringify(id)},"sequence":${sequence}${more},"data":${data}}`;

function cutLongTexts(value: unknown): unknown {
  if (typeof value === "string") return Array.from(value).slice(0, CUT_TEXT_LENGTH).join("");
  if (Array.isArray(value)) return value.map(cutLongTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutLongTexts(item)]));
}

/** Payload without lists: payloads have few fields, so only a list can still be long. */
const withoutLists = (value: unknown) =>
  Object.fromEntries(Object.entries(value as object).filter(([, item]) => typeof item !== "object" || item === null));
