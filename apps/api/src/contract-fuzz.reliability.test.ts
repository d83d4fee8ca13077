import { ErrorAnswer } from "@leitstand/contract/errors/errors";
import type { Operation, TenantType, TokenKind } from "@leitstand/contract/operation/operation";
import { errorsOf } from "@leitstand/contract/operation/operation-errors";
import { allOperations } from "@leitstand/contract/operations";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findAnswerFault } from "#platform/http/input/validation";
import { insertTenant, type TenantFixture } from "./testing/fixtures";
import { type SchemaPart, oneFieldWrong, validValue, wrongStructure } from "./testing/schema-arbitrary";
import { startApi } from "./testing/start-api";

/** At least so many requests in all; FUZZ_FACTOR makes longer and shorter runs, FUZZ_SEED repeats one. */
const REQUESTS_MIN = 10_000 * Number(process.env["FUZZ_FACTOR"] ?? 1);
const SEED = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000);
const AT_ONCE = 12;
const SLOW_MS = 1_000;
/** A plan takes as long as its caller lets it search. */
const SEARCH_MS_MOST = 5_000;
const kinds = [
  "valid",
  "valid",
  "valid",
  "one field wrong",
  "wrong structure",
  "raw bytes",
  "wrong parameters",
] as const;
type Kind = (typeof kinds)[number];

interface SampleRequest {
  readonly operation: Operation;
  readonly kind: Kind;
  readonly tenant: TenantFixture;
  readonly token: string;
}

