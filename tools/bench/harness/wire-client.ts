import { connect, type Socket } from "node:net";

export interface RawSocketAnswer {
  readonly status: number;
  readonly body: string;
}
/** Load that sends one request after the other on each of its connections, as fast as the answers come. */
export interface RawSocketLoadOptions {
  /** Origin of the server, `http://host:port`. */
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Whether it may end early; asked before each request. */
  readonly isOver?: () => boolean;
  /** Interval of requests on each connection, shifted against each other; without it as fast as the answers come. */
  readonly everyMs?: number;
  /** Bytes of the next request of a connection. */
  readonly next: (connection: number) => string;
  /** Called with each answer; throws when it is not the expected one. */
  readonly onAnswer: (connection: number, answer: RawSocketAnswer) => void;
}
export interface RawSocketLoadResult {
  readonly answers: number;
  /** Seconds from the first request to the last answer. */
  readonly seconds: number;
  /** Milliseconds from each request to its answer. */
  readonly latenciesMs: readonly number[];
}

export interface RawSocketRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: string;
}
/** Spells one HTTP/1.1 request with a JSON body; the body has to be ASCII. */
export const formatRawHttpRequest = ({ method, path, token, body }: RawSocketRequest) =>
  `${method} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/**
 * Load over bare sockets: a whole HTTP client would take more of the two processors than the server that is measured.
 * It knows only what our server sends: a content-length on every answer.
 */
export async function runRawSocketLoad(load: RawSocketLoadOptions): Promise<RawSocketLoadResult> {
  const { hostname, port } = new URL(load.url);
  const latenciesMs: number[] = [];
  const began = performance.now();
  const until = began + load.seconds * 1000;
  const lanes = Array.from({ length: load.connections }, async (_, index) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    try {
      await sendRequestsUntil(socket, { load, index, until, latenciesMs });
    } finally {
      socket.destroy();
    }
  });
  await Promise.all(lanes);
  return { answers: latenciesMs.length, seconds: (performance.now() - began) / 1000, latenciesMs };
}

interface WireLane {
  readonly load: RawSocketLoadOptions;
  readonly index: number;
  readonly until: number;
  readonly latenciesMs: number[];
}

function sendRequestsUntil(socket: Socket, { load, index, until, latenciesMs }: WireLane): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = "";
    let sentAt = 0;
    const { everyMs = 0, connections } = load;
    let due = performance.now() + (everyMs * index) / connections;
    const ask = () => {
      sentAt = performance.now();
      if (sentAt > until || load.isOver?.()) return resolve();
      socket.write(load.next(index), "latin1");
    };
    const askWhenDue = () => {
      const waitMs = due - performance.now();
      due += everyMs;
      if (everyMs === 0 || waitMs <= 0) ask();
      else setTimeout(ask, waitMs);
    };
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      received += text;
      const answer = readAnswer(received);
      if (!answer) return;
      received = "";
      latenciesMs.push(performance.now() - sentAt);
      try {
        load.onAnswer(index, answer);
        askWhenDue();
      } catch (error) {
        reject(error as Error);
      }
    });
    socket.on("error", reject).on("close", () => reject(new Error("The server closed a connection.")));
    askWhenDue();
  });
}

function readAnswer(text: string): RawSocketAnswer | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const body = text.slice(end + 4);
  if (Buffer.byteLength(body) < length) return undefined;
  return { status: Number(head.slice(9, 12)), body };
}

/** Throws unless the answer has this status. */
export function expectStatus(wanted: number, { status, body }: RawSocketAnswer) {
  if (status !== wanted) throw new Error(`Answered ${status} instead of ${wanted}: ${body.slice(0, 500)}`);
}
