/** Writes that a build is under way; returns how to write that it has ended. */
export function writeBuildProgress(file: string, usualSeconds: number): () => void;
/** Writes that the build has failed. Throws nothing. */
export function writeBuildFailure(file: string): void;
