/** The bundle that a production process runs. */
export const bundle: string;
/** Bundles the API when it has changed since the last time. */
export function buildApi(): Promise<void>;
/** Builds API and console as far as they have changed since the last time. */
export function buildWhatHasChanged(): Promise<void>;
