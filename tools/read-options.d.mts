import type { ParseArgsConfig, parseArgs } from "node:util";

export function parseCommandLine<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>>;
export function exitWithUsageError(sentence: string): never;
