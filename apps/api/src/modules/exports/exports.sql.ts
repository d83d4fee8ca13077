import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/** Name, language and time zone of a tenant, as its documents use them. */
export interface TenantDocumentSettings {
  readonly name: string;
  readonly language: string;
  readonly timezone: string;
}
export const selectTenantDocumentSettings = (tx: Tx) =>
  tx.one<TenantDocumentSettings>(sql`select name, language, timezone from tenants where id = ${tx.tenantId}`);

export const selectBranchName = (tx: Tx, id: string) =>
  tx.maybe<{ name: string }>(sql`select name from branches where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Time for which the tour was in a sub-state; `ended_at` is null while it still is. */
export interface SubStateSpan {
  readonly sub_state: string;
  readonly began_at: string;
  readonly ended_at: string | null;
}
/** Sub-states of a tour; the limit is far above a month of changes. */
export const selectSubStateSpans = (tx: Tx, tourId: string) =>
  tx.many<SubStateSpan>(sql`
    select sub_state, began_at, ended_at from tour_sub_state_spans
    where tenant_id = ${tx.tenantId} and tour_id = ${tourId} order by began_at limit 10000`);
