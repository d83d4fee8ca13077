/** Random requests to every operation, good and bad, the same for the same seed and the same known values. */
import type { Operation } from "@leitstand/contract/operation/operation";
import fc from "fast-check";
import type { TenantFixture } from "../fixtures";
import {
  type KnownValuesOfField,
  oneFaultyFieldArbitrary,
  type ContractSchemaPart,
  validValueArbitrary,
  wrongStructureArbitrary,
} from "../schema-arbitrary";

/** Kinds of requests that the fuzzer sends, round by round. */
export const fuzzRequestKinds = [
  "valid",
  "valid",
  "valid",
  "one field wrong",
  "wrong structure",
  "raw bytes",
  "wrong parameters",
] as const;
export type FuzzRequestKind = (typeof fuzzRequestKinds)[number];

export interface FuzzRequestInput {
  readonly operation: Operation;
  readonly kind: FuzzRequestKind;
  readonly tenant: TenantFixture;
  readonly token: string;
}
export interface FuzzRequest {
  readonly path: string;
  readonly init: { method: string; headers: Record<string, string>; body?: FormData | Buffer<ArrayBuffer> | string };
}
type DrawValue = <T>(arbitrary: fc.Arbitrary<T>, offset: number) => T;

export function createFuzzRequest(
  { operation, kind, tenant, token }: FuzzRequestInput,
  seed: number,
  known: KnownValuesOfField,
): FuzzRequest {
  const draw: DrawValue = <T>(arbitrary: fc.Arbitrary<T>, offset: number) =>
    fc.sample(arbitrary, { seed: seed * 7 + offset, numRuns: 1 })[0] as T;
  const nameOfId = (name: string) => (name === "id" ? `${operation.tag} id` : name);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (kind === "wrong parameters")
      return encodeURIComponent(
        String(draw(fc.constantFrom("../users", "%00", "1 or 1=1", "x".repeat(600), "urn:uuid:1"), 1)),
      );
    const values = name === "short_code" || name === "tenant_short_code" ? [tenant.short_code] : known(nameOfId(name));
    return encodeURIComponent(String(draw(values.length > 0 ? fc.constantFrom(...values) : fc.uuid(), 2)));
  });
  const query = fuzzedQuery(operation, kind, (schema) => draw(validValueArbitrary(schema, known), 3));
  const headers: Record<string, string> = {
    accept: operation.answerType === "event_stream" ? "application/json" : "*/*",
  };
  if (operation.auth === "bearer") headers["authorization"] = `Bearer ${token}`;
  if (operation.auth === "tenant_key") headers["x-tenant-key"] = tenant.tenant_key;
  const body = fuzzedBody(operation, kind, { known, draw });
  if (body !== undefined && !(body instanceof FormData)) headers["content-type"] = "application/json";
  return {
    path: `${path}${query}`,
    init: { method: operation.method, headers, ...(body === undefined ? {} : { body }) },
  };
}

function fuzzedQuery(
  { query }: Operation,
  kind: FuzzRequestKind,
  draw: (schema: ContractSchemaPart) => unknown,
): string {
  const search = new URLSearchParams();
  const values = query ? (draw(query as ContractSchemaPart) as Record<string, unknown>) : {};
  if (kind === "wrong parameters") Object.assign(values, { size: "1e3", page: -1, sort: "password", tenant_id: "x" });
  for (const [name, value] of Object.entries(values))
    for (const item of [value].flat()) search.append(name, String(item));
  return search.size > 0 ? `?${search}` : "";
}

function fuzzedBody(
  operation: Operation,
  kind: FuzzRequestKind,
  { known, draw }: { known: KnownValuesOfField; draw: DrawValue },
) {
  if (!operation.body) return undefined;
  const schema = operation.body as ContractSchemaPart;
  if (operation.bodyType === "multipart") return fuzzedForm(kind, draw);
  if (kind === "raw bytes") return Buffer.from(draw(fc.uint8Array({ maxLength: 400 }), 7));
  if (kind === "wrong structure") return JSON.stringify(draw(wrongStructureArbitrary, 8)) ?? "";
  return JSON.stringify(
    draw(kind === "one field wrong" ? oneFaultyFieldArbitrary(schema, known) : validValueArbitrary(schema, known), 9),
  );
}

function fuzzedForm(kind: FuzzRequestKind, draw: DrawValue) {
  const form = new FormData();
  if (kind === "valid") form.append("file", new File([WHITE_PIXEL_PNG], "photo.png", { type: "image/png" }));
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

/** An image of one white pixel. */
const WHITE_PIXEL_PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
