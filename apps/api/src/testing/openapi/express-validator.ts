import { createServer, type RequestListener } from "node:http";
import { tool } from "./tools";
import { partOf } from "./part";
import { close, type Exchange, listen, type RecordedAnswer } from "./recorder";
import { type Validator, withNumber } from "./validator";

interface Request {
  readonly headers: Readonly<Record<string, string | undefined>>;
}
interface Response {
  status(code: number): Response;
  set(headers: Readonly<Record<string, string>>): Response;
  json(value: unknown): void;
  end(body?: Buffer | string): void;
}
type Next = (error?: unknown) => void;
type Handler = (request: Request, response: Response, next: Next) => void;
type ErrorHandler = (...given: [error: Error, request: Request, response: Response, next: Next]) => void;
type Express = RequestListener & {
  use(...handlers: Handler[]): void;
  use(handler: ErrorHandler): void;
};
interface ExpressModule {
  (): Express;
  json(options: object): Handler;
}
interface ValidatorModule {
  middleware(options: object): Handler[];
}

/**
 * Starts express-openapi-validator: before a handler that accepts everything, and around one that answers what was
 * recorded.
 */
export async function startExpress(document: object): Promise<Validator> {
  const faults = new Map<string, string>();
  const answers = new Map<string, RecordedAnswer>();
  const requests = await serve(document, { validateResponses: false, validateApiSpec: true }, (app) => {
    app.use((_request, response) => response.status(204).end());
  });
  const around = {
    validateRequests: false,
    validateSecurity: false,
    validateResponses: {
      onError: (error: Error, _body: unknown, { headers }: Request) =>
        faults.set(headers["x-number"] ?? "", error.message),
    },
  };
  const responses = await serve(document, around, (app) => {
    app.use(({ headers: { "x-number": number = "" } }, response) => {
      const { status, headers, body } = answers.get(number) as RecordedAnswer;
      response.status(status).set(headers);
      if (/json/.test(headers["content-type"] ?? "")) response.json(JSON.parse(body.toString()));
      else response.end(body);
    });
  });
  return {
    name: "express-openapi-validator",
    requestFault: async (exchange: Exchange) => {
      const answer = await send(requests.url, exchange);
      return answer.status === 204 ? undefined : await answer.text();
    },
    answerFault: async (exchange, answer) => {
      const number = withNumber(answers, answer);
      const { status } = await send(responses.url, exchange, { "x-number": number });
      return status === answer.status ? faults.get(number) : `answered ${status} by the validator`;
    },
    stop: async () => {
      await Promise.all([close(requests.server), close(responses.server)]);
    },
  };
}

/** Serves each path by an app with its own part of the document. */
async function serve(document: object, options: object, answering: (app: Express) => void) {
  const apps = new Map<string, Express>();
  const server = createServer((request, response) => {
    const path = String(request.headers["x-path"]);
    const app = apps.get(path) ?? appFor(partOf(document, path), options, answering);
    apps.set(path, app);
    app(request, response);
  });
  return { server, url: await listen(server) };
}

function appFor(document: object, options: object, answering: (app: Express) => void): Express {
  const express = tool<ExpressModule>("express");
  const { middleware } = tool<ValidatorModule>("express-openapi-validator");
  const app = express();
  app.use(express.json({ limit: "10mb", strict: false }));
  app.use(...middleware({ apiSpec: document, ...options }));
  answering(app);
  // oxlint-disable-next-line max-params -- Express knows a handler of errors by its four parameters
  app.use(((error, _request, response, _next) =>
    response.status(400).json({ message: error.message })) satisfies ErrorHandler);
  return app;
}

export const send = (url: string, { operation, path, headers, body }: Exchange, more: Record<string, string> = {}) =>
  fetch(url + path, {
    method: operation.method,
    headers: { ...headers, "x-path": operation.path, ...more },
    body: body.length > 0 ? body : null,
  });
