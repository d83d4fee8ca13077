import { createServer } from "node:http";
import { send } from "./express-validator";
import { close, type Exchange, listen, type RecordedAnswer, reply } from "./recorder";
import { tool } from "./tools";
import { type Validator, withNumber } from "./validator";

interface PrismHttp {
  getHttpOperationsFromSpec(document: object): Promise<readonly unknown[]>;
}
interface PrismServer {
  createServer(
    operations: readonly unknown[],
    options: object,
  ): { listen(port: number, host: string): Promise<string>; close(): Promise<void> };
}
interface PrismCore {
  createLogger(name: string, options: object): unknown;
}
interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

/** Prism 5 as a proxy before a server that answers what was recorded; it says in a header what it found. */
export async function startPrism(document: object): Promise<Validator> {
  const answers = new Map<string, RecordedAnswer>();
  const upstream = createServer(({ headers }, response) =>
    reply(response, answers.get(String(headers["x-number"])) as RecordedAnswer),
  );
  const proxy = await proxyTo(await listen(upstream), document);
  const faultOf = async (side: "request" | "response", exchange: Exchange, answer: RecordedAnswer) => {
    // Prism's own addresses begin where those of the server in the document end.
    const path = exchange.path.slice("/api/v1".length);
    const answered = await send(proxy.url, { ...exchange, path }, { "x-number": withNumber(answers, answer) });
    const said = answered.headers.get("sl-violations");
    await answered.body?.cancel();
    if (answered.status !== answer.status && said === null) return `answered ${answered.status} by Prism`;
    const found = (JSON.parse(said ?? "[]") as Violation[]).filter(({ location }) => location[0] === side);
    const words = found.map(({ location, message }) => `${location.join(".")} ${message}`);
    return words.length === 0 ? undefined : words.join("; ");
  };
  return {
    name: "Prism",
    requestFault: (exchange) => faultOf("request", exchange, exchange.answer),
    answerFault: (exchange, answer) => faultOf("response", exchange, answer),
    stop: async () => {
      await Promise.all([proxy.stop(), close(upstream)]);
    },
  };
}

async function proxyTo(upstream: string, document: object) {
  const operations = await tool<PrismHttp>("@stoplight/prism-http").getHttpOperationsFromSpec(
    structuredClone(document),
  );
  const logger = tool<PrismCore>("@stoplight/prism-core").createLogger("prism", { level: "silent" });
  const checks = { validateRequest: true, validateResponse: true, checkSecurity: true, errors: false };
  const server = tool<PrismServer>("@stoplight/prism-http-server").createServer(operations, {
    cors: false,
    config: { isProxy: true, upstream: new URL(upstream), mock: { dynamic: false }, ...checks },
    components: { logger },
  });
  return { url: await server.listen(0, "127.0.0.1"), stop: () => server.close() };
}
