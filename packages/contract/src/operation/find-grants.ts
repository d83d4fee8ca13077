import type { Operation } from "./operation";

/** Grants that operations ask for, each once, in alphabetical order. */
export const listGrantsOfOperations = (operations: readonly Operation[]): readonly string[] =>
  [...new Set(operations.flatMap(({ grant }) => grant ?? []))].sort();
