import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Operation } from "@leitstand/contract/operation/operation";
import { allOperations } from "@leitstand/contract/operations";

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
}
/** One call with its answer. */
export interface RecordedExchange {
  readonly operation: Operation;
  /** Path with its query, below the origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
  readonly answer: RecordedAnswer;
}

/** Starts a proxy in front of the product that records all exchanges. */
export async function startExchangeRecorder(target: string) {
  const exchanges: RecordedExchange[] = [];
  const server = createServer((request, response) => {
    forwardRequest(target, request).then(
      (exchange) => {
        exchanges.push(exchange);
        sendRecordedAnswer(response, exchange.answer);
      },
      (error: unknown) => response.writeHead(599).end(String(error)),
    );
  });
  const url = await listenOnFreePort(server);
  return { url, exchanges, stop: () => closeServer(server) };
}

async function forwardRequest(target: string, request: IncomingMessage): Promise<RecordedExchange> {
  const { url: path = "", method = "" } = request;
  const body = Buffer.from(await buffer(request));
  const headers = messageHeaders(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const answered = await fetch(target + path, { method, headers, body: body.length > 0 ? body : null });
  const answer = {
    status: answered.status,
    headers: messageHeaders([...answered.headers]),
    body: Buffer.from(await answered.arrayBuffer()),
  };
  return { operation: operationOfRequest(method, path), path, headers, body, answer };
}

export function sendRecordedAnswer(response: ServerResponse, { status, headers, body }: RecordedAnswer) {
  response.writeHead(status, { ...headers, "content-length": body.length });
  response.end(body);
}

/** Headers that belong to the connection: a proxy that passes a message on makes its own. */
const CONNECTION_HEADERS = new Set(
  "host connection keep-alive transfer-encoding content-length content-encoding accept-encoding expect date".split(" "),
);
const messageHeaders = (headers: readonly (readonly [string, string])[]) =>
  Object.fromEntries(headers.filter(([name]) => !CONNECTION_HEADERS.has(name)));

/** A literal segment wins over a parameter. */
const pathPatterns = allOperations
  .map((operation) => ({
    operation,
    form: new RegExp(`^/api/v1${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    parameters: operation.path.split("{").length,
  }))
  .toSorted((a, b) => a.parameters - b.parameters);

function operationOfRequest(method: string, path: string): Operation {
  const [pathname = ""] = path.split("?");
  const found = pathPatterns.find(({ operation, form }) => operation.method === method && form.test(pathname));
  if (!found) throw new Error(`No operation is ${method} ${pathname}`);
  return found.operation;
}

type HttpServer = ReturnType<typeof createServer>;
export async function listenOnFreePort(server: HttpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
export async function closeServer(server: HttpServer) {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
