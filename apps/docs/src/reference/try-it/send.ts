import type { TryItAnswer } from "./try-answer";
import type { TryItRequest } from "./try-request";

const EVENTS_SHOWN = 20;
const TEXT_SHOWN = 200_000;

interface SendRequestOptions {
  readonly signal: AbortSignal;
  /** Called for each further part of the answer: a stream goes on until it is stopped. */
  readonly onAnswer: (answer: TryItAnswer) => void;
}

/** Sends a request and shows the answer. Throws when none arrives. */
export async function sendTryItRequest(
  { method, url, headers, body }: TryItRequest,
  { signal, onAnswer }: SendRequestOptions,
): Promise<void> {
  const begun = performance.now();
  const response = await fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
  const answerWith = (text: string): TryItAnswer => {
    const refusal = response.ok ? undefined : refusalInAnswer(text);
    return {
      status: response.status,
      milliseconds: Math.round(performance.now() - begun),
      headers: [...response.headers],
      text: text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}\n... (${text.length} characters)` : text,
      code: refusal?.code,
      title: refusal?.title ?? (response.ok ? "Done" : response.statusText),
    };
  };
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream") && response.body)
    return showStreamEvents(response.body, (text) => onAnswer(answerWith(text)));
  if (/json|text/.test(type) || type === "") return onAnswer(answerWith(prettyJson(await response.text())));
  const { size } = await response.blob();
  onAnswer(answerWith(`A file of ${size.toLocaleString("en")} bytes (${type}).`));
}

async function showStreamEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>, show: (text: string) => void) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  show(text);
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    show(text);
    if (text.split("\n\n").length > EVENTS_SHOWN) return reader.cancel();
  }
}

function refusalInAnswer(text: string): { readonly code: string; readonly title: string } | undefined {
  try {
    const { code, title } = JSON.parse(text) as { code?: unknown; title?: unknown };
    return typeof code === "string" && typeof title === "string" ? { code, title } : undefined;
  } catch {
    return undefined;
  }
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
