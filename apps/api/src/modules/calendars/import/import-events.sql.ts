import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

export interface PreviouslyImportedEvent {
  readonly id: string;
  readonly ical_uid: string;
  readonly ical_digest: Buffer;
}

/** Events of a person or vehicle that were imported before, by their keys. */
export const selectPreviouslyImportedEvents = (tx: Tx, resource_id: string, keys: readonly string[]) =>
  tx.many<PreviouslyImportedEvent>(sql`
    select id, ical_uid, ical_digest from calendar_events
    where tenant_id = ${tx.tenantId} and resource_id = ${resource_id} and ical_uid = any(${keys}::text[])`);
