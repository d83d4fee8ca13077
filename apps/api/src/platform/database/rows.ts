import { compileSql, type Sql, type CompiledStatement } from "./sql";
import type { StatementResult, DatabaseRow } from "./statement-group";

/** Rows of one statement; every method is one round trip. */
export interface QueryRunner {
  /** Reads exactly one row; another number of rows is an internal error. */
  one<T>(query: Sql): Promise<T>;
  maybe<T>(query: Sql): Promise<T | undefined>;
  many<T>(query: Sql): Promise<T[]>;
  /** Runs a statement; returns how many rows were touched. */
  run(query: Sql): Promise<number>;
}

/** The four methods of reading rows, over a function that runs one statement. */
export function createQueryRunner(run: (statement: CompiledStatement) => Promise<StatementResult>): QueryRunner {
  const rows = async (query: Sql) => (await run(compileSql(query))).rows as DatabaseRow[];
  return {
    one: async <T>(query: Sql) => {
      const found = await rows(query);
      if (found.length !== 1) throw new Error(`Expected one row, got ${found.length}: ${compileSql(query).text}`);
      return found[0] as T;
    },
    maybe: async <T>(query: Sql) => (await rows(query))[0] as T | undefined,
    many: async <T>(query: Sql) => (await rows(query)) as T[],
    run: async (query) => (await run(compileSql(query))).rowCount ?? 0,
  };
}
