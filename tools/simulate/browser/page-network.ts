import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** A write of the page, and its answer as far as the page can know; undefined: no answer has arrived. */
export interface ObservedWrite {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly answer: Response | undefined;
}

/** Headers that belong to a single connection, or are written again for the next one. */
const HOP_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

/**
 * Network of a page: the page has one address, from which requests go over the phone's network to whichever node
 * answers.
 */
export class PageNetwork {
  /** Called with every write. */
  hear: (write: ObservedWrite) => Promise<void> = () => Promise.resolve();
  /** Token of the user signed in on the page, as the page last sent it. */
  token: string | undefined;

  private constructor(
    private readonly server: Server,
    private readonly over: typeof fetch,
  ) {
    server.on("request", (request: IncomingMessage, response: ServerResponse) => void this.take(request, response));
  }

  static async listen(over: typeof fetch): Promise<PageNetwork> {
    const server = createServer();
    const network = new PageNetwork(server, over);
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    return network;
  }

  get url(): string {
    const address = this.server.address();
    return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
  }

  /** Breaks off all requests under way, streams as well. */
  breakOff() {
    this.server.closeAllConnections();
  }

  close(): Promise<void> {
    this.breakOff();
    return new Promise((resolve) => void this.server.close(() => resolve()));
  }

  private async take(request: IncomingMessage, response: ServerResponse) {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    try {
      await this.pass(request, response, gone.signal);
    } catch {
      // Broken like a phone's connection without reception, or a browser's when the server is gone.
      request.socket.destroy();
    }
  }

  private async pass(request: IncomingMessage, response: ServerResponse, signal: AbortSignal) {
    const { method = "GET", url = "/" } = request;
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (token !== undefined) this.token = token;
    const isRead = method === "GET" || method === "HEAD";
    const body = isRead ? null : await readRequestBody(request);
    const ask = () =>
      this.over(new URL(url, this.url), {
        method,
        headers: forwardedHeadersOf(request),
        body,
        redirect: "manual",
        signal,
      });
    if (body === null) return sendResponse(response, await ask());
    const write = { method, path: url, headers: request.headers, body: new TextDecoder().decode(body) };
    let answer: Response | undefined;
    try {
      answer = await ask();
    } finally {
      await this.hear({ ...write, answer: answer?.clone() });
    }
    sendResponse(response, answer);
  }
}

async function readRequestBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return new Uint8Array(Buffer.concat(pieces));
}

function forwardedHeadersOf({ headers }: IncomingMessage): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !HOP_HEADERS.has(name)) kept.set(name, String(value));
  // Compression on one machine would be useless.
  kept.set("accept-encoding", "identity");
  return kept;
}

function sendResponse(response: ServerResponse, answer: Response) {
  const headers = [...answer.headers].filter(([name]) => !HOP_HEADERS.has(name));
  response.writeHead(answer.status, Object.fromEntries(headers));
  if (answer.body === null) return void response.end();
  const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
  // Either end breaks the other off: a node that dies within an answer, and a page that goes.
  body.once("error", () => response.destroy());
  response.once("close", () => body.destroy());
  body.pipe(response);
}
