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

/** Starts Prism 5 as a proxy before a server that answers what was recorded; it reports in a header what it found. */
export async function startPrism(document: object): Promise<Validator> {
  const answers = new Map<string, RecordedAnswer>();
  const upstream = createServer(({ headers }, response) =>
    reply(response, answers.get(String(headers["x-number"])) as RecordedAnswer),
  );
  const url = await listen(upstream);
  // One proxy for each side: the header has room for 8 KB, which a request with many faults would fill before the
  // answer's.
  const request = await proxyTo(url, document, { validateRequest: true, validateResponse: false });
  const response = await proxyTo(url, document, { validateRequest: false, validateResponse: true });
  const faultFoundBy = async (proxy: Proxy, exchange: Exchange, answer: RecordedAnswer) => {
    // Prism's own addresses begin where those of the server in the document end.
    const path = exchange.path.slice("/api/v1".length);
    const answered = await send(proxy.url, { ...exchange, path }, { "x-number": withNumber(answers, answer) });
    const said = answered.headers.get("sl-violations");
    await answered.body?.cancel();
    if (said === null) return answered.status === answer.status ? undefined : `answered ${answered.status} by Prism`;
    return said.startsWith("[") ? namesOf(JSON.parse(said) as Violation[]) : said;
  };
  return {
    name: "Prism",
    requestFault: (exchange) => faultFoundBy(request, exchange, exchange.answer),
    answerFault: (exchange, answer) => faultFoundBy(response, exchange, answer),
    stop: async () => {
      await Promise.all([request.stop(), response.stop(), close(upstream)]);
    },
  };
}

const namesOf = (violations: readonly Violation[]) =>
  violations.map(({ location, message }) => `${location.join(".")} ${message}`).join("; ");

type Proxy = Awaited<ReturnType<typeof proxyTo>>;

async function proxyTo(
  upstream: string,
  document: object,
  sides: { readonly validateRequest: boolean; readonly validateResponse: boolean },
) {
  const operations = await tool<PrismHttp>("@stoplight/prism-http").getHttpOperationsFromSpec(
    structuredClone(document),
  );
  const logger = tool<PrismCore>("@stoplight/prism-core").createLogger("prism", { level: "silent" });
  const checks = { ...sides, checkSecurity: sides.validateRequest, errors: false };
  const server = tool<PrismServer>("@stoplight/prism-http-server").createServer(operations, {
    cors: false,
    config: { isProxy: true, upstream: new URL(upstream), mock: { dynamic: false }, ...checks },
    components: { logger },
  });
  return { url: await server.listen(0, "127.0.0.1"), stop: () => server.close() };
}
