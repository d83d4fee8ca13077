import pg from "pg";

const { builtins } = pg.types;

/**
 * Rows go to the wire as they come, so PostgreSQL's own JSON spelling is the spelling of all answers:
 * `timestamptz` as RFC 3339 text in UTC (as to_json writes it), `date` as text, `bigint` and `numeric` as numbers.
 */
const columnParsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11)}:00`],
  [builtins.DATE, (text) => text],
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
]);

export const postgresTypeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    columnParsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
