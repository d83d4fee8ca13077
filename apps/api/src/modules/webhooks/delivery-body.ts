import { webhookRules } from "@leitstand/contract/board/webhook";

export interface Message {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly occurred_at: string;
  /** JSON text. */
  readonly data: string;
}

/** Of a long text this much is left where all of it would be too much. */
const TEXT_MAX = 500;

/**
 * What is sent: the stream's message, with the delivery's id and its place. What would be longer than 64 KB has its long texts cut,
 * and says so by `truncated`.
 */
export function bodyOf(message: Message): string {
  const whole = bodyWith(message, message.data, "");
  if (Buffer.byteLength(whole) <= webhookRules.body_bytes_max) return whole;
  const cut = cutTexts(JSON.parse(message.data));
  const shorter = bodyWith(message, JSON.stringify(cut), ',"truncated":true');
  if (Buffer.byteLength(shorter) <= webhookRules.body_bytes_max) return shorter;
  return bodyWith(message, JSON.stringify(withoutLists(cut)), ',"truncated":true');
}

const bodyWith = ({ id, type, sequence, occurred_at }: Message, data: string, more: string) =>
  `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(occurred_at)},"id":${JSON.stringify(id)},"sequence":${sequence}${more},"data":${data}}`;

function cutTexts(value: unknown): unknown {
  if (typeof value === "string") return Array.from(value).slice(0, TEXT_MAX).join("");
  if (Array.isArray(value)) return value.map(cutTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutTexts(item)]));
}

/** Payloads have few fields; only a list can still be long. */
const withoutLists = (value: unknown) =>
  Object.fromEntries(Object.entries(value as object).filter(([, item]) => typeof item !== "object" || item === null));
