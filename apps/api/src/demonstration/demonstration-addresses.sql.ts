import type { Tx } from "#platform/database/database";
import { toJsonParameter, sql } from "#platform/database/sql";
import type { PlannedStoredAddress } from "@leitstand/scenario/addresses";

/** Inserted after the vehicle types, because addresses name those that do not get there. */
export const insertStoredDemoAddresses = async (
  tx: Tx,
  types: Readonly<Record<string, string>>,
  addresses: readonly PlannedStoredAddress[],
) => {
  await tx.run(sql`
    insert into stored_address_types (short_key, name)
    select key, value from jsonb_each_text(${toJsonParameter(types)}::jsonb)`);
  await tx.run(sql`
    insert into stored_addresses (name, type, stored_address_type_id, street, house_number, addition, zip_code, postal_code, city, country, lat, lon, notes,
      elevator, public_place, elderly_home, cold_storage, opening_hours, excluded_vehicle_type_ids)
    select row.name, coalesce(row.type, 'DEFAULT_DESTINATION'),
      (select id from stored_address_types kind where kind.tenant_id = ${tx.tenantId} and kind.short_key = row.kind),
      street, house_number, addition, zip_code::int, zip_code, city, country, lat, lon, notes, coalesce(elevator, false), coalesce(public_place, false),
      coalesce(elderly_home, false), coalesce(cold_storage, false), opening_hours,
      array(select id from vehicle_types type where type.tenant_id = ${tx.tenantId} and type.short_key = any(row.excluded))
    from jsonb_to_recordset(${toJsonParameter(addresses)}::jsonb) as row (name text, type text, kind text, street text, house_number text, addition text,
      zip_code text, city text, country text, lat float8, lon float8, notes text, elevator boolean, public_place boolean, elderly_home boolean,
      cold_storage boolean, opening_hours jsonb, excluded text[])`);
};
