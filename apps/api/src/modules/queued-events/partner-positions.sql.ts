import type { QueryRunner } from "#platform/database/database";
import { sql, withPlanForEachRun } from "#platform/database/sql";
import { activePartnerConnectorCondition } from "./partner-events.sql";

/** Interval at which a partner gets positions, and the age up to which one is worth sending. */
const POSITION_INTERVAL_SECONDS = 10;
const POSITION_AGE_SECONDS_MAX = 600;
/** Overlap of two look-ups, for positions that were being written during the first one. */
const LOOKUP_OVERLAP_SECONDS = 2;

/** Id of a position, the same when it is read twice. */
const positionEventId = sql`md5(at.vehicle_id::text || at.fixed_at::text)::uuid`;

/**
 * Queues the newest position of each vehicle that has moved, in place of one that still waits: as another event with a
 * greater `seq`, because the partner may have got the former one. All nodes together look once in ten seconds: the one
 * that marks the connector does.
 */
export const queuePartnerPositions = (rows: QueryRunner, now: Date) =>
  rows.run(
    withPlanForEachRun(sql`
    with due as (
      select connector.tenant_id, connector.id, connector.lock_version, breaker.located_until
      from tenant_connectors connector left join partner_breakers breaker
        on breaker.tenant_id = connector.tenant_id and breaker.connector_id = connector.id
      where ${activePartnerConnectorCondition}
        and (breaker.located_until is null or breaker.located_until <= ${now}::timestamptz - make_interval(secs => ${POSITION_INTERVAL_SECONDS}))),
    marked as (
      insert into partner_breakers as breaker (tenant_id, connector_id, connector_version, located_until)
      select tenant_id, id, lock_version, ${now} from due
      on conflict (tenant_id, connector_id) do update set located_until = excluded.located_until
      where breaker.located_until is null or breaker.located_until <= ${now}::timestamptz - make_interval(secs => ${POSITION_INTERVAL_SECONDS})
      returning tenant_id, connector_id)
    insert into queued_events (tenant_id, id, connector_id, type, order_key, vehicle_id, tour_id, payload, created_at, due_at)
    select at.tenant_id, ${positionEventId}, due.id, 'location_updated', at.vehicle_id, at.vehicle_id, driven.tour_id,
      jsonb_build_object('vehicle_id', at.vehicle_id, 'tour_id', driven.tour_id, 'lat', at.lat, 'lon', at.lon,
        'accuracy_meters', at.accuracy_meters, 'speed_meters_per_second', at.speed_meters_per_second,
        'heading_degrees', at.heading_degrees, 'fixed_at', at.fixed_at), ${now}, ${now}
    from marked join due on due.tenant_id = marked.tenant_id and due.id = marked.connector_id
    join vehicle_positions at on at.tenant_id = due.tenant_id
      and at.received_at > coalesce(due.located_until, ${now}::timestamptz - make_interval(secs => ${POSITION_INTERVAL_SECONDS})) - make_interval(secs => ${LOOKUP_OVERLAP_SECONDS})
      and at.received_at > ${now}::timestamptz - make_interval(secs => ${POSITION_AGE_SECONDS_MAX})
    left join tour_vehicles driven on driven.tenant_id = at.tenant_id and driven.vehicle_id = at.vehicle_id and driven.running
    on conflict (tenant_id, vehicle_id) where type = 'location_updated' and status = 'CREATED'
    do update set id = excluded.id, seq = default, payload = excluded.payload, tour_id = excluded.tour_id, created_at = excluded.created_at,
      due_at = excluded.due_at, attempts = 0, first_tried_at = null, updated_at = now()
    where queued_events.payload ->> 'fixed_at' < excluded.payload ->> 'fixed_at'`),
  );

/** Deletes queued positions that are older than ten minutes and of no more use. */
export const deleteOldQueuedPositions = (rows: QueryRunner, now: Date) =>
  rows.run(
    withPlanForEachRun(sql`
    delete from queued_events where type = 'location_updated' and status = 'CREATED'
      and created_at < ${now}::timestamptz - make_interval(secs => ${POSITION_AGE_SECONDS_MAX})
      and (locked_until is null or locked_until < ${now})`),
  );
