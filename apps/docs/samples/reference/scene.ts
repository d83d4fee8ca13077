import type { Company, Stage, Variables } from "./stage";

/**
 * Makes what a sample needs through the public API and says how it is called. One that bears the name of a variable
 * makes that variable, wherever it is read.
 */
export type Scene = (company: Company, stage: Stage) => Promise<Variables>;
