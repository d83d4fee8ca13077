/** The bundle that a production process runs. */
export const bundle: string;
/** Bundles what has changed since the last time. */
export function buildWhatHasChanged(): Promise<void>;
