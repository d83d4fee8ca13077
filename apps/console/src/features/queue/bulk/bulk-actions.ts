import { type CaseFactsSeen, caseFactsSeenOf } from "@leitstand/client/case-sight";
import { type ActionAnswer, sendCaseAction } from "#live/case-actions.ts";
import { readCaseUnlessChanged, writeCaseUnlessChanged } from "#live/clash/clash.ts";

interface SelectedCase {
  readonly id: string;
  readonly seen: CaseFactsSeen;
}

/**
 * Case that is on no tour at present, or on none that may give it back: thrown by the console, because there is nothing
 * to request.
 */
export class CaseNotOnTourError extends Error {}

/**
 * Unassigns a case from every tour that it was seen on and may be taken from. Throws `CaseClashError` when it was changed in the
 * meantime.
 */
export async function unassignCase({ id, seen }: SelectedCase, reason: string): Promise<ActionAnswer> {
  const current = await readCaseUnlessChanged(id, seen);
  const links = (current.tour_case_states ?? []).filter(
    ({ bucket, actions }) => bucket === "open" && actions.includes("UNASSIGN"),
  );
  let answer: ActionAnswer | undefined;
  for (const { tour_id } of links)
    answer = await writeCaseUnlessChanged({ id, seen: caseFactsSeenOf(answer ?? current) }, (lock_version) =>
      sendCaseAction({ id, action: "UNASSIGN", tour_id, lock_version, reason }),
    );
  if (!answer) throw new CaseNotOnTourError();
  return answer;
}
