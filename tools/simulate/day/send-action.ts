import { ApiProblem } from "@leitstand/client/problem";
import type { CaseActionAnswer } from "@leitstand/contract/cases/case-actions";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { Chance } from "@leitstand/scenario/chance";
import type { ActionInput } from "./action-payloads";
import type { Book } from "./book";
import type { Person } from "./people";

export interface ActionCall extends ActionInput {
  readonly case_id: string;
  readonly action: CaseAction;
  readonly tour_id: string | undefined;
  readonly lock_version: number;
  /** Decided when the button was pressed, which may be long before it is sent. */
  readonly action_id: string;
  readonly occurred_at?: string;
}

export type ActionOutcome =
  | { readonly outcome: "acknowledged"; readonly answer: CaseActionAnswer }
  | { readonly outcome: "refused" | "unknown"; readonly code: string };

const REPLAYED_PERCENT = 5;

/** Carries an action out and writes it down; now and then the same call is made again, which must change nothing. */
export async function sendAction(
  person: Person,
  call: ActionCall,
  { book, chance }: { book: Book; chance: Chance },
): Promise<ActionOutcome> {
  const { case_id: id, action_id, action, ...rest } = call;
  const input = { id, action, action_id, ...rest };
  const options = { idempotencyKey: action_id };
  const began = performance.now();
  const entry = {
    kind: "action" as const,
    tenant: person.viewer.tenant,
    by: person.viewer.name,
    case_id: id,
    action,
    action_id,
  };
  try {
    const answer = await person.client.receiveAction(input, options);
    book.actionMs.push(performance.now() - began);
    book.count(book.actions, action);
    book.askedAt.set(`${id} ${answer.lock_version}`, began);
    book.ledger.push({ ...entry, outcome: "acknowledged", lock_version: answer.lock_version });
    if (chance.percent(REPLAYED_PERCENT)) {
      const again = await person.client.receiveAction(input, options);
      book.replays.push({
        what: `${action} ${action_id} on case ${id}`,
        first: answer.lock_version,
        again: again.lock_version,
      });
    }
    return { outcome: "acknowledged", answer };
  } catch (error) {
    const outcome = book.refused(error, `${action} on case ${id} by ${person.viewer.name}`);
    book.ledger.push({ ...entry, outcome, lock_version: undefined });
    return { outcome, code: error instanceof ApiProblem ? error.code : "UNKNOWN" };
  }
}
