import type { ReferenceDraft } from "./draft";
import { draftsOfCompanies } from "./drafts-of-companies";
import { draftsOfDispatch } from "./drafts-of-dispatch";
import { draftsOfPeople } from "./drafts-of-people";

const drafts: Readonly<Record<string, ReferenceDraft>> = {
  ...draftsOfCompanies,
  ...draftsOfDispatch,
  ...draftsOfPeople,
};
export const draftOf = (operation: string): ReferenceDraft => drafts[operation] ?? {};
/** All operations with a draft, so that a test can find those that no longer exist. */
export const draftedOperations = Object.keys(drafts);
