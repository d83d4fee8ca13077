import { createServer, type Server } from "node:http";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { isLocalRequest } from "../process/this-machine";
import { defaultUnreadAnswerLimits } from "../http/limits/unread-answers";
import { dataSecurityHeaders } from "../http/protecting-headers";

/** Metrics of one node for Prometheus; labels are operations and statuses, never tenants, people or ids. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly answers: Histogram<"operation" | "status">;

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: "leitstand_" });
    this.answers = new Histogram({
      name: "leitstand_http_answer_seconds",
      help: "Time from the request to the last byte of the answer.",
      labelNames: ["operation", "status"],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [this.registry],
    });
  }

  readonly onAnswer = (operation: string, status: number, milliseconds: number) => {
    this.answers.observe({ operation, status: String(status) }, milliseconds / 1000);
  };

  /** Adds a value that is read at each scrape. */
  gauge(name: string, help: string, read: () => number | Promise<number>) {
    const gauge: Gauge = new Gauge({
      name: `leitstand_${name}`,
      help,
      registers: [this.registry],
      collect: async () => gauge.set(await read()),
    });
  }

  /** Serves `/metrics` on a port of its own, so that it is out of reach for clients of the API. */
  serve(host: string, port: number, { demonstration = false } = {}): Promise<Server> {
    const server = createServer((request, response) => {
      response.setHeaders(new Map(Object.entries(dataSecurityHeaders)));
      if (demonstration && !isLocalRequest(request)) return void response.writeHead(421).end();
      if (request.url !== "/metrics" || request.method !== "GET") return void response.writeHead(404).end();
      this.registry.metrics().then(
        (text) => response.writeHead(200, { "content-type": this.registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    server.setTimeout(defaultUnreadAnswerLimits.stalledMs);
    return new Promise((resolve, reject) => {
      server.once("error", reject).listen(port, host, () => resolve(server));
    });
  }
}
