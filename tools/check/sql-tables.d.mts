export function tablesOf(migrations: readonly string[]): Set<string>;
export function statementsOf(source: string): string[];
export function usesOf(statement: string, tables: ReadonlySet<string>): { reads: Set<string>; writes: Set<string> };
export function sourcesBelow(folder: string): string[];
export function readMigrations(folder: string): string[];
