import { type CaseFactsSeen, caseFactsSeenOf } from "@leitstand/client/case-sight";
import { type ActionAnswer, reassignToTour, sendCaseAction } from "../case-actions.ts";
import { readCaseUnlessChanged, writeCaseUnlessChanged } from "./clash.ts";
import { type TransferMethod, transferMethodOf } from "./transfer-method.ts";

export interface CaseTransfer {
  readonly case_id: string;
  readonly from: string;
  readonly to: string;
  readonly method: NonNullable<TransferMethod>;
  /** Version that the decision rests on. */
  readonly seen: CaseFactsSeen;
  /** Transfers in spite of severe violations, or of a tour that takes no cases. */
  readonly isForced?: boolean;
}

/** Determines how a case can be moved to another tour at this moment; undefined when it cannot. Throws `CaseClashError`. */
export async function planCaseTransfer(
  request: Pick<CaseTransfer, "case_id" | "from" | "to" | "seen">,
): Promise<CaseTransfer | undefined> {
  const dispatchCase = await readCaseUnlessChanged(request.case_id, request.seen);
  const link = dispatchCase.tour_case_states?.find(
    ({ tour_id, bucket }) => tour_id === request.from && bucket === "open",
  );
  const method = transferMethodOf(link);
  return method && { ...request, method, seen: caseFactsSeenOf(dispatchCase) };
}

/** Forwards or reassigns a case; when refused it stays where it is. Throws `CaseClashError`. */
export const transferCase = (
  { case_id: id, from, to, method, seen, isForced = false }: CaseTransfer,
  reason: string,
): Promise<ActionAnswer> =>
  writeCaseUnlessChanged({ id, seen }, (lock_version) => {
    const force = isForced ? { force: true } : {};
    if (method === "REASSIGN")
      return reassignToTour({ id, from_tour_id: from, to_tour_id: to, lock_version, reason, ...force });
    const payload = { to_tour_id: to, ...force };
    return sendCaseAction({ id, action: "FORWARD", tour_id: from, lock_version, reason, payload });
  });

/** Undoes a transfer, for as long as the new crew has not accepted the case. Throws `CaseClashError`. */
export function undoCaseTransfer(
  { method, case_id: id, from, to }: CaseTransfer,
  answer: ActionAnswer,
  reason: string,
) {
  const seen = caseFactsSeenOf(answer);
  if (method === "REASSIGN") return transferCase({ case_id: id, from: to, to: from, method, seen }, reason);
  return writeCaseUnlessChanged({ id, seen }, (lock_version) =>
    sendCaseAction({ id, action: "FORWARD_ROLLBACK", tour_id: from, lock_version }),
  );
}
