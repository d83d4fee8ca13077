import type { AddressCreateRequest } from "@leitstand/contract/company/addresses";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

type AddressFoundByName = Required<Omit<Static<typeof AddressCreateRequest>, "postal_code">> & {
  readonly id: string;
  readonly lock_version: number;
  readonly reachable: true;
};

/**
 * Stored addresses with these names, as a request spells them; the postal code is text. The address book belongs to the
 * whole tenant.
 */
export const selectAddressesByName = (tx: Tx, names: readonly string[]) =>
  tx.many<AddressFoundByName>(sql`
    select id, lock_version, true as reachable, name, type, stored_address_type_id, street, house_number, addition, floor,
      postal_code as zip_code, city, country, lat, lon, contact_name, phone_number, notes, elevator, public_place, home, elderly_home,
      cold_storage, opening_hours, excluded_vehicle_type_ids
    from stored_addresses where tenant_id = ${tx.tenantId} and name = any(${names}::text[])`);
