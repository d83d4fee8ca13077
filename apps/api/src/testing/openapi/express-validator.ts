import { createServer, type RequestListener } from "node:http";
import { loadOpenApiTool } from "./tools";
import { openApiDocumentOfPath } from "./part";
import { closeServer, type RecordedExchange, listenOnFreePort, type RecordedAnswer } from "./recorder";
import { type ExchangeValidator, storeAnswerUnderNumber } from "./validator";

interface ExpressRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
}
interface ExpressResponse {
  status(code: number): ExpressResponse;
  set(headers: Readonly<Record<string, string>>): ExpressResponse;
  json(value: unknown): void;
  end(body?: Buffer | string): void;
}
type ExpressNext = (error?: unknown) => void;
type ExpressHandler = (request: ExpressRequest, response: ExpressResponse, next: ExpressNext) => void;
type ExpressErrorHandler = (
  ...given: [error: Error, request: ExpressRequest, response: ExpressResponse, next: ExpressNext]
) => void;
type Express = RequestListener & {
  use(...handlers: ExpressHandler[]): void;
  use(handler: ExpressErrorHandler): void;
};
interface ExpressModule {
  (): Express;
  json(options: object): ExpressHandler;
}
interface ValidatorModule {
  middleware(options: object): ExpressHandler[];
}

/**
 * Starts express-openapi-validator twice: before a handler that accepts everything, and around one that returns
 * recorded answers.
 */
export async function startExpressValidator(document: object): Promise<ExchangeValidator> {
  const faults = new Map<string, string>();
  const answers = new Map<string, RecordedAnswer>();
  const requests = await servePaths(document, { validateResponses: false, validateApiSpec: true }, (app) => {
    app.use((_request, response) => response.status(204).end());
  });
  const around = {
    validateRequests: false,
    validateSecurity: false,
    validateResponses: {
      onError: (error: Error, _body: unknown, { headers }: ExpressRequest) =>
        faults.set(headers["x-number"] ?? "", error.message),
    },
  };
  const responses = await servePaths(document, around, (app) => {
    app.use(({ headers: { "x-number": number = "" } }, response) => {
      const { status, headers, body } = answers.get(number) as RecordedAnswer;
      response.status(status).set(headers);
      if (/json/.test(headers["content-type"] ?? "")) response.json(JSON.parse(body.toString()));
      else response.end(body);
    });
  });
  return {
    name: "express-openapi-validator",
    requestFault: async (exchange: RecordedExchange) => {
      const answer = await replayRecordedRequest(requests.url, exchange);
      return answer.status === 204 ? undefined : await answer.text();
    },
    answerFault: async (exchange, answer) => {
      const number = storeAnswerUnderNumber(answers, answer);
      const { status } = await replayRecordedRequest(responses.url, exchange, { "x-number": number });
      return status === answer.status ? faults.get(number) : `answered ${status} by the validator`;
    },
    stop: async () => {
      await Promise.all([closeServer(requests.server), closeServer(responses.server)]);
    },
  };
}

/** Serves each path by an app with its own part of the document. */
async function servePaths(document: object, options: object, answering: (app: Express) => void) {
  const apps = new Map<string, Express>();
  const server = createServer((request, response) => {
    const path = String(request.headers["x-path"]);
    const app = apps.get(path) ?? createPathApp(openApiDocumentOfPath(document, path), options, answering);
    apps.set(path, app);
    app(request, response);
  });
  return { server, url: await listenOnFreePort(server) };
}

function createPathApp(document: object, options: object, answering: (app: Express) => void): Express {
  const express = loadOpenApiTool<ExpressModule>("express");
  const { middleware } = loadOpenApiTool<ValidatorModule>("express-openapi-validator");
  const app = express();
  app.use(express.json({ limit: "10mb", strict: false }));
  app.use(...middleware({ apiSpec: document, ...options }));
  answering(app);
  // oxlint-disable-next-line max-params -- Express knows a handler of errors by its four parameters
  app.use(((error, _request, response, _next) =>
    response.status(400).json({ message: error.message })) satisfies ExpressErrorHandler);
  return app;
}

export const replayRecordedRequest = (
  url: string,
  { operation, path, headers, body }: RecordedExchange,
  more: Record<string, string> = {},
) =>
  fetch(url + path, {
    method: operation.method,
    headers: { ...headers, "x-path": operation.path, ...more },
    body: body.length > 0 ? body : null,
  });
