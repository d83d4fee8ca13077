import { type ErrorCode, errorRegistry } from "@leitstand/contract/errors/errors";
import type { Operation } from "@leitstand/contract/operation/operation";
import { errorsOfOperation } from "@leitstand/contract/operation/operation-errors";
import { allOperations } from "./api-document";

const shareByCode = new Map<ErrorCode, number>();
for (const operation of allOperations)
  for (const code of errorsOfOperation(operation))
    shareByCode.set(code, (shareByCode.get(code) ?? 0) + 1 / allOperations.length);
/** Whether a code is common to most operations, so that a reader learns it once. */
export const isCommonError = (code: ErrorCode) => (shareByCode.get(code) ?? 0) > 0.5;

export interface StatusGroup {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
}

export function groupByStatus(codes: readonly ErrorCode[]): readonly StatusGroup[] {
  const statuses = [...new Set(codes.map((code) => errorRegistry[code].status as number))];
  return statuses.map((status) => ({ status, codes: codes.filter((code) => errorRegistry[code].status === status) }));
}

/** Errors particular to an operation, the most informative first: conflicts and rules before rights. */
export function ownErrorsOf(operation: Operation): readonly StatusGroup[] {
  const rank = ({ status }: StatusGroup) => [409, 422, 403, 404, 401, 400].indexOf(status) + 1 || 99;
  return [...groupByStatus(errorsOfOperation(operation).filter((code) => !isCommonError(code)))].sort(
    (a, b) => rank(a) - rank(b),
  );
}
