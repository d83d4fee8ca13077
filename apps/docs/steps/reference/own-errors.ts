import { type ErrorCode, errorRegistry } from "@leitstand/contract/errors/errors";
import type { Operation } from "@leitstand/contract/operation/operation";
import { errorsOf } from "@leitstand/contract/operation/operation-errors";
import { operations } from "./api-document";

const shares = new Map<ErrorCode, number>();
for (const operation of operations)
  for (const code of errorsOf(operation)) shares.set(code, (shares.get(code) ?? 0) + 1 / operations.length);
/** Whether a code is common to most operations, so that a reader learns it once. */
export const isCommon = (code: ErrorCode) => (shares.get(code) ?? 0) > 0.5;

export interface StatusGroup {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
}

export function byStatus(codes: readonly ErrorCode[]): readonly StatusGroup[] {
  const statuses = [...new Set(codes.map((code) => errorRegistry[code].status as number))];
  return statuses.map((status) => ({ status, codes: codes.filter((code) => errorRegistry[code].status === status) }));
}

/** Errors particular to an operation, the most informative first: conflicts and rules before rights. */
export function ownErrors(operation: Operation): readonly StatusGroup[] {
  const rank = ({ status }: StatusGroup) => [409, 422, 403, 404, 401, 400].indexOf(status) + 1 || 99;
  return [...byStatus(errorsOf(operation).filter((code) => !isCommon(code)))].sort((a, b) => rank(a) - rank(b));
}
