import { type CaseFactsSeen, changedPoints, caseFactsSeenOf } from "@leitstand/client/case-sight";
import { ChangedMeanwhileError, sendDecidedWrite } from "@leitstand/client/decided-write";
import { ApiProblem } from "@leitstand/client/problem";
import type { CaseActionAnswer } from "@leitstand/contract/cases/case-actions";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { SeededChance } from "@leitstand/scenario/chance";
import type { ActionReasonAndPayload } from "./action-payloads";
import type { SimulatedDayRecord } from "./book";
import type { SignedInPerson } from "./people";

export interface ActionCall extends ActionReasonAndPayload {
  readonly case_id: string;
  readonly action: CaseAction;
  readonly tour_id: string | undefined;
  readonly lock_version: number;
  /** Sight that a dispatcher decided on; a phone leaves it to the server whether its version still counts. */
  readonly seen?: CaseFactsSeen;
  /** Id of the action, made when the button was pressed, which may be long before it is sent. */
  readonly action_id: string;
  readonly occurred_at?: string;
}

export type SentActionOutcome =
  | { readonly outcome: "acknowledged"; readonly answer: CaseActionAnswer }
  | { readonly outcome: "refused" | "unknown"; readonly code: string };

const REPLAYED_PERCENT = 5;

/** Carries out an action and records it; now and then the same call is repeated, which must change nothing. */
export async function sendAndRecordAction(
  person: SignedInPerson,
  call: ActionCall,
  { book, chance }: { book: SimulatedDayRecord; chance: SeededChance },
): Promise<SentActionOutcome> {
  const { case_id: id, action_id, action, seen, ...rest } = call;
  let input = { id, action, action_id, ...rest };
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
    const answer = await sendDecidedWrite({
      seen: call,
      send: (lock_version) => {
        input = { ...input, lock_version };
        return person.client.receiveAction(input, options);
      },
      read: () => person.client.getCase({ id }),
      changedIn: (current) => (seen ? changedPoints(seen, caseFactsSeenOf(current)) : ["version"]),
    });
    book.actionMs.push(performance.now() - began);
    book.count(book.actions, action);
    book.askedAt.set(`${id} ${answer.lock_version}`, began);
    const answer_lost = book.hasLostAnswer(action_id);
    book.ledger.push({ ...entry, outcome: "acknowledged", answer_lost, lock_version: answer.lock_version });
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
    const outcome = recordRefusal(book, error, `${action} on case ${id} by ${person.viewer.name}`);
    book.ledger.push({ ...entry, outcome, lock_version: undefined });
    return { outcome, code: errorCodeOf(error) };
  }
}

/** Another write was faster: the server has refused this one, and it was not sent again. */
const isChangedMeanwhile = (error: unknown) => error instanceof ChangedMeanwhileError;

function recordRefusal(book: SimulatedDayRecord, error: unknown, what: string) {
  if (!isChangedMeanwhile(error)) return book.refused(error, what);
  book.count(book.refusals, "409 LOCK_VERSION_CONFLICT");
  return "refused" as const;
}

function errorCodeOf(error: unknown): string {
  if (isChangedMeanwhile(error)) return "LOCK_VERSION_CONFLICT";
  return error instanceof ApiProblem ? error.code : "UNKNOWN";
}
