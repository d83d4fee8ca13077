import { once } from "node:events";
import { connect } from "node:net";
import type { ApiSession, TestApi } from "./start-api";

/** A refusal as it was received, headers and all. */
export interface RawErrorResponse {
  readonly status: number;
  readonly code: string;
  readonly body: { args: { key: string; value: string }[] };
  readonly headers: Headers;
}

/** Sends hand-made requests, as our clients never do. */
export function createRawRequestSender(api: TestApi) {
  async function ask(session: ApiSession | null, path: string, init: RequestInit = {}): Promise<RawErrorResponse> {
    const headers = new Headers(init.headers);
    if (session && !headers.has("authorization")) headers.set("authorization", `Bearer ${session.session.token}`);
    const answer = await fetch(`${api.url}/api/v1${path}`, { ...init, headers });
    const text = await answer.text();
    const body = (text === "" ? {} : JSON.parse(text)) as RawErrorResponse["body"] & { code: string };
    return { status: answer.status, code: body.code, body, headers: answer.headers };
  }

  /** Sends exactly these bytes and returns everything that the server answers until it closes the connection. */
  async function send(...bytes: (string | Buffer)[]): Promise<{ heard: string; fault: Error | undefined }> {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    let heard = "";
    let fault: Error | undefined;
    socket.on("data", (chunk) => (heard += chunk.toString()));
    socket.on("error", (error) => (fault = error));
    await once(socket, "connect");
    for (const part of bytes) socket.write(part);
    await once(socket, "close");
    return { heard, fault };
  }

  /** Sends bytes and returns the answer, where the server may close while the test still sends. */
  const speak = async (...bytes: string[]) => (await send(...bytes)).heard;
  return { ask, speak, send };
}

/** First lines of a request by this bearer. */
export const buildRawRequestHead = (session: ApiSession, line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, "Host: localhost", `Authorization: Bearer ${session.session.token}`, ...headers, "", ""].join(
    "\r\n",
  );
