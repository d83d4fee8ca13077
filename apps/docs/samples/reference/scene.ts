import type { DemonstrationCompany, OperationSampleRunContext, SampleVariables } from "./stage";

/**
 * Prepares what a sample needs through the public API, and returns its variables. A scene named like a variable makes
 * that variable for every sample that reads it.
 */
export type SampleSceneSetup = (
  company: DemonstrationCompany,
  stage: OperationSampleRunContext,
) => Promise<SampleVariables>;
