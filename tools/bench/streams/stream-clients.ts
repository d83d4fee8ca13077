/**
 * Clients of many open streams in a process of their own: counts messages, and how long after their sending they
 * arrive.
 */
import { connect, type Socket } from "node:net";

export interface StreamLoadOptions {
  readonly url: string;
  /** Text of the whole HTTP request that opens a stream. */
  readonly open: string;
  readonly clients: number;
  /** Request that sends message number `n`, written as `{n}`. The message has to arrive as `"waiting_minutes":n`. */
  readonly publish: {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body: string;
  };
  readonly perSecond: number;
  readonly seconds: number;
}
export interface StreamLoadResult {
  readonly clients: number;
  readonly sent: number;
  readonly delivered: number;
  readonly p50: number;
  readonly p99: number;
}

const PARALLEL_OPENINGS = 50;
/** Milliseconds after the last message, for those still on their way. */
const LATE_MESSAGES_WAIT_MS = 2_000;
const MESSAGE_NUMBER_PATTERN = /"waiting_minutes" ?: ?(\d+)/g;

process.on("message", (order: StreamLoadOptions) => void runStreamOrder(order));

async function runStreamOrder(order: StreamLoadOptions) {
  const sentAt: number[] = [];
  const delays: number[] = [];
  const sockets: Socket[] = [];
  const onText = (text: string) => {
    const now = performance.now();
    for (const [, number] of text.matchAll(MESSAGE_NUMBER_PATTERN))
      delays.push(now - (sentAt[Number(number)] ?? Number.NaN));
  };
  const { hostname, port } = new URL(order.url);
  const openOne = () => openStream({ host: hostname, port: Number(port) }, order.open, onText);
  for (let at = 0; at < order.clients; at += PARALLEL_OPENINGS) {
    const count = Math.min(PARALLEL_OPENINGS, order.clients - at);
    sockets.push(...(await Promise.all(Array.from({ length: count }, openOne))));
  }
  process.send?.("open");
  const count = order.perSecond * order.seconds;
  const began = performance.now();
  for (let number = 0; number < count; number++) {
    await waitUntil(began + (number * 1000) / order.perSecond);
    sentAt[number] = performance.now();
    void publishMessage(order, number);
  }
  await waitUntil(performance.now() + LATE_MESSAGES_WAIT_MS);
  for (const socket of sockets) socket.destroy();
  delays.sort((a, b) => a - b);
  const quantile = (share: number) =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN;
  const report: StreamLoadResult = {
    clients: sockets.length,
    sent: count,
    delivered: delays.length,
    p50: quantile(0.5),
    p99: quantile(0.99),
  };
  process.send?.(report, () => process.exit(0));
}

async function publishMessage({ publish: { url, method, headers, body } }: StreamLoadOptions, number: number) {
  const answer = await fetch(url, { method, headers, body: body.replace("{n}", String(number)) });
  if (!answer.ok) throw new Error(`A message was answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Opens a stream; resolves with the first bytes of the answer, and reads on. */
function openStream(where: { host: string; port: number }, request: string, onText: (text: string) => void) {
  return new Promise<Socket>((resolve, reject) => {
    const socket = connect({ ...where, noDelay: true });
    socket.setEncoding("latin1");
    socket.once("connect", () => socket.write(request));
    socket.once("data", (head: string) => {
      if (!head.startsWith("HTTP/1.1 200")) return reject(new Error(`A stream was refused: ${head.slice(0, 300)}`));
      resolve(socket);
    });
    socket.on("data", onText).on("error", reject);
  });
}

const waitUntil = (at: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
