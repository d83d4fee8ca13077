import { toJsonParameter, Sql } from "./sql";

type PgType =
  | "bigint"
  | "boolean"
  | "date"
  | "float8"
  | "int"
  | "jsonb"
  | "real"
  | "text"
  | "text[]"
  | "timestamp"
  | "timestamptz"
  | "uuid"
  | "uuid[]";

/**
 * Rows that go to PostgreSQL as one parameter: `jsonb_to_recordset(rows) as name (column type, ...)`. A column too many or too
 * few does not compile. Made once per statement, because a statement is known by the texts it is made of.
 */
export function createRecordset<Row extends object>(
  name: string,
  columns: Readonly<Record<keyof Row & string, PgType>>,
) {
  const types = Object.entries(columns).map(([column, type]) => `"${column}" ${type}`);
  const strings = ["jsonb_to_recordset(", `::jsonb) as ${name} (${types.join(", ")})`];
  return (rows: readonly Row[]) => new Sql(strings, [toJsonParameter(rows)]);
}
