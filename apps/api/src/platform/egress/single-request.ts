import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP, type LookupFunction } from "node:net";

export interface EgressRequest {
  /** URL to call, as the tenant named it. */
  readonly url: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds for the whole request, from the name's lookup to the answer's last byte; 10 s unless set. */
  readonly timeoutMs?: number;
  /** Bytes read of the answer at most; 16 KB unless set. */
  readonly answerBytesMax?: number;
  /** Cancels the request, as the end of the time does. */
  readonly signal?: AbortSignal;
}

export interface EgressAnswer {
  /** Any status, redirects among them: they are not followed. */
  readonly status: number;
  /** Headers with names in lower case; several values of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the answer was longer than the limit, and is cut. */
  readonly isCut: boolean;
}

/** Destination of a request: the checked addresses of its host name. */
export interface EgressDestination {
  readonly url: URL;
  /** Host of the address, IPv6 without brackets. */
  readonly host: string;
  readonly addresses: readonly string[];
  readonly ca: string | undefined;
}

interface SendOptions extends Omit<EgressRequest, "url" | "timeoutMs"> {
  readonly answerBytesMax: number;
  readonly signal: AbortSignal;
}

/**
 * Sends one request on a connection of its own, to one of the given addresses; reads no more of the answer than fits.
 */
export function sendSingleEgressRequest(destination: EgressDestination, options: SendOptions): Promise<EgressAnswer> {
  const { url, host, ca } = destination;
  const { method, headers = {}, body, signal } = options;
  const isSecure = url.protocol === "https:";
  const send = isSecure ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const outgoing = send(
      {
        host,
        port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method,
        headers: {
          host: url.host,
          "user-agent": "leitstand",
          ...headers,
          ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
        },
        signal,
        // No connection is kept open: each attempt is checked from the name on.
        agent: false,
        lookup: fixedLookup(destination.addresses),
        // The certificate must be for the name, whichever address it has.
        ...(isSecure ? { servername: isIP(host) === 0 ? host : "", rejectUnauthorized: true } : {}),
        ...(ca === undefined ? {} : { ca }),
      },
      (answer) => {
        isAnswered = true;
        readLimitedAnswer(answer, options.answerBytesMax).then(resolve, reject);
      },
    );
    outgoing.on("error", reject);
    // A receiver that wants to speak another protocol (101) ends the connection without an answer and without an error.
    outgoing.on("close", () => {
      if (!isAnswered) reject(new Error("no answer"));
    });
    outgoing.end(body);
  });
}

/** Gives the socket the addresses that were checked, without another look-up. */
const fixedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all, family }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const fitting = family === 4 || family === 6 ? found.filter((each) => each.family === family) : found;
    const [first] = fitting;
    if (first === undefined) return callback(new Error("no address"), "");
    if (all) return callback(null, fitting);
    callback(null, first.address, first.family);
  };

async function readLimitedAnswer(answer: IncomingMessage, bytesMax: number): Promise<EgressAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop closes the connection; the rest is not read.
    if (bytes > bytesMax) break;
  }
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]);
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(chunks).subarray(0, bytesMax),
    isCut: bytes > bytesMax,
  };
}
