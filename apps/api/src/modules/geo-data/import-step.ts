/** Progress of an import. */
export interface GeoImportProgress {
  /** Present stage of the import. */
  readonly stage: string;
  /** Share of the stage that is done, from 0 to 1. */
  readonly share: number;
}
export type GeoImportProgressReporter = (stage: GeoImportProgress["stage"], share: GeoImportProgress["share"]) => void;
