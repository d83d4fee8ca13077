import type { DeviceCreateRequest } from "@leitstand/contract/fleet/device";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { branchScopeCondition } from "#platform/access/scope";
import { containsWordsCondition } from "#platform/database/text-filter";
import { type Sql, sql } from "#platform/database/sql";

type DeviceDraft = Static<typeof DeviceCreateRequest>;
/** `DEVICE`: any device as `/devices` shows it; `RSA`: roadside units only, with their tour. */
export type DeviceView = "DEVICE" | "RSA";
/** Device as JSON text, the way it is sent, and its lock version. */
export interface DeviceJsonText {
  readonly text: string;
  readonly lock_version: number;
}

/**
 * Condition for visible devices. A device without a branch belongs to the whole tenant; a device always sees itself.
 */
const deviceVisibleCondition = (scope: Scope) => {
  if (scope.all || scope.driver?.all) return sql`true`;
  return sql`(device.id = ${scope.driver?.device_id ?? null}::uuid or not exists (${activeStatesOfDevice}) or exists (${activeStatesOfDevice} and ${branchScopeCondition(scope, sql`state.branch_id`)}))`;
};

/**
 * Condition for devices that the caller may change. Drivers see the devices of their branches, but change at most their
 * own.
 */
export const deviceChangeableCondition = (scope: Scope) => {
  if (scope.all) return sql`true`;
  const own = sql`device.id = ${scope.driver?.device_id ?? null}::uuid`;
  if (scope.branch_ids.length === 0) return own;
  return sql`(${own} or not exists (${activeStatesOfDevice}) or exists (${activeStatesOfDevice} and state.branch_id = any(${scope.branch_ids}::uuid[])))`;
};

/** Devices that a change without effect may have meant: distinguishes a missing device from a stale version. */
export const deviceLockVersionCheckOptions = (scope: Scope, view: DeviceView) => ({
  table: sql`devices device`,
  visible: sql`${deviceChangeableCondition(scope)} and ${deviceViewCondition(view)}`,
});

const activeStatesOfDevice = sql`select 1 from device_active_states state where state.tenant_id = device.tenant_id and state.device_id = device.id`;

const deviceViewCondition = (view: DeviceView) => (view === "RSA" ? sql`device.kind = 'RSA'` : sql`true`);

/** Push token as its device alone is told it: another phone that stored it would take over the pushes. */
const ownPushToken = ({ driver }: Scope) =>
  sql`case when device.id = ${driver?.device_id ?? null}::uuid then device.push_token end`;

const deviceAnswerColumns = (scope: Scope, view: DeviceView) => sql`
  device.id, device.created_at, device.updated_at, device.lock_version, device.natural_id, device.phone_number, device.device_type, device.name,
  device.external_id, coalesce((
    select json_agg(json_build_object('branch_id', state.branch_id, 'active', state.active) order by state.branch_id)
    from device_active_states state
    where state.tenant_id = device.tenant_id and state.device_id = device.id and ${branchScopeCondition(scope, sql`state.branch_id`)}), '[]') as active_states,
  device.disabled, null::text as one_time_code, ${ownPushToken(scope)} as push_token, device.language, device.platform, device.installed_app_info, device.metadata,
  device.last_seen_at, (
    select json_build_object('id', lies.id, 'vehicle_id', vehicle.id, 'vehicle_natural_id', vehicle.natural_id,
      'license_plate', vehicle.license_plate, 'started_at', lies.started_at)
    from vehicle_device_associations lies join vehicles vehicle on vehicle.tenant_id = lies.tenant_id and vehicle.id = lies.vehicle_id
    where lies.tenant_id = device.tenant_id and lies.device_id = device.id and lies.ended_at is null) as active_vehicle_association,
  ${view === "RSA" ? currentTourJson : sql`device.kind`}`;

// A device is on one tour at a time, by the unique index of running links.
const currentTourJson = sql`(
    select json_build_object('id', tour.id, 'natural_id', tour.natural_id, 'started_sub_state', tour.started_sub_state)
    from tour_vehicles link join tours tour on tour.tenant_id = link.tenant_id and tour.id = link.tour_id
    where link.tenant_id = device.tenant_id and link.device_id = device.id and link.running) as current_tour`;

