import type { LocationPurpose, LocationReader } from "@leitstand/contract/fleet/location";
import { LOCATION_READERS_LISTED_MAX } from "@leitstand/contract/fleet/position-term";
import type { Static } from "@leitstand/contract/core/schema";
import { nameUnlessDeletedSql } from "#platform/access/person-name";
import type { QueryRunner, Tx } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { emptySql, sql } from "#platform/database/sql";

export interface LocationReadRecord {
  readonly tenant_id: string;
  readonly reader_id: string;
  readonly purpose: LocationPurpose;
  readonly hour: string;
  /** Moments between which positions were looked at; the drivers on shift at that time are concerned. */
  readonly first_at: string;
  readonly last_at: string;
  readonly everywhere: boolean;
  readonly branch_ids: readonly string[];
  readonly tour_ids: readonly string[];
  readonly vehicle_ids: readonly string[];
}

const readRecordset = createRecordset<LocationReadRecord>("look", {
  tenant_id: "uuid",
  reader_id: "uuid",
  purpose: "text",
  hour: "timestamptz",
  first_at: "timestamptz",
  last_at: "timestamptz",
  everywhere: "boolean",
  branch_ids: "uuid[]",
  tour_ids: "uuid[]",
  vehicle_ids: "uuid[]",
});

/** Longest shift in days; drivers whose shift has ended since are searched for within it. */
const SHIFT_DAYS_SEARCHED = 3;

/**
 * Inserts a record for each driver concerned: crews that drove at the time and whose position is known. Existing rows
 * stay unchanged.
 */
export const insertLocationReaders = (rows: QueryRunner, reads: readonly LocationReadRecord[]) =>
  rows.run(sql`
    insert into location_readers (tenant_id, user_id, hour, reader_id, purpose)
    select distinct look.tenant_id, crew.user_id, look.hour, look.reader_id, look.purpose
    from ${readRecordset(reads)}
    cross join lateral (
      select tour.id, tour.branch_id from tours tour
      where tour.tenant_id = look.tenant_id and tour.status = 'STARTED' and tour.started_at <= look.last_at
      union all
      select tour.id, tour.branch_id from tours tour
      where tour.tenant_id = look.tenant_id and tour.status = 'FINISHED' and tour.started_at <= look.last_at and tour.ended_at >= look.first_at
        and tour.shift_start >= look.first_at - make_interval(days => ${SHIFT_DAYS_SEARCHED}::int)) tour
    join tour_vehicles seat on seat.tenant_id = look.tenant_id and seat.tour_id = tour.id
    join vehicles vehicle on vehicle.tenant_id = seat.tenant_id and vehicle.id = seat.vehicle_id
    join vehicle_positions place on place.tenant_id = seat.tenant_id and place.vehicle_id = seat.vehicle_id
    join tour_users crew on crew.tenant_id = look.tenant_id and crew.tour_id = tour.id and crew.user_id <> look.reader_id
    where look.everywhere or tour.branch_id = any(look.branch_ids) or vehicle.branch_id = any(look.branch_ids)
      or tour.id = any(look.tour_ids) or seat.vehicle_id = any(look.vehicle_ids)
    order by 1, 2, 3, 4, 5
    on conflict do nothing`);

/** Times between which positions were looked at; both bounds belong to it. */
export interface LookTimeRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const readerName = sql`coalesce(nullif(trim(reader.firstname || ' ' || reader.lastname), ''), '-')`;

/** Lists the hours that touch the range: a driver's day may begin within an hour. */
export const selectReadersOfOwnLocations = (tx: Tx, userId: string, { from, to }: LookTimeRange) =>
  tx.many<Static<typeof LocationReader>>(sql`
    select seen.hour, ${nameUnlessDeletedSql(sql`reader`, readerName)} as reader_name, seen.purpose
    from location_readers seen
    join users reader on reader.tenant_id = seen.tenant_id and reader.id = seen.reader_id
    where seen.tenant_id = ${tx.tenantId} and seen.user_id = ${userId}
      ${from === undefined ? emptySql : sql`and seen.hour > ${from}::timestamptz - interval '1 hour'`}
      ${to === undefined ? emptySql : sql`and seen.hour <= ${to}::timestamptz`}
    order by seen.hour desc, reader_name, seen.purpose limit ${LOCATION_READERS_LISTED_MAX}`);
