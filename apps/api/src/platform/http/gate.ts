import type { RateLimitClass, Operation } from "@leitstand/contract/operation/operation";
import { reauthenticationValidSeconds } from "@leitstand/contract/people/sign-in-limits";
import type { FastifyRequest } from "fastify";
import type { Clock } from "../clock";
import { authorize, TENANT_SCOPE } from "../access/authorize";
import type { Principal, Scope } from "../access/principal";
import type { PhoneCountry } from "../phone-number";
import { networkOfIpAddress } from "../access/network";
import { Problem, problem } from "../problem";
import type { PrincipalCache } from "../access/principals";
import { earliestValidIdentityProofTime } from "../access/reauthentication";
import type { TenantKeyLookup } from "../access/tenant-keys";
import type { HttpExchange } from "./exchange";
import type { RequestInput } from "./input/request-input";
import { findKnownDeviceKey, mayBodyNameKnownDevice } from "./known-devices";
import type { RateLimiter } from "./limits/rate-limiter";

export interface CallGateDependencies {
  readonly principals: PrincipalCache;
  readonly tenantKeys: TenantKeyLookup;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

/** Admitted caller, and the scope of the operation's grant for them. */
export interface AdmittedCaller {
  readonly principal: Principal | null;
  readonly scope: Scope;
  /** The tenant named by the tenant key, on auth calls. */
  readonly tenantId: string | null;
  /** Country by which national telephone numbers are read. */
  readonly country: PhoneCountry;
  /** Refusal of unknown devices from this network at present; a known one may still call, see `admitKnownDevice`. */
  readonly refusal?: AnonymousRefusal;
}
interface AnonymousRefusal {
  readonly problem: Problem;
  readonly tenant: RateLimitKey["tenant"];
}

const BEARER_HEADER_PATTERN = /^Bearer +([^\s]+) *$/i;

const principalsByRequest = new WeakMap<FastifyRequest["raw"], Principal>();
/** Caller whose token came with the request, whether or not the request was let through. */
export const principalOfRequest = ({ raw }: FastifyRequest): Principal | undefined => principalsByRequest.get(raw);

/**
 * Checks before a body is read, in the order of the error catalogue: token, tenant, rate limit, token kind, grant,
 * tenant type. A caller who fails one causes no further look-up.
 */
export async function admitCall(exchange: HttpExchange, parts: CallGateDependencies): Promise<AdmittedCaller> {
  const { operation, request } = exchange;
  if (operation.auth !== "bearer") return admitAnonymousCall(exchange, parts);
  const principal = await authenticate(exchange, parts);
  principalsByRequest.set(request.raw, principal);
  const named = request.headers["x-tenant-key"];
  if (named !== undefined && named !== principal.tenant_key) throw problem("AUTH_TENANT_MISMATCH");
  const tenant = { id: principal.tenant_id, factor: principal.rate_limit_factor };
  const limit = wantsStream(operation, request) ? "stream" : operation.limit;
  consumeRateLimit(parts.limiter, exchange, { limit, bearer: principal.token_id, tenant });
  const scope = authorize(operation, principal);
  if (operation.sensitive && principal.kind === "USER") await checkIdentityProof(principal, parts);
  return { principal, scope, tenantId: principal.tenant_id, country: principal.tenant_country };
}

/** Identity proved on another node may not be known here yet: then the table decides. */
async function checkIdentityProof(principal: Principal, { principals, clock }: CallGateDependencies) {
  const since = earliestValidIdentityProofTime(clock.now()).getTime();
  if (Date.parse(principal.authenticated_at) > since) return;
  const { authenticated_at } = await principals.reload(principal);
  if (Date.parse(authenticated_at) <= since)
    throw problem("AUTH_REAUTHENTICATION_REQUIRED", { max_age: reauthenticationValidSeconds });
}

/** Slows down callers who try out tokens; valid tokens from the same address are not affected. */
async function authenticate(exchange: HttpExchange, { principals, limiter }: CallGateDependencies): Promise<Principal> {
  const { request } = exchange;
  try {
    return await principals.authenticate(readBearerToken(request));
  } catch (error) {
    if (error instanceof Problem && error.code === "AUTH_TOKEN_INVALID")
      consumeRateLimit(limiter, exchange, {
        limit: "invalid_token",
        bearer: networkOfIpAddress(request.ip),
        tenant: null,
      });
    throw error;
  }
}

/** Whether the caller asks for the live stream of an operation that has one. */
export const wantsStream = (operation: Operation, { headers }: FastifyRequest): boolean =>
  operation.answerType === "event_stream" && /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(headers.accept ?? "");

async function admitAnonymousCall(exchange: HttpExchange, parts: CallGateDependencies): Promise<AdmittedCaller> {
  const { operation, request } = exchange;
  const limitKey = { limit: operation.limit, bearer: networkOfIpAddress(request.ip) };
  const key = request.headers["x-tenant-key"];
  const open = { principal: null, scope: TENANT_SCOPE };
  if (operation.auth !== "tenant_key") {
    consumeRateLimit(parts.limiter, exchange, { ...limitKey, tenant: null });
    return { ...open, tenantId: null, country: null };
  }
  if (typeof key !== "string" || key === "") throw problem("TENANT_KEY_MISSING");
  const found = await parts.tenantKeys.find(key);
  if (!found) throw problem("TENANT_KEY_INVALID");
  const admission = { ...open, tenantId: found.id, country: found.country };
  const tenant = { id: found.id, factor: found.rate_limit_factor };
  try {
    consumeRateLimit(parts.limiter, exchange, { ...limitKey, tenant });
    return admission;
  } catch (error) {
    if (!(error instanceof Problem) || !mayBodyNameKnownDevice(exchange)) throw error;
    return { ...admission, refusal: { problem: error, tenant } };
  }
}

/**
 * Admits a device that has signed in before, though unknown devices have used up the sign-ins of its network: each
 * device has a bucket of its own, and those of a tenant have one together. A token opens nothing else here, and a
 * forged one leaves the refusal as it was.
 */
export async function admitKnownDevice(
  exchange: HttpExchange,
  { refusal, tenantId }: AdmittedCaller,
  { body, parts }: { body: unknown; parts: CallGateDependencies & { readonly pepper: string } },
) {
  if (refusal === undefined || tenantId === null) return;
  const known = await findKnownDeviceKey(body, { ...parts, tenantId, now: parts.clock.now() });
  if (known === undefined) throw refusal.problem;
  const { limit } = exchange.operation;
  const tenant = refusal.tenant && { ...refusal.tenant, id: `${refusal.tenant.id} known` };
  consumeRateLimit(parts.limiter, exchange, { limit, bearer: `known ${tenantId} ${known}`, tenant });
}

function readBearerToken({ headers }: FastifyRequest): string {
  const token = BEARER_HEADER_PATTERN.exec(headers.authorization ?? "")?.[1];
  if (!token) throw problem("AUTH_TOKEN_MISSING");
  return token;
}

/** Limit class that the call is counted in while it runs; input that keeps the server busy takes from `heavy`, too. */
export function chargeInputToLimitClass(
  exchange: HttpExchange,
  { query, body }: RequestInput,
  { limiter, principal }: AdmittedCall,
): RateLimitClass {
  const { limit, heavyWith } = exchange.operation;
  const fields = { ...(query as object), ...(body as object | undefined) };
  if (heavyWith === undefined || !Object.hasOwn(fields, heavyWith)) return limit;
  const tenant = { id: principal.tenant_id, factor: principal.rate_limit_factor };
  consumeRateLimit(limiter, exchange, { limit: "heavy", bearer: principal.token_id, tenant });
  return "heavy";
}
interface AdmittedCall extends Pick<CallGateDependencies, "limiter"> {
  readonly principal: Principal;
}

/** Buckets that a call is taken from. */
interface RateLimitKey {
  readonly limit: RateLimitClass;
  readonly bearer: string;
  readonly tenant: { readonly id: string; readonly factor: number } | null;
}

function consumeRateLimit(limiter: RateLimiter, { reply }: HttpExchange, { limit, bearer, tenant }: RateLimitKey) {
  const { allowed, remaining, retryAfterSeconds, bucket } = limiter.take(limit, bearer, tenant);
  const window = Math.max(1, Math.round(bucket.burst / bucket.per_second));
  reply.header("ratelimit-policy", `"${limit}";q=${Math.floor(bucket.burst)};w=${window}`);
  reply.header("ratelimit", `"${limit}";r=${remaining};t=${retryAfterSeconds}`);
  if (!allowed) throw problem("RATE_LIMIT_EXCEEDED", { policy: limit, retry_after: retryAfterSeconds });
}
