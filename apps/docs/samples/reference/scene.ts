import type { StageCompany, ReferenceStage, SampleVariables } from "./stage";

/**
 * Prepares what a sample needs through the public API, and returns its variables. A scene named like a variable makes
 * that variable for every sample that reads it.
 */
export type PrepareScene = (company: StageCompany, stage: ReferenceStage) => Promise<SampleVariables>;
