import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { PlannedCase } from "./day-plan";

/** Facts about a case that the people of the simulation remember, beside those on their screens. */
export interface RememberedCaseFacts {
  readonly plan: PlannedCase;
  readonly crewDone: CaseAction[];
  readonly dispatcherDone: (CaseAction | "EDIT")[];
  /** Branch whose dispatchers look after the case; null: those of the whole company. */
  readonly branch_id: string | null;
  /** Whether the case is finalized, as last seen on a stream or in an answer. */
  finalized: boolean;
  /** Tours with an open link to the case. */
  openTours: readonly string[];
}
