import type { AddressCreateRequest, StoredAddress } from "@leitstand/contract/company/addresses";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { alphabetically, toJsonParameter, type Sql, sql } from "#platform/database/sql";

/** Address as it was requested, with the postal code both as text and as a number. */
export type AddressDraft = Omit<Static<typeof AddressCreateRequest>, "zip_code" | "postal_code"> &
  Pick<StoredAddress, "zip_code" | "postal_code">;
export interface AddressFilter {
  readonly type?: StoredAddress["type"];
  readonly stored_address_type_id?: string;
}

/** Columns of an address in one order for writing and reading; `addressValues` follows it. */
const writtenColumns = sql`name, type, stored_address_type_id, street, house_number, addition, floor, zip_code, postal_code, city, country, lat, lon,
  contact_name, phone_number, notes, elevator, public_place, home, elderly_home, cold_storage, opening_hours, excluded_vehicle_type_ids`;
const addressColumns = sql`id, ${writtenColumns}, lock_version, created_at, updated_at`;

const addressValues = (draft: AddressDraft): Sql => sql`
  ${draft.name}, ${draft.type ?? "DEFAULT_DESTINATION"}, ${draft.stored_address_type_id}::uuid, ${draft.street}, ${draft.house_number},
  ${draft.addition}, ${draft.floor}, ${draft.zip_code}::int, ${draft.postal_code}, ${draft.city}, ${draft.country}, ${draft.lat}::float8, ${draft.lon}::float8,
  ${draft.contact_name}, ${draft.phone_number}, ${draft.notes}, ${draft.elevator ?? false}::boolean, ${draft.public_place ?? false}::boolean,
  ${draft.home ?? false}::boolean, ${draft.elderly_home ?? false}::boolean, ${draft.cold_storage ?? false}::boolean,
  ${toJsonParameter(draft.opening_hours)}::jsonb, ${draft.excluded_vehicle_type_ids ?? []}::uuid[]`;

/**
 * Stored addresses that match the filter. Not paged: their number is limited, and a dispatcher searches in all of them.
 */
export const selectAddresses = (tx: Tx, { type, stored_address_type_id }: AddressFilter) =>
  tx.many<StoredAddress>(sql`
    select ${addressColumns} from stored_addresses
    where tenant_id = ${tx.tenantId} and (${type}::text is null or type = ${type}::text)
      and (${stored_address_type_id}::uuid is null or stored_address_type_id = ${stored_address_type_id}::uuid)
    order by ${alphabetically(sql`name`)}, id`);

export const countStoredAddresses = (tx: Tx) =>
  tx.one<{ count: number }>(sql`select count(*) as count from stored_addresses where tenant_id = ${tx.tenantId}`);

export const insertAddress = (tx: Tx, draft: AddressDraft) =>
  tx.one<StoredAddress>(sql`
    insert into stored_addresses (tenant_id, ${writtenColumns}) values (${tx.tenantId}, ${addressValues(draft)}) returning ${addressColumns}`);

export const selectAddressPhoneNumber = (tx: Tx, id: string) =>
  tx.maybe<Pick<StoredAddress, "phone_number">>(
    sql`select phone_number from stored_addresses where tenant_id = ${tx.tenantId} and id = ${id}`,
  );

/** Postal code of an address; null when the tenant has no such address, or has it at another lock version. */
export const selectAddressPostalCode = async (tx: Tx, { id, lock_version }: { id: string; lock_version: number }) =>
  (await tx.maybe<Pick<StoredAddress, "zip_code" | "postal_code">>(sql`
    select zip_code, postal_code from stored_addresses
    where tenant_id = ${tx.tenantId} and id = ${id} and lock_version = ${lock_version}`)) ?? null;

/** Replaces an address; undefined when the tenant has no such address, or has it at another lock version. */
export const updateAddress = (tx: Tx, { id, ...change }: AddressDraft & { id: string; lock_version: number }) =>
  tx.maybe<StoredAddress>(sql`
    update stored_addresses set (${writtenColumns}) = row(${addressValues(change)}), lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and lock_version = ${change.lock_version}
    returning ${addressColumns}`);

export const removeAddress = (tx: Tx, id: string) =>
  tx.run(sql`delete from stored_addresses where tenant_id = ${tx.tenantId} and id = ${id}`);

/**
 * Locks vehicle types before their existence is checked, so that none of them is deleted before the address is stored.
 */
export const lockVehicleTypesOfAddress = (tx: Tx, ids: readonly string[]) =>
  tx.runBeforeNext(sql`
    select id from vehicle_types where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[]) order by id for key share`);

/** Removes a vehicle type, whose row is locked for deletion, from the types that addresses exclude. */
export const removeVehicleTypeFromAddresses = (tx: Tx, id: string) =>
  tx.run(sql`
    update stored_addresses set excluded_vehicle_type_ids = array_remove(excluded_vehicle_type_ids, ${id}::uuid),
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and excluded_vehicle_type_ids @> array[${id}::uuid]`);
