import { type IncomingMessage, request as send, type ServerResponse } from "node:http";
import { LocalServer } from "./local-server";

/** Point at which a call is cut off: before the request, within it, after the work is done, or within the answer. */
export type CallCutPoint = "before" | "in the request" | "after" | "in the answer";

/** Proxy between a phone and the product that cuts calls off where a test asks for it. */
export class ConnectionCuttingProxy extends LocalServer {
  /** Point at which this call is cut off, by its path; undefined to let it pass. */
  cutOf: (path: string) => CallCutPoint | undefined = () => undefined;
  /** Number of calls that were cut off. */
  cuts = 0;

  constructor(private readonly port: number) {
    super();
  }

  protected async take(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const cut = this.cutOf(request.url ?? "");
    if (cut !== undefined) this.cuts++;
    if (cut === "before") return request.socket.destroy();
    const onward = this.begin(request);
    onward.on("error", () => request.socket.destroy());
    if (cut === "in the request") {
      onward.write(body.subarray(0, body.length / 2), () => {
        onward.destroy();
        request.socket.destroy();
      });
      return;
    }
    onward.on("response", (answer) => void this.answer(answer, response, cut));
    onward.end(body);
  }

  private begin({ method, url: path, headers }: IncomingMessage) {
    const { port } = this;
    return send({ hostname: "127.0.0.1", port, method, path, headers: { ...headers, host: `127.0.0.1:${port}` } });
  }

  /** Waits for the whole answer before cutting it: by then the request has been carried out. */
  private async answer(answer: IncomingMessage, response: ServerResponse, cut: CallCutPoint | undefined) {
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    if (cut === "after") return response.socket?.destroy();
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (cut === undefined) return void response.end(body);
    response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy());
  }
}
