import type { WriteOutcome } from "./facts";
import type { SignedInPerson } from "./people";
import type { SharedDayState } from "./scene";

interface CommentTask {
  readonly case_id: string;
  /** Judges an answer that is not the comment; by default only refusals of a busy day are accepted. */
  readonly refused?: (error: unknown, what: string) => Promise<WriteOutcome>;
}

export async function addCaseCommentAndRecord(
  { book }: SharedDayState,
  person: SignedInPerson,
  { case_id, refused }: CommentTask,
) {
  const entry = { kind: "comment" as const, tenant: person.viewer.tenant, by: person.viewer.name, case_id };
  try {
    const answer = await person.client.createCaseComment({ id: case_id, text: "Bitte vor Ankunft anrufen." });
    book.count(book.actions, "(comment)");
    book.ledger.push({ ...entry, outcome: "acknowledged", comment_id: answer.id });
  } catch (error) {
    const what = `comment on case ${case_id}`;
    const outcome = (await refused?.(error, what)) ?? book.refused(error, what);
    book.ledger.push({ ...entry, outcome, comment_id: undefined });
  }
}
