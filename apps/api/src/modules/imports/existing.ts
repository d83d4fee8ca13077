import type { ExistingImportTarget } from "./row-plan";

/** Rows of a module as objects that rows of the file are compared with. */
export const toExistingImportObjects = (
  rows: readonly (object & { readonly id: string; readonly lock_version: number; readonly reachable: boolean })[],
): readonly ExistingImportTarget[] =>
  rows.map(({ id, lock_version, reachable, ...fields }) => ({ id, lock_version, reachable, fields: { ...fields } }));
