import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as a webhook's receiver got it. */
export interface ReceivedWebhookRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Body as it was received; the signature covers these bytes. */
  readonly raw: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly id: string;
    readonly sequence: number;
    readonly data: Readonly<Record<string, unknown>>;
  };
  readonly answered: number;
}

/** Behaviour of the receiver for a request: a status, with headers if need be, or no answer ever. */
type ReceiverBehaviour = (request: {
  readonly path: string;
  readonly count: number;
}) => ReceiverAnswer | Promise<ReceiverAnswer>;
type ReceiverAnswer = number | DetailedBehaviour | "silence" | "cut";
interface DetailedBehaviour {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Delay of the receiver's answer in ms. */
  readonly afterMs?: number;
}

/** Receiver of webhooks on this machine, as a partner would run it. */
export class WebhookReceiver {
  readonly received: ReceivedWebhookRequest[] = [];
  behave: ReceiverBehaviour = () => 204;
  /** Maximum number of requests that it had to handle at once. */
  mostAtOnce = 0;
  private atOnce = 0;
  private count = 0;

  private readonly server: Server = createServer();

  static async open(port = 0): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await receiver.listen(port);
    return receiver;
  }

  get port() {
    return (this.server.address() as AddressInfo).port;
  }

  url(path = "/hooks") {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Requests that it has accepted, by webhook-id. */
  get taken(): ReadonlyMap<string, ReceivedWebhookRequest[]> {
    const taken = new Map<string, ReceivedWebhookRequest[]>();
    for (const hook of this.received)
      if (hook.answered < 300) taken.set(hook.body.id, [...(taken.get(hook.body.id) ?? []), hook]);
    return taken;
  }

  close() {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  listen(port = 0) {
    this.server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
      response.on("close", () => this.atOnce--);
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        const path = request.url ?? "";
        const answering = Promise.resolve(this.behave({ path, count: this.count++ }));
        void answering.then((answer) => {
          const status = typeof answer === "object" ? answer.status : answer;
          const answered = typeof status === "number" ? status : 0;
          const body = JSON.parse(raw) as ReceivedWebhookRequest["body"];
          this.received.push({ path, headers: request.headers, raw, body, answered: answered === 0 ? 999 : answered });
          if (status === "cut") return request.socket.destroy();
          if (status === "silence") return;
          const { headers = {}, afterMs = 0 } = typeof answer === "object" ? answer : {};
          setTimeout(() => response.writeHead(answered, headers).end(), afterMs);
        });
      });
    });
    return new Promise<void>((resolve) => this.server.listen(port, "127.0.0.1", resolve));
  }
}
