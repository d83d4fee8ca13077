import { type ErrorCode, errorDefinitions } from "@leitstand/contract/errors/errors";
import type { Operation } from "@leitstand/contract/operation/operation";
import { errorCodesOfOperation } from "@leitstand/contract/operation/operation-errors";
import { allOperations } from "./api-document";

const shareByCode = new Map<ErrorCode, number>();
for (const operation of allOperations)
  for (const code of errorCodesOfOperation(operation))
    shareByCode.set(code, (shareByCode.get(code) ?? 0) + 1 / allOperations.length);
/** Whether a code is common to most operations, so that a reader learns it once. */
export const isCommonError = (code: ErrorCode) => (shareByCode.get(code) ?? 0) > 0.5;

export interface ErrorStatusGroup {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
}

export function groupErrorsByStatus(codes: readonly ErrorCode[]): readonly ErrorStatusGroup[] {
  const statuses = [...new Set(codes.map((code) => errorDefinitions[code].status as number))];
  return statuses.map((status) => ({
    status,
    codes: codes.filter((code) => errorDefinitions[code].status === status),
  }));
}

/** Errors particular to an operation, the most informative first: conflicts and rules before rights. */
export function specificErrorsOfOperation(operation: Operation): readonly ErrorStatusGroup[] {
  const rank = ({ status }: ErrorStatusGroup) => [409, 422, 403, 404, 401, 400].indexOf(status) + 1 || 99;
  return [...groupErrorsByStatus(errorCodesOfOperation(operation).filter((code) => !isCommonError(code)))].sort(
    (a, b) => rank(a) - rank(b),
  );
}
