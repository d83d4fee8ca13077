import type { Company, Stage, Variables } from "./stage";

/**
 * Prepares what a sample needs through the public API, and returns its variables. A scene named like a variable makes
 * that variable for every sample that reads it.
 */
export type Scene = (company: Company, stage: Stage) => Promise<Variables>;
