import { once } from "node:events";
import { connect } from "node:net";
import type { Session, TestApi } from "./start-api";

/** A refusal as it came, headers and all. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly body: { args: { key: string; value: string }[] };
  readonly headers: Headers;
}

/** Requests made by hand, as no client of ours would send them. */
export function handMade(api: TestApi) {
  async function ask(session: Session | null, path: string, init: RequestInit = {}): Promise<Refusal> {
    const headers = new Headers(init.headers);
    if (session && !headers.has("authorization")) headers.set("authorization", `Bearer ${session.session.token}`);
    const answer = await fetch(`${api.url}/api/v1${path}`, { ...init, headers });
    const text = await answer.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Refusal["body"] & { code: string };
    return { status: answer.status, code: body.code, body, headers: answer.headers };
  }

  /** What the server says to these very bytes, until it closes; the connection has to end by itself. */
  async function speak(...bytes: string[]): Promise<string> {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    let heard = "";
    socket.on("data", (chunk) => (heard += chunk.toString()));
    // The server may close while we still speak.
    socket.on("error", () => undefined);
    await once(socket, "connect");
    for (const part of bytes) socket.write(part);
    await once(socket, "close");
    return heard;
  }
  return { ask, speak };
}

/** The first lines of a request by this bearer. */
export const head = (session: Session, line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, "Host: localhost", `Authorization: Bearer ${session.session.token}`, ...headers, "", ""].join(
    "\r\n",
  );
