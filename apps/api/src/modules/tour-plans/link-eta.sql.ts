import { type Sql, sql } from "#platform/database/sql";

/**
 * Condition that the plan determines the arrival: the crew's own estimate counts until it has arrived at the first
 * place; after that the plan tells the arrival at the end of the case. A crew that starts again after a postponement
 * keeps the time of its first arrival.
 */
const isEtaFromPlan = (link: Sql) => sql`(${link}.bucket = 'open' and ${link}.planned_at is not null
  and (${link}.eta is null or (${link}.arrived_at is not null and ${link}.state not in ('STARTED', 'onTheWay'))))`;

/** SQL of the arrival at the next stop of a case. `link` is the alias of the row of `case_links`. */
export const linkEtaSql = (link: Sql): Sql =>
  sql`case when ${isEtaFromPlan(link)} then ${link}.planned_at else ${link}.eta end`;

/** SQL of the source of an arrival: CREW or PLAN; null where there is none. */
export const linkEtaSourceSql = (link: Sql): Sql =>
  sql`case when ${isEtaFromPlan(link)} then 'PLAN' when ${link}.eta is not null then 'CREW' end`;
