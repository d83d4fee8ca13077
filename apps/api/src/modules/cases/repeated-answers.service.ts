import type { Tx } from "#platform/database/database";
import { inCaseScope, reachesByCrew } from "#modules/visibility/index";
import { sql } from "#platform/database/sql";
import { answerWithCase, type Reader, restrictedIn } from "./case-reader.service";

interface Answered {
  readonly id: string;
  readonly is_redacted: boolean;
}

/**
 * What a request is answered that comes again under its key: a case as it was answered the first time, for as long as the caller may
 * still read all of that; then as the caller reads it now, and undefined where they read nothing of it any more. Answers that are no case
 * stay as they were.
 */
export async function answerAgain(tx: Tx, reader: Reader, answer: unknown): Promise<unknown> {
  if (!isWholeCase(answer)) return answer;
  const { scope, principal } = reader;
  const access = await tx.maybe<{ whole: boolean; restricted: boolean; seen: boolean }>(sql`
    select ${inCaseScope(scope, sql`c`, "whole")} as whole, ${inCaseScope(scope, sql`c`, "redacted")} as seen,
      (${restrictedIn(principal, sql`c`)}) as restricted
    from cases c where c.tenant_id = ${tx.tenantId} and c.id = ${answer.id}`);
  if (!access) return undefined;
  if (access.whole && (answer.is_redacted || access.restricted)) return answer;
  // A crew whose link has ended still learns what became of it.
  if (!access.seen && !reachesByCrew(scope)) return undefined;
  return answerWithCase({ ...tx, last: tx.maybe }, reader, answer.id);
}

/** Not a stub, which tells nothing of the case that its reader does not know. */
const isWholeCase = (answer: unknown): answer is Answered =>
  answer !== null && typeof answer === "object" && "is_redacted" in answer && "natural_id" in answer && "id" in answer;
