import type { ReferenceDraft } from "./draft";
import { draftsOfCompanies } from "./drafts-of-companies";
import { draftsOfDispatch } from "./drafts-of-dispatch";
import { draftsOfPeople } from "./drafts-of-people";

const draftsByOperation: Readonly<Record<string, ReferenceDraft>> = {
  ...draftsOfCompanies,
  ...draftsOfDispatch,
  ...draftsOfPeople,
};
export const draftOfOperation = (operation: string): ReferenceDraft => draftsByOperation[operation] ?? {};
/** All operations with a draft, so that a test can find those that no longer exist. */
export const draftedOperations = Object.keys(draftsByOperation);
