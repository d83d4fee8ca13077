import { type IncomingMessage, request as send, type ServerResponse } from "node:http";
import { createErrorBody } from "../../apps/api/src/platform/http/error-answer";
import { problem } from "../../apps/api/src/platform/problem";
import { testClock } from "../../apps/api/src/testing/test-clock";
import { LocalServer } from "./local-server";

/** Fault of an upload; `cut after` has arrived, and only its answer is lost. */
export type UploadFault = "cut before" | "cut after" | "busy" | "too many" | "too large" | "unreadable";

const refusalsByFault = {
  busy: () => problem("SERVICE_UNAVAILABLE"),
  "too many": () => problem("RATE_LIMIT_EXCEEDED", { retry_after: 1 }),
  "too large": () => problem("PAYLOAD_TOO_LARGE"),
  unreadable: () => problem("FILE_CONTENT_INVALID", { reason: "DAMAGED" }),
} as const;

const UPLOAD_PATH_PATTERN = /^\/api\/v1\/cases\/[^/]+\/assets$/;

/** Proxy between a phone and the product; uploads fail as a test asks. */
export class FaultyPhotoUploadProxy extends LocalServer {
  /** Bodies of all uploads, as they came from the phone. */
  readonly bodies: Buffer[] = [];
  /** Maximum number of uploads that were under way at the same time. */
  mostAtOnce = 0;
  /** Fault of this upload, by the id and the name of the photo. */
  faultOf: (photo: { readonly id: string; readonly name: string }) => UploadFault | undefined = () => undefined;
  private atOnce = 0;
  private readonly target: URL;

  constructor(
    target: string,
    /** Script of a page that the test itself provides. */
    private readonly script?: string,
  ) {
    super();
    this.target = new URL(target);
  }

  protected async take(request: IncomingMessage, response: ServerResponse) {
    if (this.script !== undefined && (request.url ?? "").startsWith("/page")) return this.page(request, response);
    if (!UPLOAD_PATH_PATTERN.test(request.url ?? "")) return this.pass(request, response);
    this.atOnce++;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    response.once("close", () => this.atOnce--);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    this.bodies.push(body);
    const fault = this.faultOf(photoOfUpload(body));
    if (fault === "cut before") return request.socket.destroy();
    if (fault === undefined || fault === "cut after") return this.pass(request, response, { body, fault });
    const refused = refusalsByFault[fault]();
    const wait = fault === "too many" ? { "retry-after": "1" } : {};
    response.writeHead(refused.status, { "content-type": "application/json", ...wait });
    response.end(
      JSON.stringify(createErrorBody(refused, { now: testClock.now(), traceId: "0".repeat(32), language: undefined })),
    );
  }

  private pass(request: IncomingMessage, response: ServerResponse, upload?: { body: Buffer; fault?: UploadFault }) {
    const { hostname, port, host } = this.target;
    const { method, url: path } = request;
    const headers = { ...request.headers, host };
    const onward = send({ hostname, port, method, path, headers }, (answer) => {
      if (upload?.fault === "cut after") {
        answer.resume().once("end", () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => request.socket.destroy());
    response.once("close", () => onward.destroy());
    if (upload === undefined) request.pipe(onward);
    else onward.end(upload.body);
  }

  private page({ url }: IncomingMessage, response: ServerResponse) {
    const isScript = url === "/page.js";
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" });
    response.end(isScript ? this.script : '<!doctype html><script type="module" src="/page.js"></script>');
  }
}

function photoOfUpload(body: Buffer) {
  const text = body.toString("latin1");
  const field = (name: string) => new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]+)`).exec(text)?.[1] ?? "";
  return { id: field("client_id"), name: /filename="([^"]+)"/.exec(text)?.[1] ?? "" };
}
