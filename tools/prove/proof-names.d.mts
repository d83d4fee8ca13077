export function findUnknownName(parts: readonly string[], names: readonly string[]): string | undefined;
