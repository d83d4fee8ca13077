/** How far an import is. */
export interface ImportStep {
  /** What is done at present. */
  readonly stage: string;
  /** Of the stage, from 0 to 1. */
  readonly share: number;
}
export type TellProgress = (stage: ImportStep["stage"], share: ImportStep["share"]) => void;
