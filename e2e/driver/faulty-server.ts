import type { IncomingMessage, ServerResponse } from "node:http";
import { SeededChance } from "@leitstand/scenario/chance";
import { LocalServer } from "./local-server";

/** Fault of a request; `cut after` has done the work, and only its answer is lost; `silence` waits until it ends. */
export type RequestFault =
  | "silence"
  | "cut before"
  | "cut after"
  | "503"
  | "429"
  | "401"
  | "disabled"
  | "conflict"
  | "gateway";

interface ReceivedAction {
  readonly case_id: string;
  readonly action_id: string;
  readonly occurred_at: string;
}

/** Server that takes actions as the product does, with increasing versions, over a network that fails. */
export class FaultyActionServer extends LocalServer {
  /** Actions that were carried out, in order. */
  readonly done: ReceivedAction[] = [];
  requests = 0;
  /** Number of keys that were sent again with other content. */
  reused = 0;
  /** Fault of the next request for a case. */
  faultOf: (caseId: string) => RequestFault | undefined = () => undefined;
  /** Answers the requests that `silence` has kept waiting. */
  endSilence = () => {};
  private readonly isHeard = new Promise<void>((resolve) => (this.endSilence = resolve));
  private readonly answers = new Map<string, { body: string; answer: object }>();
  private readonly versions = new Map<string, number>();

  constructor(private readonly script: string) {
    super();
  }

  /** Makes a third of all requests fail, in all the ways that lose no data. */
  failBy(seed: number) {
    const chance = new SeededChance(seed);
    const faults: RequestFault[] = ["cut before", "cut after", "cut after", "503", "429", "gateway"];
    this.faultOf = () => (chance.percent(35) ? chance.pick(faults) : undefined);
  }

  /** Changes a case like another user; returns its new version. */
  change(caseId: string): number {
    const version = (this.versions.get(caseId) ?? 0) + 1;
    this.versions.set(caseId, version);
    return version;
  }

  protected async take(request: IncomingMessage, response: ServerResponse) {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const caseId = /\/cases\/([^/]+)\/send_action$/.exec(request.url ?? "")?.[1];
    if (caseId === undefined) return this.page(request, response);
    this.requests++;
    const fault = this.faultOf(caseId);
    if (fault === "cut before") return request.socket.destroy();
    if (fault === "gateway") return void response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad</h1>");
    if (fault === "silence") await this.isHeard;
    else if (fault !== undefined && fault !== "cut after") return answerRefusal(response, fault);
    const key = String(request.headers["idempotency-key"]);
    const { status, answer } = this.carryOut(caseId, key, body);
    if (fault === "cut after") return request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }

  private carryOut(case_id: string, key: string, body: string) {
    const known = this.answers.get(key);
    if (known !== undefined && known.body !== body) {
      this.reused++;
      return { status: 422, answer: problemBody("IDEMPOTENCY_KEY_REUSED") };
    }
    if (known !== undefined) return { status: 200, answer: known.answer };
    const { action_id, occurred_at, lock_version } = JSON.parse(body) as ReceivedAction & { lock_version: number };
    const version = this.versions.get(case_id) ?? 0;
    if (lock_version !== version) return { status: 409, answer: problemBody("LOCK_VERSION_CONFLICT") };
    this.versions.set(case_id, version + 1);
    this.done.push({ case_id, action_id, occurred_at });
    const answer = { id: case_id, lock_version: version + 1 };
    this.answers.set(key, { body, answer });
    return { status: 200, answer };
  }

  private page({ url }: IncomingMessage, response: ServerResponse) {
    const isScript = url === "/page.js";
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" });
    response.end(isScript ? this.script : '<!doctype html><script type="module" src="/page.js"></script>');
  }
}

const refusalsByStatus = {
  "503": [503, "SERVICE_UNAVAILABLE"],
  "429": [429, "RATE_LIMIT_EXCEEDED"],
  "401": [401, "AUTH_TOKEN_INVALID"],
  disabled: [403, "AUTH_DEVICE_DISABLED"],
  conflict: [409, "CASE_ACTION_NOT_ALLOWED"],
} as const;

function answerRefusal(response: ServerResponse, fault: keyof typeof refusalsByStatus) {
  const [status, code] = refusalsByStatus[fault];
  const wait = fault === "429" ? { "retry-after": "7" } : {};
  response.writeHead(status, { "content-type": "application/json", ...wait }).end(JSON.stringify(problemBody(code)));
}

const problemBody = (code: string) => ({ code, title: code, message: code, args: [], trace_id: "0" });
