import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach } from "vitest";

/** Request as another server receives it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON, or the fields of a form, as sent. */
  readonly body: unknown;
}
/** Faulty behaviour of a server. */
export type ServerMisbehaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface StandInServer {
  readonly url: string;
  /** Requests since the test began, the oldest first. */
  readonly asked: ReceivedRequest[];
  /** Sets the answer to paths that begin so; a function answers by the request. */
  answer(path: string, body: unknown, status?: number): void;
  misbehave(how: ServerMisbehaviour | undefined): void;
}

/** Answer of a function with a status other than 200. */
export class StandInRefusal {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

const TEN_MEGABYTES = JSON.stringify({ padding: "x".repeat(10 * 1_048_576) });

export const serverMisbehaviours: Readonly<Record<string, ServerMisbehaviour>> = {
  "ten megabytes": (_, response) => void response.end(TEN_MEGABYTES),
  "a page of HTML": (_, response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<html><h1>Welcome</h1>"),
  "JSON of another kind": (_, response) => void response.end(JSON.stringify({ routes: "none", features: 7 })),
  "half an answer": (_, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"code":"Ok","routes":[');
    response.socket?.destroySoon();
  },
  "a cut connection": (request) => void request.socket.destroy(),
  "an empty answer": (_, response) => void response.end(),
  "a failure of its own": (_, response) => void response.writeHead(500).end("{}"),
  "a redirection": (_, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/internal" }).end(),
};
/** Misbehaviour of a server that never answers; the connection stays open. */
export const stallForever: ServerMisbehaviour = () => undefined;

function parseBody(sent: string, type: string | undefined): unknown {
  if (sent === "") return undefined;
  return type?.startsWith("application/x-www-form-urlencoded")
    ? Object.fromEntries(new URLSearchParams(sent))
    : (JSON.parse(sent) as unknown);
}

/** Starts a small server on this machine that answers as a test sets it; ends with the test file. */
export function startStandInServer(): StandInServer {
  const answers = new Map<string, { body: unknown; status: number }>();
  const asked: ReceivedRequest[] = [];
  let misbehaviour: ServerMisbehaviour | undefined;
  let url = "";
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
    const sent = await text(request);
    const question: ReceivedRequest = {
      method: request.method ?? "",
      path: decodeURIComponent(pathname),
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: parseBody(sent, request.headers["content-type"]),
    };
    asked.push(question);
    if (misbehaviour) return misbehaviour(request, response);
    const known = [...answers.entries()].find(([path]) => pathname.startsWith(path))?.[1];
    const body =
      typeof known?.body === "function" ? (known.body as (asked: ReceivedRequest) => unknown)(question) : known?.body;
    const { status, ...told } = body instanceof StandInRefusal ? body : { status: known?.status ?? 404, body };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(told.body ?? {}));
  };
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    answers.clear();
    asked.length = 0;
    misbehaviour = undefined;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  return {
    get url() {
      return url;
    },
    asked,
    answer: (path, body, status = 200) => void answers.set(path, { body, status }),
    misbehave: (how) => void (misbehaviour = how),
  };
}
