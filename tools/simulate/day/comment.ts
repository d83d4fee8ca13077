import type { Person } from "./people";
import type { Scene } from "./scene";

export async function comment({ book }: Scene, person: Person, case_id: string) {
  const entry = { kind: "comment" as const, tenant: person.viewer.tenant, by: person.viewer.name, case_id };
  try {
    const answer = await person.client.createCaseComment({ id: case_id, text: "Bitte vor Ankunft anrufen." });
    book.count(book.actions, "(comment)");
    book.ledger.push({ ...entry, outcome: "acknowledged", comment_id: answer.id });
  } catch (error) {
    book.ledger.push({ ...entry, outcome: book.refused(error, `comment on case ${case_id}`), comment_id: undefined });
  }
}
