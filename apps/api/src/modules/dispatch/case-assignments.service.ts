import { errorSentenceOf } from "@leitstand/contract/errors/error-sentences";
import type { CaseAssignment, CaseAssignmentOutcome } from "@leitstand/contract/cases/case-assignments";
import type { Static } from "@leitstand/contract/core/schema";
import type { RunTransactionStep } from "#platform/http/handler";
import type { Principal, Scope } from "#platform/access/principal";
import type { Problem } from "#platform/problem";
import { type CaseActionCall, performCaseAction } from "./case-actions.service";
import { reassignCase } from "./reassignment.service";

type CaseAssignmentRequest = Static<typeof CaseAssignment>;
type AssignmentOutcome = Static<typeof CaseAssignmentOutcome>;

export interface AssignmentsCall {
  readonly step: RunTransactionStep;
  readonly principal: Principal;
  readonly scope: Scope;
  readonly now: Date;
  readonly language: "de" | "en";
  /** Turns an error into a problem of the catalogue. */
  readonly toProblem: (error: unknown) => Problem;
}

/**
 * Makes the assignments one after the other, each in a transaction of its own: a refused one leaves the others as they
 * are.
 */
export async function assignCases(call: AssignmentsCall, assignments: readonly CaseAssignmentRequest[]) {
  const outcomes: AssignmentOutcome[] = [];
  for (const [place, assignment] of assignments.entries())
    outcomes.push(await tryAssignment(call, { ...assignment, step: String(place) }));
  return { outcomes };
}

function assignOrReassign(
  call: CaseActionCall,
  { case_id, tour_id, from_tour_id, force, ...rest }: CaseAssignmentRequest,
) {
  if (from_tour_id !== undefined)
    return reassignCase(call, case_id, {
      ...rest,
      from_tour_id,
      to_tour_id: tour_id,
      ...(force === undefined ? {} : { force }),
    });
  const payload = force === undefined ? {} : { force };
  return performCaseAction(call, case_id, { ...rest, action: "ASSIGN", tour_id, payload });
}

async function tryAssignment(
  call: AssignmentsCall,
  { step, ...assignment }: CaseAssignmentRequest & { step: string },
): Promise<AssignmentOutcome> {
  const { case_id, tour_id } = assignment;
  const { principal, scope, now, language, toProblem } = call;
  let isBegun = false;
  try {
    return await call.step(step, async (tx) => {
      isBegun = true;
      const { lock_version } = await assignOrReassign({ tx, principal, scope, now }, assignment);
      return { case_id, tour_id, assigned: true, lock_version, refusal: null };
    });
  } catch (error) {
    const { code, status, faults } = toProblem(error);
    // An unexpected error stops the rest, too, and is logged; so does one that is not about this assignment.
    if (code === "INTERNAL_ERROR" || !isBegun) throw error;
    const refusal = { status, code, message: errorSentenceOf(code, faults[0])[language] };
    return call.step(step, () => Promise.resolve({ case_id, tour_id, assigned: false, lock_version: null, refusal }));
  }
}
