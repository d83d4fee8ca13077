import { joinSql, type Sql, sql } from "./sql";

/** Share of trigrams in common from which the operator `<%` of pg_trgm takes a word for a misspelling. */
export const WORD_SIMILARITY_THRESHOLD = 0.45;

/**
 * Condition that every word of the text is a part of one of the columns, in any letter case. PostgreSQL lower-cases
 * both sides, because JavaScript has other small letters for a few capital ones (İ, a final Σ). For lists of thousands,
 * not of millions.
 */
export function containsWordsCondition(text: string, columns: readonly Sql[]): Sql {
  const words = text.trim().split(/\s+/);
  const known = sql`lower(concat_ws(' ', ${joinSql(columns, ", ")}))`;
  return sql`(${joinSql(
    words.map((word) => sql`${known} like lower(${`%${word.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`})`),
    " and ",
  )})`;
}
