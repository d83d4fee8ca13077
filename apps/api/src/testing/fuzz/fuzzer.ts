import { ErrorAnswer } from "@leitstand/contract/errors/errors";
import type { Operation, TenantType, TokenKind } from "@leitstand/contract/operation/operation";
import { errorCodesOfOperation } from "@leitstand/contract/operation/operation-errors";
import { allOperations } from "@leitstand/contract/operations";
import { findAnswerFault } from "#platform/http/input/validation";
import { insertTenant, type TenantFixture } from "../fixtures";
import type { TestApi } from "../start-api";
import { type FuzzRequest, createFuzzRequest, type FuzzRequestKind, type FuzzRequestInput } from "./fuzz-request";

/** Milliseconds after which an answer counts as lost. */
const ANSWER_TIMEOUT_MS = 60_000;

interface FuzzBearer {
  readonly type: TenantType;
  readonly kind: TokenKind;
  readonly tenant: TenantFixture;
  readonly token: string;
}

export interface SentFuzzRequest {
  readonly operation: string;
  readonly seed: number;
  readonly request: FuzzRequest;
  readonly ms: number;
}

/**
 * Calls every operation with valid and invalid requests, one after the other, using values from earlier answers. It has
 * companies of its own, so that a seed repeats its requests, whatever other tests run at the same time.
 */
export class ApiFuzzer {
  readonly faults: string[] = [];
  readonly outcomes = { valid: 0, accepted: 0 };
  private readonly memory = new Map<string, unknown[]>();
  /** Sessions for signing out, which no other call uses. */
  private leaving: readonly FuzzBearer[] = [];
  private bearers: readonly FuzzBearer[] = [];
  private fired = 0;

  private constructor(
    private readonly api: TestApi,
    private readonly seed: number,
  ) {}

  static async open(api: TestApi, seed: number): Promise<ApiFuzzer> {
    const fuzzer = new ApiFuzzer(api, seed);
    fuzzer.bearers = await fuzzer.signInEverybody();
    fuzzer.leaving = await fuzzer.signInEverybody();
    return fuzzer;
  }

  /** Sends a request of each of these kinds to every operation; each is reported when it was answered. */
  async run(kinds: readonly FuzzRequestKind[], onFired: (fired: SentFuzzRequest) => void = () => undefined) {
    for (const [round, kind] of kinds.entries())
      for (const operation of allOperations) {
        const bearers = operation.id === "signOut" ? this.leaving : this.bearers;
        onFired(await this.fire({ ...findAllowedBearer(operation, round, bearers), operation, kind }));
      }
  }

  private async signInEverybody(): Promise<readonly FuzzBearer[]> {
    const grants = [...new Set(allOperations.flatMap(({ grant }) => grant ?? []))];
    const bearers: FuzzBearer[] = [];
    for (const type of ["FUNERAL", "ROADSIDE_ASSISTANCE", "PLATFORM"] as const) {
      const tenant = await insertTenant(this.api.db, type);
      for (const kind of ["USER", "SERVICE", "DEVICE"] as const) {
        const role = kind === "USER" ? ({ roleType: "ADMINISTRATOR" } as const) : {};
        const { session } = await this.api.bearer({ tenant, kind, grants, ...role });
        bearers.push({ type, kind, tenant, token: session.token });
      }
    }
    return bearers;
  }

  private async fire(sample: FuzzRequestInput): Promise<SentFuzzRequest> {
    const seed = this.seed * 100_000 + this.fired++;
    const request = createFuzzRequest(sample, seed, (field) => this.memory.get(`${sample.tenant.id} ${field}`) ?? []);
    const { response, text, ms } = await sendFuzzRequestWithTimeout(this.api.url, request);
    if (sample.kind === "valid" && response.status !== 404) {
      this.outcomes.valid++;
      if (response.ok) this.outcomes.accepted++;
    }
    const { id } = sample.operation;
    const fault = findFault(sample.operation, response, text);
    if (fault) this.faults.push(`${id} (${sample.kind}, seed ${seed}): ${fault}; ${describeFuzzRequest(request)}`);
    else if (response.ok) this.remember(sample, text);
    return { operation: id, seed, request, ms };
  }

  /** Keeps ids and versions from answers, so that later requests meet objects that exist. */
  private remember({ operation, tenant }: FuzzRequestInput, text: string) {
    if (operation.answerType === "binary" || text === "") return;
    // The sessions that all requests here use must not end.
    if (operation.id.endsWith("Sessions")) return;
    const { memory } = this;
    const keep = (field: string, value: unknown) => {
      const key = `${tenant.id} ${field}`;
      memory.set(key, [...(memory.get(key) ?? []).slice(-7), value]);
    };
    const singular = operation.tag
      .replace(/ies$/, "y")
      .replace(/(s)es$/, "$1")
      .replace(/s$/, "");
    const answer = JSON.parse(text) as unknown;
    for (const thing of [answer, ...(Array.isArray(answer) ? answer.slice(0, 3) : [])]) {
      if (thing === null || typeof thing !== "object" || !("id" in thing)) continue;
      keep(`${operation.tag} id`, thing.id);
      keep(`${singular}_id`, thing.id);
      if ("lock_version" in thing) memory.set(`${tenant.id} lock_version`, [thing.lock_version, 0]);
    }
  }
}

function findAllowedBearer({ kinds: allowed, tenantTypes }: Operation, round: number, bearers: readonly FuzzBearer[]) {
  const fitting = bearers.filter(({ type, kind }) => allowed.includes(kind) && (tenantTypes?.includes(type) ?? true));
  // Chooses mostly people of the two real kinds of tenant, who may do most.
  const people = fitting.filter(({ type, kind }) => type !== "PLATFORM" && kind === "USER");
  const choice = round % 5 === 4 || people.length === 0 ? fitting : people;
  const { tenant, token } = choice[round % choice.length] as FuzzBearer;
  return { tenant, token };
}

export async function sendFuzzRequestWithTimeout(url: string, { path, init }: FuzzRequest) {
  const began = performance.now();
  const response = await fetch(`${url}/api/v1${path}`, { ...init, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  const streams = response.headers.get("content-type")?.startsWith("text/event-stream");
  const text = streams ? "" : await response.text();
  if (streams) await response.body?.cancel();
  return { response, text, ms: performance.now() - began };
}

function findFault(operation: Operation, response: Response, text: string): string | undefined {
  const { status } = response;
  if (status >= 500) return `status ${status} ${text.slice(0, 300)}`;
  if (response.ok) {
    if (status !== operation.success) return `status ${status} instead of ${operation.success}`;
    if (!operation.answer || operation.answerType === "binary" || text === "") return undefined;
    return findAnswerFault(operation.answer, JSON.parse(text));
  }
  const body = JSON.parse(text) as { code: string };
  if (!(errorCodesOfOperation(operation) as readonly string[]).includes(body.code))
    return `undocumented code ${body.code}`;
  return findAnswerFault(ErrorAnswer, body);
}

export const describeFuzzRequest = (request: FuzzRequest) => JSON.stringify(request).slice(0, 600);
