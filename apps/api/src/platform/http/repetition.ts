import { acceptsIdempotencyKey, type Operation } from "@leitstand/contract/operation/operation";
import type { Database, Tx } from "../database/database";
import type { Principal } from "../access/principal";
import type { SecretSealer } from "../process/sealing";
import type { HttpExchange } from "./exchange";
import {
  lockAndFindStoredAnswer,
  fingerprintRequestInput,
  type IdempotencyScope,
  readIdempotencyKey,
  selectStoredAnswerWithoutLock,
  type StoredIdempotentAnswer,
  storeIdempotentAnswer,
} from "./idempotency";
import type { RequestInput } from "./input/request-input";
import { JsonAnswerText, type RunTransactionStep } from "./handler";
import { problem } from "../problem";

/** Request that may be repeated: it has an Idempotency-Key, or an `action_id` in its place. */
export interface RepeatableRequest {
  readonly operation: Operation;
  readonly scope: IdempotencyScope;
  readonly db: Database;
  readonly tenantId: string;
  /** First answer, as far as its caller may still read it; undefined where they may not. */
  readonly again: (tx: Tx, answer: unknown) => Promise<unknown>;
}
type TransactionWork = (tx: Tx) => Promise<unknown>;

interface KeySource {
  readonly principal: Principal;
  readonly input: RequestInput;
  /** Secret key of the fingerprints of requests. */
  readonly pepper: string;
  readonly sealing: SecretSealer;
}

/** Scope of the key of a request; undefined for one without a key. */
export function findIdempotencyScope(
  { operation, request }: HttpExchange,
  keys: KeySource,
): IdempotencyScope | undefined {
  if (!acceptsIdempotencyKey(operation)) return undefined;
  const { principal, input, pepper, sealing } = keys;
  const { params, query, body } = input;
  const inBody = (body as { action_id?: string } | undefined)?.action_id;
  const key = readIdempotencyKey(request.headers["idempotency-key"]) ?? inBody;
  if (key === undefined) return undefined;
  return {
    subject: principal.subject_id,
    operation: operation.id,
    key,
    fingerprint: fingerprintRequestInput({ params, query, body }, pepper),
    sealing: operation.showsSecret ? sealing : undefined,
  };
}

/** Runs the work of a request in one transaction, unless its answer is known already. */
export async function runUnlessAnswered(repeatable: RepeatableRequest, work: TransactionWork): Promise<unknown> {
  const { db, tenantId, scope, operation } = repeatable;
  try {
    return await db.transaction(tenantId, async (tx) => {
      const stored = await lockAndFindStoredAnswer(tx, scope);
      if (stored) return repeatAnswer(tx, repeatable, stored.body);
      return runAndStore(tx, { ...scope, status: operation.success }, work);
    });
  } catch (error) {
    const stored = await findAnswerGivenMeanwhile(repeatable, scope, error);
    return db.transaction(tenantId, (tx) => repeatAnswer(tx, repeatable, stored.body));
  }
}

/**
 * Finds the answer of the same request, sent at the same time, that was given between the look for it and the lock: the
 * work then fails at what is done already. Throws the error where there is none.
 */
async function findAnswerGivenMeanwhile(
  { db, tenantId }: Pick<RepeatableRequest, "db" | "tenantId">,
  scope: IdempotencyScope,
  error: unknown,
): Promise<StoredIdempotentAnswer> {
  const stored = await selectStoredAnswerWithoutLock(db.read(tenantId, "short"), scope).catch(() => undefined);
  if (stored === undefined) throw error;
  return stored;
}

/**
 * Prepares the work of a request, unless the request is answered: by then it may be that another one, sent at the same
 * time, has done the work, and that nothing is left to prepare.
 */
export async function prepareUnlessAnswered({ db, tenantId, scope }: RepeatableRequest, prepare: () => Promise<void>) {
  const isAnswered = async () => (await selectStoredAnswerWithoutLock(db.read(tenantId, "short"), scope)) !== undefined;
  if (await isAnswered()) return;
  try {
    await prepare();
  } catch (error) {
    if (!(await isAnswered())) throw error;
  }
}

/**
 * Runs work in several transactions. Each stores its result, so that a repetition after a crash continues after the
 * last finished one.
 */
export async function runTransactionSteps(
  repeatable: RepeatableRequest,
  run: (step: RunTransactionStep) => Promise<unknown>,
) {
  const { db, tenantId, scope, operation } = repeatable;
  const stored = await selectStoredAnswerWithoutLock(db.read(tenantId, "short"), scope);
  if (stored) return db.transaction(tenantId, (tx) => repeatAnswer(tx, repeatable, stored.body));
  const resultOf = ({ body }: StoredIdempotentAnswer) => (body === null ? undefined : JSON.parse(body));
  const answer = await run(async (name, work) => {
    const step = { ...scope, operation: `${scope.operation} ${name}` };
    try {
      return await db.transaction(tenantId, async (tx) => {
        const known = await lockAndFindStoredAnswer(tx, step);
        return known ? resultOf(known) : runAndStore(tx, { ...step, status: operation.success }, work);
      });
    } catch (error) {
      return resultOf(await findAnswerGivenMeanwhile(repeatable, step, error));
    }
  });
  return runUnlessAnswered(repeatable, () => Promise.resolve(answer));
}

async function runAndStore<T>(
  tx: Tx,
  { status, ...scope }: IdempotencyScope & { status: number },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // The answer is stored with the work, so the work's last row is not the last of the transaction.
  const result = await work({ ...tx, readAtCommit: tx.maybe });
  const body = result === undefined ? null : result instanceof JsonAnswerText ? result.text : JSON.stringify(result);
  storeIdempotentAnswer(tx, scope, { status, body });
  return result;
}

/** Repeated answer with the version it had, so that the ETag is that of the first answer too. */
async function repeatAnswer(
  tx: Tx,
  { operation, again }: Pick<RepeatableRequest, "operation" | "again">,
  text: string | null,
) {
  if (text === null) return undefined;
  const stored: unknown = JSON.parse(text);
  const answer = (await again(tx, stored)) ?? refuseRepetition(operation);
  const { lock_version } = (answer ?? {}) as { lock_version?: number };
  return new JsonAnswerText(answer === stored ? text : JSON.stringify(answer), lock_version);
}

/** Refuses a repeated request whose answer the caller may no longer read, like one for an unreachable object. */
function refuseRepetition({ path }: Operation): never {
  throw problem(path.includes("{") ? "RESOURCE_NOT_FOUND" : "BRANCH_ACCESS_DENIED", {});
}
