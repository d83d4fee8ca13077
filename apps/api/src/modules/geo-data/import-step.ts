/** Progress of an import. */
export interface ImportStep {
  /** Present stage of the import. */
  readonly stage: string;
  /** Share of the stage that is done, from 0 to 1. */
  readonly share: number;
}
export type ReportImportProgress = (stage: ImportStep["stage"], share: ImportStep["share"]) => void;
