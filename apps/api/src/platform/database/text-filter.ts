import { join, type Sql, sql } from "./sql";

/**
 * Condition that every word of the text is a part of one of the columns, in any letter case. For lists of thousands,
 * not of millions.
 */
export function containsText(text: string, columns: readonly Sql[]): Sql {
  const words = text.trim().toLowerCase().split(/\s+/);
  const known = sql`lower(concat_ws(' ', ${join(columns, ", ")}))`;
  return sql`(${join(
    words.map((word) => sql`${known} like ${`%${word.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`}`),
    " and ",
  )})`;
}
