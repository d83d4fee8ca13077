import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { PlannedCase } from "./day-plan";

/** Memory of the day's people about a case, beside what the screen shows. */
export interface CaseMemory {
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
