import { COUNTED_TOTAL_MAX } from "@leitstand/contract/core/schema";
import { type Sql, sql } from "./sql";

export interface CountedTotalOptions {
  /** Number of rows on the page, plus one where another page follows. */
  readonly rows: Sql;
  readonly page: number;
  readonly size: number;
  /** Part of the statement after `select 1`: its tables and conditions. */
  readonly all: Sql;
  readonly isExact: boolean;
  /** Number of all rows where it is known already; one above `COUNTED_TOTAL_MAX` stands for any such number. */
  readonly counted?: Sql | undefined;
}

/**
 * Columns `elements` and `is_exact`, for the `from` of a statement. The last page of a list gives the number without
 * counting; a page beyond the counted number says that another one follows. Only between the two are rows counted, and
 * no farther than the request asks.
 */
export function countedTotalSql({ rows, page, size, all, isExact, counted }: CountedTotalOptions): Sql {
  const offset = sql`${page * size}::bigint`;
  const ends = sql`(${rows} <= ${size}::int and (${rows} > 0 or ${offset} = 0))`;
  const beyond = sql`(${rows} > ${size}::int and ${offset} + ${rows} > ${COUNTED_TOTAL_MAX}::int)`;
  // `offset 0` materializes rows that would otherwise be read, and counted, several times.
  if (isExact)
    return sql`lateral (select case when ${ends} then ${offset} + ${rows} else (select count(*) ${all}) end as elements, true as is_exact offset 0)`;
  const soFar = counted ?? sql`(select count(*) from (select 1 ${all} limit ${COUNTED_TOTAL_MAX + 1}::int) so_far)`;
  return sql`lateral (
    select case when ends or beyond then ${offset} + ${rows} else least(counted, ${COUNTED_TOTAL_MAX}::int) end as elements,
      ends or (not beyond and counted <= ${COUNTED_TOTAL_MAX}::int) as is_exact
    from (select ${ends} as ends, ${beyond} as beyond, case when ${ends} or ${beyond} then 0
      else ${soFar} end as counted offset 0) known offset 0)`;
}
