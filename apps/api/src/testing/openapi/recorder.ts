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
export interface Exchange {
  readonly operation: Operation;
  /** Path with its query, below the origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
  readonly answer: RecordedAnswer;
}

/** Starts a proxy in front of the product that records all exchanges. */
export async function startRecorder(target: string) {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    pass(target, request).then(
      (exchange) => {
        exchanges.push(exchange);
        reply(response, exchange.answer);
      },
      (error: unknown) => response.writeHead(599).end(String(error)),
    );
  });
  const url = await listen(server);
  return { url, exchanges, stop: () => close(server) };
}

async function pass(target: string, request: IncomingMessage): Promise<Exchange> {
  const { url: path = "", method = "" } = request;
  const body = Buffer.from(await buffer(request));
  const headers = ofTheMessage(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const answered = await fetch(target + path, { method, headers, body: body.length > 0 ? body : null });
  const answer = {
    status: answered.status,
    headers: ofTheMessage([...answered.headers]),
    body: Buffer.from(await answered.arrayBuffer()),
  };
  return { operation: operationOf(method, path), path, headers, body, answer };
}

export function reply(response: ServerResponse, { status, headers, body }: RecordedAnswer) {
  response.writeHead(status, { ...headers, "content-length": body.length });
  response.end(body);
}

/** Headers that belong to the connection: a proxy that passes a message on makes its own. */
const OF_THE_CONNECTION = new Set(
  "host connection keep-alive transfer-encoding content-length content-encoding accept-encoding expect date".split(" "),
);
const ofTheMessage = (headers: readonly (readonly [string, string])[]) =>
  Object.fromEntries(headers.filter(([name]) => !OF_THE_CONNECTION.has(name)));

/** A literal segment wins over a parameter. */
const forms = allOperations
  .map((operation) => ({
    operation,
    form: new RegExp(`^/api/v1${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    parameters: operation.path.split("{").length,
  }))
  .toSorted((a, b) => a.parameters - b.parameters);

function operationOf(method: string, path: string): Operation {
  const [pathname = ""] = path.split("?");
  const found = forms.find(({ operation, form }) => operation.method === method && form.test(pathname));
  if (!found) throw new Error(`No operation is ${method} ${pathname}`);
  return found.operation;
}

type Server = ReturnType<typeof createServer>;
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
export async function close(server: Server) {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