/** Devices as a list; not paged, because a tenant has a few thousand phones at most. `further` narrows the list. */
export const selectDevices = (tx: Tx, request: { scope: Scope; view: DeviceView; further?: Sql }) =>
  tx.one<{ text: string }>(sql`
    select '[' || coalesce(string_agg(to_json(answer)::text, ',' order by answer.disabled, answer.name nulls last, answer.phone_number, answer.id), '') || ']' as text
    from (
      select ${deviceAnswerColumns(request.scope, request.view)} from devices device
      where device.tenant_id = ${tx.tenantId} and ${deviceViewCondition(request.view)} and ${deviceVisibleCondition(request.scope)} and ${request.further ?? sql`true`}) answer`);

export const deviceContainsWordsCondition = (text: string) =>
  containsWordsCondition(text, [
    sql`device.name`,
    sql`device.phone_number`,
    sql`device.natural_id`,
    sql`device.external_id`,
  ]);

export const isDeviceActiveInGroupCondition = (
  branchGroupId: string,
) => sql`exists (${activeStatesOfDevice} and state.active and state.branch_id in (
    select member.branch_id from branch_group_branches member
    where member.tenant_id = device.tenant_id and member.branch_group_id = ${branchGroupId}))`;

/** Branch group in the caller's scope: the caller reaches each of its branches. */
export const selectBranchGroupInReach = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select branch_group.id from branch_groups branch_group
    where branch_group.tenant_id = ${tx.tenantId} and branch_group.id = ${id} and (${scope.all || (scope.driver?.all ?? false)} or (
      exists (select 1 from branch_group_branches member
        where member.tenant_id = branch_group.tenant_id and member.branch_group_id = branch_group.id)
      and not exists (select 1 from branch_group_branches member
        where member.tenant_id = branch_group.tenant_id and member.branch_group_id = branch_group.id
          and not ${branchScopeCondition(scope, sql`member.branch_id`)})))`);

export interface DeviceQuery {
  readonly id: string;
  readonly view: DeviceView;
  /** Set when the caller has just changed the device, possibly out of their own scope. */
  readonly changed?: boolean;
}

export const selectDevice = (tx: Tx, scope: Scope, { id, view, changed = false }: DeviceQuery) =>
  tx.maybe<DeviceJsonText>(sql`
    select to_json(answer)::text as text, answer.lock_version from (
      select ${deviceAnswerColumns(scope, view)} from devices device
      where device.tenant_id = ${tx.tenantId} and device.id = ${id} and ${deviceViewCondition(view)} and ${changed ? sql`true` : deviceVisibleCondition(scope)}) answer`);

/**
 * Inserts a device; no row when the number belongs to a device in service, or to one that the caller may not change.
 */
export const insertOrReviveDevice = (tx: Tx, scope: Scope, { view, ...draft }: DeviceDraft & { view: DeviceView }) =>
  tx.maybe<{ id: string }>(sql`
    insert into devices as device (tenant_id, kind, phone_number, device_type, name, external_id)
    values (${tx.tenantId}, ${view === "RSA" ? "RSA" : "STANDARD"}, ${draft.phone_number}, ${draft.device_type ?? "SMARTPHONE"}, ${draft.name}, ${draft.external_id})
    on conflict (tenant_id, phone_number) do update set kind = excluded.kind, device_type = excluded.device_type, name = excluded.name,
      external_id = excluded.external_id, disabled = false, lock_version = device.lock_version + 1, updated_at = now()
      where device.disabled and ${deviceChangeableCondition(scope)}
    returning device.id`);

/** Replaces the states of a device in its branches; branches out of the caller's scope do not change. */
export const replaceDeviceActiveStates = (
  tx: Tx,
  scope: Scope,
  { id, active_states }: { id: string; active_states: readonly { branch_id: string; active: boolean }[] },
) => {
  const branchIds = active_states.map(({ branch_id }) => branch_id);
  const reached = scope.all ? sql`true` : sql`branch_id = any(${scope.branch_ids}::uuid[])`;
  return tx.run(sql`
    with removed as (
      delete from device_active_states
      where tenant_id = ${tx.tenantId} and device_id = ${id} and branch_id <> all(${branchIds}::uuid[]) and ${reached})
    insert into device_active_states (tenant_id, device_id, branch_id, active)
    select ${tx.tenantId}, ${id}, given.branch_id, given.active
    from unnest(${branchIds}::uuid[], ${active_states.map(({ active }) => active)}::boolean[]) as given (branch_id, active)
    on conflict (tenant_id, device_id, branch_id) do update set active = excluded.active`);
};

export const isDeviceWithoutBranch = async (tx: Tx, id: string) =>
  (
    await tx.one<{ is_common: boolean }>(sql`
      select not exists (select 1 from device_active_states where tenant_id = ${tx.tenantId} and device_id = ${id}) as is_common`)
  ).is_common;

interface DeviceChange extends DeviceDraft {
  readonly id: string;
  readonly lock_version: number;
  readonly disabled?: boolean;
  readonly view: DeviceView;
}

/** Updates a device; undefined when the caller may not change such a device, or has it at another lock version. */
export const updateDevice = (tx: Tx, scope: Scope, change: DeviceChange) =>
  tx.maybe<{ id: string; disabled: boolean; was_disabled: boolean; moved: boolean; is_common: boolean }>(sql`
    with before as materialized (
      select device.id, device.disabled, device.phone_number, not exists (${activeStatesOfDevice}) as is_common from devices device
      where device.tenant_id = ${tx.tenantId} and device.id = ${change.id} and device.lock_version = ${change.lock_version}
        and ${deviceViewCondition(change.view)} and ${deviceChangeableCondition(scope)} for no key update)
    update devices device set phone_number = ${change.phone_number}, device_type = ${change.device_type ?? "SMARTPHONE"}, name = ${change.name},
      external_id = ${change.external_id}, disabled = coalesce(${change.disabled}::boolean, device.disabled),
      lock_version = device.lock_version + 1, updated_at = now()
    from before where device.tenant_id = ${tx.tenantId} and device.id = before.id and device.lock_version = ${change.lock_version}
    returning device.id, device.disabled, before.disabled as was_disabled, before.phone_number <> device.phone_number as moved,
      before.is_common`);

/**
 * Locks a device until the commit. Its branches, which also decide whether the caller may change it, are read by a
 * statement of its own after the lock: only so it sees what was committed while waiting for the lock.
 */
export const lockDevice = (tx: Tx, scope: Scope, { id, view }: { id: string; view: DeviceView }) => {
  tx.runBeforeNext(sql`select 1 from devices where tenant_id = ${tx.tenantId} and id = ${id} for no key update`);
  return tx.maybe<{ id: string; disabled: boolean; branch_ids: string[] }>(sql`
    select device.id, device.disabled, array(
      select state.branch_id::text from device_active_states state
      where state.tenant_id = device.tenant_id and state.device_id = device.id) as branch_ids
    from devices device
    where device.tenant_id = ${tx.tenantId} and device.id = ${id} and ${deviceViewCondition(view)} and ${deviceChangeableCondition(scope)}`);
};

export const countRunningToursOfDevice = (tx: Tx, id: string) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from tour_vehicles where tenant_id = ${tx.tenantId} and device_id = ${id} and running`);

export const removeActiveStatesOfDevice = (tx: Tx, id: string, branchIds: readonly string[]) =>
  tx.run(sql`
    with removed as (
      delete from device_active_states where tenant_id = ${tx.tenantId} and device_id = ${id} and branch_id = any(${branchIds}::uuid[]))
    update devices set lock_version = lock_version + 1, updated_at = now() where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Disables a device. It stays in its branches, as inactive: they still see it and can put it back into service. */
export const disableDevice = (tx: Tx, id: string) =>
  tx.run(sql`
    with idle as (update device_active_states set active = false where tenant_id = ${tx.tenantId} and device_id = ${id})
    update devices set disabled = true, push_token = null, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and not disabled`);

export const clearPushTokenOfDevice = (tx: Tx, id: string) =>
  tx.run(
    sql`update devices set push_token = null where tenant_id = ${tx.tenantId} and id = ${id} and push_token is not null`,
  );
