import type { ParseArgsConfig, parseArgs } from "node:util";

export function readOptions<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>>;
export function refuse(sentence: string): never;
