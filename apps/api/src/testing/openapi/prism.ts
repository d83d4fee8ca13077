import { createServer } from "node:http";
import { replayRecordedRequest } from "./express-validator";
import {
  closeServer,
  type RecordedExchange,
  listenOnFreePort,
  type RecordedAnswer,
  sendRecordedAnswer,
} from "./recorder";
import { loadOpenApiTool } from "./tools";
import { type ExchangeValidator, storeAnswerUnderNumber } from "./validator";

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
interface PrismViolation {
  readonly location: readonly string[];
  readonly message: string;
}

/** Starts Prism 5 as a proxy before a server that returns recorded answers; Prism reports violations in a header. */
export async function startPrismValidator(document: object): Promise<ExchangeValidator> {
  const answers = new Map<string, RecordedAnswer>();
  const upstream = createServer(({ headers }, response) =>
    sendRecordedAnswer(response, answers.get(String(headers["x-number"])) as RecordedAnswer),
  );
  const url = await listenOnFreePort(upstream);
  // Requests and answers have a proxy each: the header has room for 8 KB, which the faults of a request alone may fill.
  const request = await startProxyTo(url, document, { validateRequest: true, validateResponse: false });
  const response = await startProxyTo(url, document, { validateRequest: false, validateResponse: true });
  const faultFoundBy = async (proxy: RecordedProxy, exchange: RecordedExchange, answer: RecordedAnswer) => {
    // Prism's own addresses begin where those of the server in the document end.
    const path = exchange.path.slice("/api/v1".length);
    const answered = await replayRecordedRequest(
      proxy.url,
      { ...exchange, path },
      { "x-number": storeAnswerUnderNumber(answers, answer) },
    );
    const said = answered.headers.get("sl-violations");
    await answered.body?.cancel();
    if (said === null) return answered.status === answer.status ? undefined : `answered ${answered.status} by Prism`;
    return said.startsWith("[") ? violationNames(JSON.parse(said) as PrismViolation[]) : said;
  };
  return {
    name: "Prism",
    requestFault: (exchange) => faultFoundBy(request, exchange, exchange.answer),
    answerFault: (exchange, answer) => faultFoundBy(response, exchange, answer),
    stop: async () => {
      await Promise.all([request.stop(), response.stop(), closeServer(upstream)]);
    },
  };
}

const violationNames = (violations: readonly PrismViolation[]) =>
  violations.map(({ location, message }) => `${location.join(".")} ${message}`).join("; ");

type RecordedProxy = Awaited<ReturnType<typeof startProxyTo>>;

async function startProxyTo(
  upstream: string,
  document: object,
  sides: { readonly validateRequest: boolean; readonly validateResponse: boolean },
) {
  const operations = await loadOpenApiTool<PrismHttp>("@stoplight/prism-http").getHttpOperationsFromSpec(
    structuredClone(document),
  );
  const logger = loadOpenApiTool<PrismCore>("@stoplight/prism-core").createLogger("prism", { level: "silent" });
  const checks = { ...sides, checkSecurity: sides.validateRequest, errors: false };
  const server = loadOpenApiTool<PrismServer>("@stoplight/prism-http-server").createServer(operations, {
    cors: false,
    config: { isProxy: true, upstream: new URL(upstream), mock: { dynamic: false }, ...checks },
    components: { logger },
  });
  return { url: await server.listen(0, "127.0.0.1"), stop: () => server.close() };
}
