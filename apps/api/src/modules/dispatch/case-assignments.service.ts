import { errorRegistry } from "@leitstand/contract/errors/errors";
import type { CaseAssignment, CaseAssignmentOutcome } from "@leitstand/contract/cases/case-assignments";
import type { Static } from "@leitstand/contract/core/schema";
import type { Database } from "#platform/database/database";
import type { Principal, Scope } from "#platform/access/principal";
import type { Problem } from "#platform/problem";
import { sendAction } from "./case-actions.service";

type Assignment = Static<typeof CaseAssignment>;
type Outcome = Static<typeof CaseAssignmentOutcome>;

export interface AssignmentsCall {
  readonly db: Database;
  readonly principal: Principal;
  readonly scope: Scope;
  readonly now: Date;
  readonly traceId: string;
  readonly language: "de" | "en";
  /** What went wrong, in the words of the catalogue. */
  readonly toProblem: (error: unknown) => Problem;
}

/** One after the other, each all or nothing: what is refused leaves the others as they are. */
export async function assignCases(call: AssignmentsCall, assignments: readonly Assignment[]) {
  const outcomes: Outcome[] = [];
  for (const assignment of assignments) outcomes.push(await assign(call, assignment));
  return { outcomes };
}

async function assign(call: AssignmentsCall, { case_id, tour_id, ...rest }: Assignment): Promise<Outcome> {
  const { db, principal, scope, now, traceId, language, toProblem } = call;
  const { lock_version, force, action_id } = rest;
  const command = {
    action: "ASSIGN" as const,
    tour_id,
    lock_version,
    payload: force === undefined ? {} : { force },
    ...(action_id === undefined ? {} : { action_id }),
  };
  try {
    const answer = await db.transaction(principal.tenant_id, (tx) =>
      sendAction({ tx: { ...tx, traceId }, principal, scope, now }, case_id, command),
    );
    return { case_id, tour_id, assigned: true, lock_version: answer.lock_version, refusal: null };
  } catch (error) {
    const { code, status } = toProblem(error);
    // What nobody foresaw stops the rest too, and goes to the log.
    if (code === "INTERNAL_ERROR") throw error;
    const refusal = { status, code, message: errorRegistry[code].message[language] };
    return { case_id, tour_id, assigned: false, lock_version: null, refusal };
  }
}
