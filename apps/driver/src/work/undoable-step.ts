import type { Case } from "@leitstand/contract/cases/case";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { createResettableStore } from "./memory.ts";

/** The last step, for as long as one tap can undo it. */
export interface UndoableStep {
  readonly action_id: string;
  readonly action: CaseAction;
  readonly case_id: string;
  readonly name: string;
  readonly at: number;
  /** Milliseconds to add to this phone's clock for the right time; null when not known at that time. */
  readonly offset: number | null;
  /** The case before the step: a case that was passed on has left the phone when that is undone. */
  readonly dispatchCase: Case;
}
export const undoableStep = createResettableStore<UndoableStep | null>(null);
export const UNDO_TOAST_DURATION_MS = 10_000;
