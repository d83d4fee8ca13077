import { createHmac } from "node:crypto";
import { IDEMPOTENCY_KEY_RETENTION_DAYS } from "@leitstand/contract/operation/limits";
import type { Tx } from "../database/database";
import type { RetentionRule } from "../database/retention";
import type { SecretSealer } from "../process/sealing";
import { problem } from "../problem";
import { sortFieldsDeeply } from "../sorted";
import { sql } from "../database/sql";

/** Scope of an idempotency key: keys of different callers or operations never meet. */
export interface IdempotencyScope {
  readonly subject: string;
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Seals the stored answer, where it shows a secret. */
  readonly sealing?: SecretSealer | undefined;
}
export interface StoredIdempotentAnswer {
  readonly status: number;
  readonly body: string | null;
}
interface AnswerRow extends StoredIdempotentAnswer {
  /** Fingerprint in hexadecimal digits. */
  readonly fingerprint: string;
}

const IDEMPOTENCY_KEY_PATTERN = /^(?:"([\x21\x23-\x7e ]{1,255})"|([\x21\x23-\x7e]{1,255}))$/;

/** Reads the key of the header; the quotes that the draft requires may be left out. */
export function readIdempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const match = typeof header === "string" ? IDEMPOTENCY_KEY_PATTERN.exec(header) : null;
  const key = match?.[1] ?? match?.[2];
  if (!key) throw problem("IDEMPOTENCY_KEY_INVALID");
  return key;
}

/** Fingerprint of all input of a call: path, query and body. Keyed, because a body may hold a password. */
export const fingerprintRequestInput = (
  input: { params: unknown; query: unknown; body: unknown },
  pepper: string,
): Buffer =>
  createHmac("sha256", pepper)
    .update(JSON.stringify(sortFieldsDeeply(input)))
    .digest();

/** Row of an answer as JSON; null when the request was not answered. */
const answerRowSql = (tx: Tx, { subject, operation, key }: IdempotencyScope) => sql`
  (select json_build_object('fingerprint', encode(fingerprint, 'hex'), 'status', status, 'body', body) from idempotency_records
   where tenant_id = ${tx.tenantId} and subject = ${subject} and operation = ${operation} and key = ${key})`;

/** Reads the answer given before, without a lock: the same request may be running. */
export async function selectStoredAnswerWithoutLock(
  tx: Tx,
  scope: IdempotencyScope,
): Promise<StoredIdempotentAnswer | undefined> {
  const { stored } = await tx.one<{ stored: AnswerRow | null }>(sql`select ${answerRowSql(tx, scope)} as stored`);
  return stored ? decryptAnswer(tx, scope, stored) : undefined;
}

/**
 * Finds the answer given before; undefined when this is the first request. Must be the first statement of the
 * transaction. The answer is looked for as things were before the lock: one that was given in between is not found, and
 * has to be looked for when the work fails at it, because a second statement here would cost each write a round trip.
 */
export async function lockAndFindStoredAnswer(
  tx: Tx,
  scope: IdempotencyScope,
): Promise<StoredIdempotentAnswer | undefined> {
  // The lock ends with the transaction: a request that does not get it meets the same request still running.
  const { locked, stored } = await tx.one<{ locked: boolean; stored: AnswerRow | null }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${tx.tenantId} ${scope.subject} ${scope.operation} ${scope.key}`}, 0)) as locked,
      ${answerRowSql(tx, scope)} as stored`);
  if (stored) return decryptAnswer(tx, scope, stored);
  if (!locked) throw problem("IDEMPOTENCY_REQUEST_IN_PROGRESS");
  return undefined;
}

function decryptAnswer(
  tx: Tx,
  scope: IdempotencyScope,
  { fingerprint, status, body }: AnswerRow,
): StoredIdempotentAnswer {
  if (fingerprint !== scope.fingerprint.toString("hex")) throw problem("IDEMPOTENCY_KEY_REUSED");
  const { sealing } = scope;
  const isSealed = sealing !== undefined && body !== null;
  return { status, body: isSealed ? sealing.open(Buffer.from(body, "base64"), ...sealingContextOf(tx, scope)) : body };
}

/** Stores the answer in the business transaction: the work and its answer are both there, or neither. */
export function storeIdempotentAnswer(tx: Tx, scope: IdempotencyScope, { status, body }: StoredIdempotentAnswer) {
  const { sealing } = scope;
  const kept = sealing && body !== null ? sealing.seal(body, ...sealingContextOf(tx, scope)).toString("base64") : body;
  tx.runAtCommit(sql`
    insert into idempotency_records (subject, operation, key, fingerprint, status, body)
    values (${scope.subject}, ${scope.operation}, ${scope.key}, ${scope.fingerprint}, ${status}, ${kept})`);
}

const sealingContextOf = ({ tenantId }: Tx, { subject, operation, key }: IdempotencyScope) =>
  ["idempotency_records", tenantId, subject, operation, key] as const;

/** Stored answers are kept for the window that the contract promises. */
export const idempotencyRetention: RetentionRule = {
  table: sql`idempotency_records`,
  column: sql`created_at`,
  days: IDEMPOTENCY_KEY_RETENTION_DAYS,
};
