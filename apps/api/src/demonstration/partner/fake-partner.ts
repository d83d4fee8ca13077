import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One event as the partner received it. */
export interface PartnerReceivedEvent {
  readonly key: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: {
    readonly id: string;
    readonly type: string;
    readonly sequence: number;
    readonly case_id: string | null;
    readonly tour_id: string | null;
    readonly vehicle_id: string | null;
    readonly external_id: string | null;
    readonly data: Readonly<Record<string, unknown>>;
  };
}
/**
 * Kinds of answers of the partner: a status, a good one after a while, never any, a page of HTML, 10 MB, or a
 * connection that breaks before or after the event was accepted.
 */
export type FakePartnerResponseMode = number | "SLOW" | "SILENT" | "HTML" | "ENDLESS" | "BREAKS" | "BREAKS_AFTER";

/** One call to the partner, whatever its result. */
export interface FakePartnerCall {
  readonly event: PartnerReceivedEvent;
  readonly mood: FakePartnerResponseMode;
  readonly at: Date;
}

export interface FakePartnerOptions {
  /** Number of newest events and calls that the partner keeps; all of them unless set. */
  readonly keeps?: number;
  /** Value that callers have to send as `Authorization`; not checked unless set. */
  readonly authorization?: string;
  /** Port it listens on; a free one unless set. */
  readonly port?: number;
  /** Tenant that the partner works with. */
  readonly tenantId?: string;
}

const BODY_BYTES_MAX = 1_000_000;
const HUGE_ANSWER = Buffer.alloc(1_000_000, "x");
/** Milliseconds of a slow answer, within the ten seconds that one may take. */
const SLOW_ANSWER_MS = 6_000;
const PARTNER_PATH = "/demonstration-partner";

/** System of a partner on this machine. It keeps the events it has accepted, in the order in which they came. */
export class FakePartner {
  readonly told: PartnerReceivedEvent[] = [];
  readonly calls: FakePartnerCall[] = [];
  requests = 0;
  /** Chooses the answer to each event. */
  mood: (event: PartnerReceivedEvent) => FakePartnerResponseMode = () => 204;
  /** Headers of an answer that is a mere status. */
  headers: Readonly<Record<string, string>> = {};
  private readonly waiting = new Set<NodeJS.Timeout>();
  private constructor(
    private readonly server: Server,
    private readonly options: FakePartnerOptions,
  ) {}

  static async start(options: FakePartnerOptions = {}): Promise<FakePartner> {
    const server = createServer();
    const partner = new FakePartner(server, options);
    server.on("request", (request, response) => {
      // A caller that breaks off gets no answer.
      partner.answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(options.port ?? 0, "127.0.0.1", resolve);
    });
    return partner;
  }

  /** Tenant that the partner works with; undefined: of no one tenant. */
  get tenantId() {
    return this.options.tenantId;
  }

  /** Host and port on which the server listens. */
  get host() {
    return { host: "127.0.0.1", port: (this.server.address() as AddressInfo).port };
  }

  get url() {
    const { host, port } = this.host;
    return `http://${host}:${port}${PARTNER_PATH}`;
  }

  stop(): Promise<void> {
    for (const timer of this.waiting) clearTimeout(timer);
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse) {
    this.requests++;
    const { authorization } = this.options;
    if (authorization !== undefined && request.headers.authorization !== authorization)
      return response.writeHead(401).end();
    const body = await readEventBody(request);
    if (body === undefined) return response.writeHead(400).end();
    const event = { key: String(request.headers["idempotency-key"]), headers: request.headers, body };
    const mood = this.mood(event);
    if (acceptsEvent(mood)) this.keep(this.told, event);
    this.keep(this.calls, { event, mood, at: new Date() });
    return this.reply(response, mood);
  }

  private keep<T>(list: T[], item: T) {
    list.push(item);
    if (list.length > (this.options.keeps ?? Number.POSITIVE_INFINITY)) list.shift();
  }

  private reply(response: ServerResponse, mood: FakePartnerResponseMode) {
    if (mood === "SILENT") return;
    if (mood === "SLOW") return this.replyLater(response);
    if (mood === "BREAKS" || mood === "BREAKS_AFTER") return response.destroy();
    if (mood === "HTML") return response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
    if (mood === "ENDLESS") {
      response.writeHead(200);
      for (let megabytes = 0; megabytes < 10; megabytes++) response.write(HUGE_ANSWER);
      return response.end();
    }
    const location = mood === 302 ? { location: "http://127.0.0.1:1/inside" } : {};
    return response.writeHead(mood, { ...this.headers, ...location }).end();
  }

  private replyLater(response: ServerResponse) {
    const timer = setTimeout(() => {
      this.waiting.delete(timer);
      response.writeHead(204).end();
    }, SLOW_ANSWER_MS);
    this.waiting.add(timer);
  }
}

/** Reads the body of a call; undefined when it is no event. */
async function readEventBody(request: IncomingMessage): Promise<PartnerReceivedEvent["body"] | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return typeof body === "object" && body !== null && "id" in body
      ? (body as PartnerReceivedEvent["body"])
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the partner accepts the event, whatever its sender is answered. */
const acceptsEvent = (mood: FakePartnerResponseMode) =>
  ["BREAKS_AFTER", "ENDLESS", "SLOW"].includes(String(mood)) || (typeof mood === "number" && mood < 300);
