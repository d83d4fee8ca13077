import type { Static } from "@leitstand/contract/core/schema";
import type { DeviceCreateRequest } from "@leitstand/contract/fleet/device";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import type { RowFoundByKey } from "#platform/access/scope";
import { sql } from "#platform/database/sql";
import { deviceChangeableCondition } from "./devices.sql";

type DeviceFoundByKey = RowFoundByKey<Required<Static<typeof DeviceCreateRequest>>>;

/**
 * Devices of the tenant with one of these keys, as a request spells them. `reachable` means that the caller may change
 * them. The number of a disabled device is free: creating a device with it puts that one back into service.
 */
export const selectDevicesByKeys = (
  tx: Tx,
  scope: Scope,
  keys: { external_id: readonly string[]; phone_number: readonly string[] },
) =>
  tx.many<DeviceFoundByKey>(sql`
    select device.id, device.lock_version, ${deviceChangeableCondition(scope)} as reachable, device.phone_number, device.device_type, device.name,
      device.external_id, coalesce((
        select json_agg(json_build_object('branch_id', state.branch_id, 'active', state.active) order by state.branch_id)
        from device_active_states state where state.tenant_id = device.tenant_id and state.device_id = device.id), '[]') as active_states
    from devices device
    where device.tenant_id = ${tx.tenantId} and not device.disabled and (
      device.external_id in (select unnest(${keys.external_id}::text[]))
      or device.phone_number in (select unnest(${keys.phone_number}::text[])))`);
