import { truncateText } from "@leitstand/contract/core/cut-text";
import { problem } from "../problem";
import { joinSql, type Sql, sql } from "./sql";

interface SortableColumns {
  /** Columns that may be asked for, by their name in requests. */
  readonly columns: Readonly<Record<string, Sql>>;
  /** Order that applies when the request names none. */
  readonly otherwise: Sql;
  /** Column that breaks ties, so that pages never overlap. */
  readonly id: Sql;
}

/** SQL for `field`, `field,asc` or `field,desc`, in the order given. Only listed columns ever become SQL. */
export function orderBySql(sort: readonly string[] | undefined, { columns, otherwise, id }: SortableColumns): Sql {
  const terms = (sort ?? []).map((term) => {
    const [, field = "", direction = "asc"] = /^([^,]*)(?:,(.*))?$/s.exec(term) ?? [];
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
    if (!column)
      throw problem("SORT_FIELD_UNKNOWN", { field: truncateText(field, 80), allowed: Object.keys(columns).join(", ") });
    if (direction === "asc") return sql`${column} asc`;
    if (direction === "desc") return sql`${column} desc`;
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "sort", rule: "direction" });
  });
  return joinSql([...(terms.length > 0 ? terms : [otherwise]), id], ", ");
}
