/** What every node does of imports by itself. */
export { applyImports } from "./apply-import.service";
export { importRetention } from "./imports.sql";
