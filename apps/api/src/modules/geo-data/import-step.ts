/** Progress of an import. */
export interface GeoImportStep {
  /** Present stage of the import. */
  readonly stage: string;
  /** Share of the stage that is done, from 0 to 1. */
  readonly share: number;
}
export type GeoImportProgressReporter = (stage: GeoImportStep["stage"], share: GeoImportStep["share"]) => void;
