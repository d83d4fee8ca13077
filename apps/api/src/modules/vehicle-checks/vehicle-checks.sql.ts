import type { VehicleCheck } from "@leitstand/contract/fleet/vehicle-checks";
import { vehicleInScopeCondition } from "#modules/visibility/index";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { toJsonParameter, type Sql, sql } from "#platform/database/sql";

/** Sender of a check, who may also send its photos. */
export interface VehicleCheckSender {
  readonly user_id: string | null;
  readonly device_id: string | null;
}

export interface CheckedVehicle {
  readonly license_plate: string;
  readonly branch_id: string | null;
  readonly language: string;
}

/** Vehicle with the facts that a check needs; undefined when the caller may not check or see it. */
export const selectCheckedVehicle = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<CheckedVehicle>(sql`
    select vehicle.license_plate, vehicle.branch_id, tenant.language
    from vehicles vehicle join tenants tenant on tenant.id = vehicle.tenant_id
    where vehicle.tenant_id = ${tx.tenantId} and vehicle.id = ${id} and ${vehicleInScopeCondition(scope, sql`vehicle`)}`);

export const selectVehicleCheckTemplates = (tx: Tx, ids: readonly string[]) =>
  tx.many<{ id: string; title: string }>(sql`
    select id, title from todo_templates
    where tenant_id = ${tx.tenantId} and type = 'VEHICLE_TEMPLATE' and id = any(${ids}::uuid[])`);

/**
 * Whether the vehicle is or was on that tour, so that a caller who reaches the vehicle another way learns of no other
 * tours.
 */
export const selectIsTourOfVehicle = (tx: Tx, { tourId, vehicleId }: { tourId: string; vehicleId: string }) =>
  tx.maybe<{ id: string }>(sql`
    select seat.tour_id as id from tour_vehicles seat
    where seat.tenant_id = ${tx.tenantId} and seat.tour_id = ${tourId} and seat.vehicle_id = ${vehicleId} limit 1`);

export interface VehicleCheckItemRow {
  readonly template_id: string;
  readonly title: string;
  readonly result: "OK" | "DEFECT";
  readonly note: string;
  readonly photo_ids: readonly string[];
}
export interface VehicleCheckDraftRow
  extends Pick<
    VehicleCheck,
    "client_id" | "vehicle_id" | "tour_id" | "occurred_at" | "phase" | "mileage_km" | "user_id" | "device_id"
  > {
  readonly items: readonly VehicleCheckItemRow[];
  /** Fingerprint of the request, which distinguishes a repeated request from another one. */
  readonly fingerprint: Buffer;
  readonly now: Date;
}

/** Inserts a check; no row when the id has been used. Waits for a concurrent request with the same id. */
export const insertVehicleCheck = (tx: Tx, draft: VehicleCheckDraftRow) =>
  tx.maybe<{ id: string }>(sql`
    insert into vehicle_checks (client_id, vehicle_id, tour_id, occurred_at, phase, mileage_km, user_id, device_id, items, fingerprint, received_at)
    values (${draft.client_id}, ${draft.vehicle_id}, ${draft.tour_id}, ${draft.occurred_at}, ${draft.phase}, ${draft.mileage_km},
      ${draft.user_id}, ${draft.device_id}, ${toJsonParameter(draft.items)}, ${draft.fingerprint}, ${draft.now})
    on conflict (tenant_id, client_id) do nothing returning id`);

export const selectVehicleCheckByClientId = (tx: Tx, clientId: string) =>
  tx.maybe<{ id: string; fingerprint: Buffer }>(sql`
    select id, fingerprint from vehicle_checks where tenant_id = ${tx.tenantId} and client_id = ${clientId}`);

/** Inserts announced photos; answers how many had not been announced before. */
export const insertVehicleCheckPhotos = (tx: Tx, checkId: string, photoIds: readonly string[]) =>
  tx.run(sql`
    insert into vehicle_check_photos (photo_id, check_id) select photo, ${checkId} from unnest(${photoIds}::uuid[]) photo
    on conflict do nothing`);

const checkPhotosJson = sql`coalesce((
    select json_agg(json_build_object('photo_id', photo.photo_id, 'asset_id', photo.asset_id) order by announced.place)
    from jsonb_array_elements_text(item.value -> 'photo_ids') with ordinality announced (photo_id, place)
    join vehicle_check_photos photo on photo.tenant_id = "check".tenant_id and photo.photo_id = announced.photo_id::uuid), '[]')`;
const vehicleCheckColumns = sql`"check".id, "check".client_id, "check".vehicle_id, "check".tour_id, "check".occurred_at, "check".received_at, "check".phase,
  "check".mileage_km, coalesce((
    select json_agg(json_build_object('template_id', item.value ->> 'template_id', 'title', item.value ->> 'title', 'result', item.value ->> 'result',
      'note', item.value ->> 'note', 'photos', ${checkPhotosJson}) order by item.place)
    from jsonb_array_elements("check".items) with ordinality item (value, place)), '[]') as items, "check".user_id, "check".device_id`;
const vehicleCheckQuery = (tx: Tx, condition: Sql) => sql`
  select ${vehicleCheckColumns} from vehicle_checks "check" where "check".tenant_id = ${tx.tenantId} and ${condition}`;

export const selectVehicleCheck = (tx: Tx, id: string) =>
  tx.one<VehicleCheck>(vehicleCheckQuery(tx, sql`"check".id = ${id}`));

const LISTED_CHECKS_MAX = 100;
export const selectVehicleChecks = (tx: Tx, vehicleId: string) =>
  tx.many<VehicleCheck>(sql`
    ${vehicleCheckQuery(tx, sql`"check".vehicle_id = ${vehicleId}`)} order by "check".occurred_at desc, "check".id limit ${LISTED_CHECKS_MAX}`);

export interface VehicleCheckPhotoQuery {
  readonly vehicle_id: string;
  readonly photo_id: string;
}

/**
 * Whether the photo is awaited from this caller: from the sender at any time, else from callers who reach the vehicle.
 */
export const selectAwaitedVehicleCheckPhoto = (
  tx: Tx,
  { scope, sender, ...query }: VehicleCheckPhotoQuery & { scope: Scope; sender: VehicleCheckSender },
) =>
  tx.maybe<{ photo_id: string }>(sql`
    select photo.photo_id from vehicle_check_photos photo
    join vehicle_checks "check" on "check".tenant_id = photo.tenant_id and "check".id = photo.check_id
    join vehicles vehicle on vehicle.tenant_id = "check".tenant_id and vehicle.id = "check".vehicle_id
    where photo.tenant_id = ${tx.tenantId} and photo.photo_id = ${query.photo_id} and vehicle.id = ${query.vehicle_id}
      and ("check".user_id = ${sender.user_id}::uuid or "check".device_id = ${sender.device_id}::uuid or ${vehicleInScopeCondition(scope, sql`vehicle`)})`);

/** Locks a photo and answers what has arrived under its id; concurrent senders wait for each other. */
export const lockVehicleCheckPhoto = (tx: Tx, photoId: string) =>
  tx.maybe<{ asset_id: string | null }>(sql`
    select asset_id from vehicle_check_photos where tenant_id = ${tx.tenantId} and photo_id = ${photoId} for update`);

export const updateVehicleCheckPhoto = (tx: Tx, photoId: string, assetId: string) =>
  tx.run(sql`
    update vehicle_check_photos set asset_id = ${assetId} where tenant_id = ${tx.tenantId} and photo_id = ${photoId}`);
