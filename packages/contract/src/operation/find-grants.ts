import type { Operation } from "./operation";

/** The grants that operations ask for, each once, in the order of the alphabet. */
export const findGrants = (operations: readonly Operation[]): readonly string[] =>
  [...new Set(operations.flatMap(({ grant }) => grant ?? []))].sort();