describe(`every operation under fire (seed ${SEED})`, () => {
  const api = startApi();
  const memory = new Map<string, unknown[]>();
  const slow: { id: string; seed: number; request: ReturnType<typeof aim>; limitMs: number }[] = [];

  it(`answers ${REQUESTS_MIN} requests, good and bad, as the contract says and within a second`, {
    timeout: 400_000,
  }, async () => {
    const bearers = await signInEverybody();
    // Whoever signs out is missed by nobody.
    const leaving = await signInEverybody();
    const perOperation = Math.ceil(REQUESTS_MIN / allOperations.length);
    const samples: SampleRequest[] = [];
    for (let round = 0; round < perOperation; round++) {
      for (const operation of allOperations)
        samples.push({
          ...bearerFor(operation, round, operation.id === "signOut" ? leaving : bearers),
          operation,
          kind: kinds[round % kinds.length] as Kind,
        });
    }
    const faults: string[] = [];
    const outcomes = { valid: 0, accepted: 0 };
    let next = 0;
    const gun = async () => {
      for (let sample = samples[next]; sample; sample = samples[next]) {
        const fault = await fire(sample, SEED + next++, outcomes);
        if (fault) faults.push(fault);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, gun));
    for (const one of slow) if (await isSlowAgain(one)) faults.push(`slow: ${JSON.stringify(one).slice(0, 600)}`);
    expect(faults.slice(0, 20)).toEqual([]);
    expect(samples.length).toBeGreaterThanOrEqual(REQUESTS_MIN);
    // A fuzzer whose good requests are mostly refused tests nothing behind the gate.
    expect(outcomes.accepted / outcomes.valid).toBeGreaterThan(0.4);
  });

  type Bearers = readonly {
    readonly type: TenantType;
    readonly kind: TokenKind;
    readonly tenant: TenantFixture;
    readonly token: string;
  }[];

  async function signInEverybody(): Promise<Bearers> {
    const grants = [...new Set(allOperations.flatMap(({ grant }) => grant ?? []))];
    const bearers = [];
    for (const type of ["FUNERAL", "ROADSIDE_ASSISTANCE", "PLATFORM"] as const) {
      const tenant = await insertTenant(api.db, type);
      for (const kind of ["USER", "SERVICE", "DEVICE"] as const) {
        const { session } = await api.bearer({
          tenant,
          kind,
          grants,
          ...(kind === "USER" ? { roleType: "ADMINISTRATOR" } : {}),
        });
        bearers.push({ type, kind, tenant, token: session.token });
      }
    }
    return bearers;
  }

  function bearerFor({ kinds: allowed, tenantTypes }: Operation, round: number, bearers: Bearers) {
    const fitting = bearers.filter(({ type, kind }) => allowed.includes(kind) && (tenantTypes?.includes(type) ?? true));
    // Mostly people of the two real kinds of tenant: they may do most.
    const people = fitting.filter(({ type, kind }) => type !== "PLATFORM" && kind === "USER");
    const choice = round % 5 === 4 || people.length === 0 ? fitting : people;
    const { tenant, token } = choice[round % choice.length] as Bearers[number];
    return { tenant, token };
  }

  async function fire(
    sample: SampleRequest,
    seed: number,
    outcomes: { valid: number; accepted: number },
  ): Promise<string | undefined> {
    const request = aim(sample, seed);
    const { response, text, ms } = await ask(request);
    const limitMs = SLOW_MS + (sample.operation.id === "solveRouting" ? SEARCH_MS_MOST : 0);
    if (ms > limitMs) slow.push({ id: sample.operation.id, seed, request, limitMs });
    if (sample.kind === "valid" && response.status !== 404) {
      outcomes.valid++;
      if (response.ok) outcomes.accepted++;
    }
    const fault = findFault(sample.operation, response, text);
    if (response.ok && !fault) remember(sample, text);
    return (
      fault &&
      `${sample.operation.id} (${sample.kind}, seed ${seed}): ${fault}; ${JSON.stringify(request).slice(0, 600)}`
    );
  }

  async function ask(request: ReturnType<typeof aim>) {
    const began = performance.now();
    const response = await fetch(`${api.url}/api/v1${request.path}`, {
      ...request.init,
      signal: AbortSignal.timeout(20_000),
    });
    const streams = response.headers.get("content-type")?.startsWith("text/event-stream");
    const text = streams ? "" : await response.text();
    if (streams) await response.body?.cancel();
    return { response, text, ms: performance.now() - began };
  }

  /** Whether the product was slow, and not the machine: alone and asked again, the same request takes as long. */
  async function isSlowAgain({ request, limitMs }: (typeof slow)[number]): Promise<boolean> {
    for (let attempt = 0; attempt < 3; attempt++) if ((await ask(request)).ms <= limitMs) return false;
    return true;
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
    if (!(errorsOf(operation) as readonly string[]).includes(body.code)) return `undocumented code ${body.code}`;
    return findAnswerFault(ErrorAnswer, body);
  }

  function aim({ operation, kind, tenant, token }: SampleRequest, seed: number) {
    const draw = <T>(arbitrary: fc.Arbitrary<T>, offset: number): T =>
      fc.sample(arbitrary, { seed: seed * 7 + offset, numRuns: 1 })[0] as T;
    const known = (field: string) => memory.get(`${tenant.id} ${field}`) ?? [];
    const nameOfId = (name: string) => (name === "id" ? `${operation.tag} id` : name);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      if (kind === "wrong parameters")
        return encodeURIComponent(
          String(draw(fc.constantFrom("../users", "%00", "1 or 1=1", "x".repeat(600), "urn:uuid:1"), 1)),
        );
      const values =
        name === "short_code" || name === "tenant_short_code" ? [tenant.short_code] : known(nameOfId(name));
      return encodeURIComponent(String(draw(values.length > 0 ? fc.constantFrom(...values) : fc.uuid(), 2)));
    });
    const query = queryOf(operation, kind, (schema) => draw(validValue(schema, known), 3));
    const headers: Record<string, string> = {
      accept: operation.answerType === "event_stream" ? "application/json" : "*/*",
    };
    if (operation.auth === "bearer") headers["authorization"] = `Bearer ${token}`;
    if (operation.auth === "tenant_key") headers["x-tenant-key"] = tenant.tenant_key;
    const body = bodyOf(operation, kind, { known, draw });
    if (body !== undefined && !(body instanceof FormData)) headers["content-type"] = "application/json";
    return {
      path: `${path}${query}`,
      init: { method: operation.method, headers, ...(body === undefined ? {} : { body }) },
    };
  }

  function queryOf({ query }: Operation, kind: Kind, draw: (schema: SchemaPart) => unknown): string {
    const search = new URLSearchParams();
    const values = query ? (draw(query as SchemaPart) as Record<string, unknown>) : {};
    if (kind === "wrong parameters") Object.assign(values, { size: "1e3", page: -1, sort: "password", tenant_id: "x" });
    for (const [name, value] of Object.entries(values))
      for (const item of [value].flat()) search.append(name, String(item));
    return search.size > 0 ? `?${search}` : "";
  }

  function bodyOf(
    operation: Operation,
    kind: Kind,
    {
      known,
      draw,
    }: { known: (field: string) => readonly unknown[]; draw: <T>(arbitrary: fc.Arbitrary<T>, offset: number) => T },
  ) {
    if (!operation.body) return undefined;
    const schema = operation.body as SchemaPart;
    if (operation.bodyType === "multipart") {
      const form = new FormData();
      if (kind === "valid") form.append("file", new File([PNG], "photo.png", { type: "image/png" }));
      else
        form.append(
          draw(fc.constantFrom("file", "other"), 4),
          new File(
            [draw(fc.uint8Array({ maxLength: 300 }), 5) as Uint8Array<ArrayBuffer>],
            draw(fc.constantFrom("a.svg", "../../x", "a\r\nb.png", "x.pdf"), 6),
          ),
        );
      return form;
    }
    if (kind === "raw bytes") return Buffer.from(draw(fc.uint8Array({ maxLength: 400 }), 7));
    if (kind === "wrong structure") return JSON.stringify(draw(wrongStructure, 8)) ?? "";
    return JSON.stringify(
      draw(kind === "one field wrong" ? oneFieldWrong(schema, known) : validValue(schema, known), 9),
    );
  }

  /** Keeps ids and versions of what was answered, so that later requests meet things that exist. */
  function remember({ operation, tenant }: SampleRequest, text: string) {
    if (operation.answerType === "binary" || text === "") return;
    // Nobody is to end the sessions that everything here is asked by.
    if (operation.id.endsWith("Sessions")) return;
    const keep = (field: string, value: unknown) => {
      const key = `${tenant.id} ${field}`;
      memory.set(key, [...(memory.get(key) ?? []).slice(-7), value]);
    };
    const answer = JSON.parse(text) as unknown;
    for (const thing of [answer, ...(Array.isArray(answer) ? answer.slice(0, 3) : [])]) {
      if (thing === null || typeof thing !== "object" || !("id" in thing)) continue;
      keep(`${operation.tag} id`, thing.id);
      keep(
        `${operation.tag
          .replace(/ies$/, "y")
          .replace(/(s)es$/, "$1")
          .replace(/s$/, "")}_id`,
        thing.id,
      );
      if ("lock_version" in thing) memory.set(`${tenant.id} lock_version`, [thing.lock_version, 0]);
    }
  }
});

/** One white pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
