import { Case } from "@leitstand/contract/cases/case";
import type { CaseActionAnswer } from "@leitstand/contract/cases/case-actions";
import { TourCaseState } from "@leitstand/contract/cases/case-parts";
import type { Static, TSchema } from "typebox";

type Link = Static<typeof TourCaseState>;
const exampleOf = <S extends TSchema>(schema: S) => (schema as { examples?: readonly Static<S>[] }).examples?.[0];
const exampleCase = exampleOf(Case) as Case;
const exampleLink = exampleOf(TourCaseState) as Link;

/** A case as the API answers it, from the contract's own example; tests say what matters to them. */
export const aFullCase = (change: Partial<Case> = {}): Case => ({ ...structuredClone(exampleCase), ...change });

/** Its part on one tour. */
export const aFullLink = (change: Partial<Link> = {}): Link => ({ ...structuredClone(exampleLink), ...change });

/** What an action answers that nothing speaks against. */
export const anActionAnswer = (dispatchCase: Case): CaseActionAnswer => ({
  ...dispatchCase,
  warnings: [],
  constraint_violations: [],
});
