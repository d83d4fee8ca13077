export function tablesOfMigrations(migrations: readonly string[]): Set<string>;
export function sqlStatementsIn(source: string): string[];
export function tableUsesOf(
  statement: string,
  tables: ReadonlySet<string>,
): { reads: Set<string>; writes: Set<string> };
export function productSourcesBelow(folder: string): string[];
export function readMigrations(folder: string): string[];
