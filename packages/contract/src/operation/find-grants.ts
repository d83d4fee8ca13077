import type { Operation } from "./operation";

/** Grants that operations ask for, each once, in alphabetical order. */
export const findGrants = (operations: readonly Operation[]): readonly string[] =>
  [...new Set(operations.flatMap(({ grant }) => grant ?? []))].sort();
