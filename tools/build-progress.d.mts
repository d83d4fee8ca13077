/** Says that a build is under way; answers how to say that it has ended. */
export function tellProgress(file: string, usualSeconds: number): () => void;
/** Says that the build could not be made. Throws nothing. */
export function tellFailure(file: string): void;
