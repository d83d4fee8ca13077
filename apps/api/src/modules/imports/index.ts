/** Exports of the imports module for background work: applying and deleting imports. */
export { applyPendingImports } from "./apply-import.service";
export { importRetention } from "./imports.sql";
