export function describeUnknownProofName(parts: readonly string[], names: readonly string[]): string | undefined;
