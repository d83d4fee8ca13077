import type { OperationSampleOverrides } from "./draft";
import { companySampleOverrides } from "./drafts-of-companies";
import { dispatchSampleOverrides } from "./drafts-of-dispatch";
import { peopleSampleOverrides } from "./drafts-of-people";

const draftsByOperation: Readonly<Record<string, OperationSampleOverrides>> = {
  ...companySampleOverrides,
  ...dispatchSampleOverrides,
  ...peopleSampleOverrides,
};
export const sampleOverridesOfOperation = (operation: string): OperationSampleOverrides =>
  draftsByOperation[operation] ?? {};
/** All operations with a draft, so that a test can find those that no longer exist. */
export const operationsWithSampleOverrides = Object.keys(draftsByOperation);
