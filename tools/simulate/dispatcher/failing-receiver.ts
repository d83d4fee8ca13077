import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SeededChance } from "@leitstand/scenario/chance";

const SLOW_ANSWER_MS = 400;
const HUGE_ANSWER = Buffer.alloc(10_000_000, "x");
const answerFaults = [500, 503, 302, "cut", "deaf", "slow", "huge", "html"] as const;
type AnswerFault = (typeof answerFaults)[number];
/** Faults in which the receiver accepts the message, whatever its sender is answered. */
const acceptedDespiteFault: ReadonlySet<AnswerFault | undefined> = new Set([undefined, "deaf", "slow", "huge"]);

export interface FailingReceiverOptions<Message> {
  readonly chance: SeededChance;
  /** Percent of messages that fail at first, in one way or another. */
  readonly faultyPercent: number;
  /** Called with every accepted message, repetitions included. */
  readonly take: (message: Message) => void;
}

/**
 * Receiver on this machine that fails again and again, each time at the first attempt: the second one is accepted, so
 * that a day need not wait for hours.
 */
export class FailingReceiver<Message extends { readonly id: string }> {
  failures = 0;
  private readonly failed = new Set<string>();
  private readonly server = createServer();

  constructor(private readonly options: FailingReceiverOptions<Message>) {}

  async open(): Promise<string> {
    this.server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const message = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Message;
        const fault = this.faultOf(message.id);
        if (acceptedDespiteFault.has(fault)) this.options.take(message);
        if (fault === "cut" || fault === "deaf") return request.socket.destroy();
        if (fault === "huge") return response.writeHead(200).end(HUGE_ANSWER);
        if (fault === "html")
          return response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
        const status = typeof fault === "number" ? fault : 204;
        setTimeout(() => response.writeHead(status).end(), fault === "slow" ? SLOW_ANSWER_MS : 0);
      });
    });
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close() {
    this.server.closeAllConnections();
    return new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private faultOf(id: string): AnswerFault | undefined {
    const { chance, faultyPercent } = this.options;
    if (this.failed.has(id) || !chance.percent(faultyPercent)) return undefined;
    this.failed.add(id);
    this.failures++;
    return chance.pick(answerFaults);
  }
}
