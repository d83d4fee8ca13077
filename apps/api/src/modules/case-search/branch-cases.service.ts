import type { BranchCasesRequest } from "@leitstand/contract/cases/branch-cases";
import type { Tx } from "#platform/database/database";
import { caseAnswersFor, fillInOfferedActions, type CaseReader } from "#modules/cases/index";
import { selectBranchCases } from "./branch-cases.sql";

/** Newest cases of each branch in the caller's scope, with the number of all. */
export async function listBranchCases(tx: Tx, reader: CaseReader, request: BranchCasesRequest) {
  const { branch_ids, finalized = false, size = 20, include_associations: associations = true } = request;
  const { totals, cases } = await selectBranchCases(tx, reader.scope, {
    branch_ids,
    finalized,
    size,
    answers: (wanted) => caseAnswersFor(tx, reader, { wanted, associations }),
  });
  await fillInOfferedActions(tx, reader, cases);
  return totals.map((total) => ({ ...total, cases: cases.filter((found) => found.branch_id === total.branch_id) }));
}
