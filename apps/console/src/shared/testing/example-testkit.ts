import type { Static, TSchema } from "typebox";

/** A copy of the contract's example of a schema. */
export function exampleOfSchema<S extends TSchema>(schema: S): Static<S> {
  const [example] = (schema as { examples?: readonly Static<S>[] }).examples ?? [];
  if (example === undefined) throw new Error("the contract shows no example of it");
  return structuredClone(example);
}

/** Answer with all rows on a single page. */
export const createOnePageAnswer = <K extends string, T>(noun: K, rows: readonly T[]) =>
  ({ meta: { page: 0, size: 200, total_elements: rows.length, total_pages: 1 }, [noun]: [...rows] }) as {
    meta: { page: number; size: number; total_elements: number; total_pages: number };
  } & Record<K, T[]>;

/** Id in the contract's format that ends with the number. */
export const numberedId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
