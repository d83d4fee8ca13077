import type { Database } from "../database/database";
import { emptySql, sql } from "../database/sql";
import type { EventCursor } from "./event-cursor";

interface RightsHolder {
  readonly tenant_id: string;
  readonly user_id: string | null;
  readonly device_id: string | null;
}

/**
 * Whether the log has a change of the bearer's rights after a place, also one that has no position yet. Events about a
 * single token end it or prove its owner's identity: they leave the rights as they are. Positions are only read where
 * the tenant has such a change at all.
 */
export async function haveRightsChangedSince(
  db: Database,
  { tenant_id, user_id, device_id }: RightsHolder,
  { position, known }: EventCursor,
): Promise<boolean> {
  const isNew = known ? sql`and (event.xid, event.id) > (${known.xid}::xid8, ${known.id}::bigint)` : emptySql;
  const { changed } = await db.system.one<{ changed: boolean }>(sql`
    select exists (select from events event
      where event.tenant_id = ${tenant_id} and event.internal and event.type = 'principals changed' ${isNew}
        and event.payload ->> 'token_id' is null and (event.payload ->> 'user_id' = ${user_id}::text or event.payload ->> 'device_id' = ${device_id}::text
          or coalesce(event.payload ->> 'user_id', event.payload ->> 'device_id') is null)
        and (not pg_visible_in_snapshot(event.xid, (select seen from event_looks order by look desc limit 1))
          or (event.xid, event.id) in (select place.xid, place.id from event_positions place
            where place.tenant_id = ${tenant_id} and place.position > ${position}::bigint))) as changed`);
  return changed;
}
