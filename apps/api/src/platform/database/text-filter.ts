import { join, type Sql, sql } from "./sql";

/** Every word of the text is a part of one of the columns, whatever its letter case. For lists of thousands, not of millions. */
export function containsText(text: string, columns: readonly Sql[]): Sql {
  const words = text.trim().toLowerCase().split(/\s+/);
  const known = sql`lower(concat_ws(' ', ${join(columns, ", ")}))`;
  return sql`(${join(
    words.map((word) => sql`${known} like ${`%${word.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`}`),
    " and ",
  )})`;
}
