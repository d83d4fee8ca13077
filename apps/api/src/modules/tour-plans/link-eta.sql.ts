import { type Sql, sql } from "#platform/database/sql";

/** What the crew has said counts until it has come; then the plan says when it comes to where the case ends. */
const followsPlan = (link: Sql) =>
  sql`(${link}.bucket = 'open' and ${link}.planned_at is not null and (${link}.eta is null or ${link}.arrived_at is not null))`;

/** When the crew comes to the next stop of a case. `link` is the alias of the row of `case_links`. */
export const etaOfLink = (link: Sql): Sql =>
  sql`case when ${followsPlan(link)} then ${link}.planned_at else ${link}.eta end`;

/** Who says so: CREW or PLAN; null where nobody does. */
export const etaSourceOfLink = (link: Sql): Sql =>
  sql`case when ${followsPlan(link)} then 'PLAN' when ${link}.eta is not null then 'CREW' end`;
