import type { Scope } from "#platform/access/principal";
import { type Sql, sql } from "#platform/database/sql";

export interface MessageReader {
  readonly user_id: string | null;
  readonly device_id: string | null;
  /** Moment at which the message is read; now where it is absent. */
  readonly at?: Date;
}

/**
 * Condition for critical messages of a caller: to dispatchers of the caller's branches, to the caller or the caller's
 * phone; without an addressee to dispatchers of the whole tenant. A driver works for a branch but is no dispatcher,
 * because its messages name other crews' cases.
 */
export function messageAddresseeCondition(scope: Scope, reader: MessageReader, message: Sql): Sql {
  if (scope.all) return sql`true`;
  return sql`(${message}.branch_id = any(${scope.branch_ids}::uuid[]) or ${message}.user_id = ${reader.user_id}::uuid
    or ${message}.device_id = ${reader.device_id}::uuid and (${message}.tour_id is null or ${tourOfReaderCondition(reader, sql`${message}.tour_id`)}))`;
}

/**
 * Condition that the tour whose phone was told is the reader's at that moment. A phone passes from crew to crew, and its
 * messages name the deceased: a person reads those of their own tours, until a day after the end, as long as a stub of a
 * case can be read; on the phone of a running tour also a driver who stands in. A bare phone does not tell whose hands
 * it is in, so that it shows nothing of a tour that has ended. The phone of a vehicle without one on its tour is the one
 * that lies in it.
 */
const tourOfReaderCondition = ({ user_id, device_id, at }: MessageReader, tourId: Sql) => {
  const moment = at === undefined ? sql`now()` : sql`${at}::timestamptz`;
  return sql`(exists (
      select 1 from tour_users crew join tours tour on tour.tenant_id = crew.tenant_id and tour.id = crew.tour_id
      where crew.tenant_id = current_tenant() and crew.tour_id = ${tourId} and crew.user_id = ${user_id}::uuid
        and (not crew.ended or tour.ended_at > ${moment} - interval '24 hours'))
    or exists (
      select 1 from tour_vehicles seat join tours tour on tour.tenant_id = seat.tenant_id and tour.id = seat.tour_id
      where seat.tenant_id = current_tenant() and seat.tour_id = ${tourId}
        and (seat.device_id = ${device_id}::uuid or seat.device_id is null and exists (
          select 1 from vehicle_device_associations lying
          where lying.tenant_id = seat.tenant_id and lying.vehicle_id = seat.vehicle_id
            and lying.device_id = ${device_id}::uuid and lying.ended_at is null))
        and (seat.running or not seat.ended and ${user_id}::uuid is null or tour.ended_at > ${moment})))`;
};
