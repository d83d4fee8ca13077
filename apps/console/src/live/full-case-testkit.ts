import { Case } from "@leitstand/contract/cases/case";
import type { CaseActionAnswer } from "@leitstand/contract/cases/case-actions";
import { TourCaseState } from "@leitstand/contract/cases/case-parts";
import type { Static } from "typebox";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";

type FullLink = Static<typeof TourCaseState>;

/** A case as the API answers it, from the contract's example, with the changes of a test. */
export const aFullCase = (change: Partial<Case> = {}): Case => ({ ...exampleOfSchema(Case), ...change });

/** The link of a case to one tour. */
export const aFullLink = (change: Partial<FullLink> = {}): FullLink => ({
  ...exampleOfSchema(TourCaseState),
  ...change,
});

/** Answer to an action without warnings or violations. */
export const aCaseActionAnswer = (dispatchCase: Case): CaseActionAnswer => ({
  ...dispatchCase,
  warnings: [],
  constraint_violations: [],
});
