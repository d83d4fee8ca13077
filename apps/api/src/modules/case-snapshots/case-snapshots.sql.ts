import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { availabilityFactsSql } from "./availability.sql";
import { caseInScopeCondition } from "#modules/visibility/index";
import { emptySql, type Sql, sql } from "#platform/database/sql";
import type {
  SnapshotCase,
  DispatchSettings,
  StoredCaseHistoryRow,
  LinkColumns,
  SnapshotTour,
} from "#modules/case-states/index";

/** Facts of a tour without those that differ from case to case and from caller to caller. */
export interface SnapshotTourRow
  extends Omit<
    SnapshotTour,
    | "workload_units"
    | "loaded_units"
    | "is_own"
    | "in_scope"
    | "in_own_branch_group"
    | "distance_to_source_meters"
    | "distance_to_target_meters"
  > {
  /** Persons and items on board, as `capacity` counts them, of all cases of the tour. */
  readonly loaded_units: number;
  /** Facts that no decision reads, but that are needed to notify others. */
  readonly crew: {
    readonly natural_id: string;
    readonly lock_version: number;
    /** Persons and items of all cases with an open link to the tour, on board or not. */
    readonly open_units: number;
    readonly user_ids: readonly string[];
    /** Phones of the crew; without those that are disabled, because they were lost or stolen. */
    readonly devices: readonly CrewDevice[];
    /** Position of the vehicle that reported last. */
    readonly position: { readonly lat: number; readonly lon: number } | null;
  };
}
interface CrewDevice {
  readonly id: string;
  readonly push_token: string | null;
  readonly phone_number: string;
}
export interface SnapshotCaseRow extends Omit<SnapshotCase, "in_scope"> {
  readonly natural_id: string;
  readonly display_name: string;
  readonly links: readonly (LinkColumns & {
    readonly closed_at: string | null;
    readonly postponed_until: string | null;
  })[];
  readonly history: readonly StoredCaseHistoryRow[];
}
export interface CaseSnapshotRows {
  readonly cases: readonly SnapshotCaseRow[];
  readonly tours: readonly SnapshotTourRow[];
  readonly branches: readonly { readonly id: string }[];
  /** Branches whose cases are dispatched by others. */
  readonly dispatched_for: readonly string[];
  readonly settings: Partial<DispatchSettings>;
  readonly language: string;
}

export interface CaseSnapshotQuery {
  readonly case_ids: readonly string[];
  /** Tours and branches that a command names. */
  readonly tour_ids?: readonly string[];
  readonly branch_ids?: readonly string[];
  /** Condition for cases that exist for the caller; omitted where the ids were read in scope already. */
  readonly visible?: Sql;
  /**
   * Set for a decision, which reads more than offered actions need: undone rows, places, and the recipients of cargo.
   */
  readonly decides?: boolean;
  /** Set to read everything that UNDO and FORWARD_ROLLBACK restore. */
  readonly restores?: boolean;
  /** Set to read the positions of the tours' vehicles. */
  readonly locates?: boolean;
  /**
   * Reads the calendars of the tours' people and vehicles from this moment on, or from the planned time of the case.
   */
  readonly judges_at?: Date;
}

/**
 * Condition for the caller's cases, also those that were just taken from a driver: the refusal tells a phone that was
 * offline. With `taking`, the cases of the driver's branches, from which a driver may take one: a case that was taken
 * back from the driver does not become visible this way, but a repeated request is answered as the first time.
 */
export const caseVisibleToCallerCondition = (
  scope: Scope,
  taking: { readonly action_id: string | undefined } | undefined,
): Sql => {
  if (!taking) return caseInScopeCondition(scope, sql`job`, "stub");
  const own = caseInScopeCondition(scope, sql`job`, "whole");
  if (!scope.driver) return own;
  if (scope.driver.all) return sql`true`;
  const inBranch = sql`job.branch_id = any(${scope.driver.branch_ids}::uuid[])`;
  if (taking.action_id === undefined) return sql`(${inBranch} or ${own})`;
  const again = sql`exists (select 1 from case_history done
    where done.tenant_id = job.tenant_id and done.case_id = job.id and done.action_id = ${taking.action_id}::uuid)`;
  return sql`(${inBranch} or ${own} or (${again} and ${caseInScopeCondition(scope, sql`job`, "stub")}))`;
};

/**
 * Locks the case against every other change until the end of the transaction, then the tours that could get a link or a
 * load by it: cases before tours, each in the order of their ids, as the start and the end of a tour do. The locks are
 * statements of their own before the snapshot, because a statement that waits for a lock sees all other rows as they
 * were before.
 */
export function lockCaseAndToursForDecision(tx: Tx, case_id: string, { tour_ids, withLinks }: ToursToLock) {
  tx.runBeforeNext(sql`select 1 from cases where tenant_id = ${tx.tenantId} and id = ${case_id} for no key update`);
  if (tour_ids.length === 0 && !withLinks) return;
  tx.runBeforeNext(sql`
    select 1 from tours where tenant_id = ${tx.tenantId} and (id = any(${tour_ids}::uuid[])
      ${withLinks ? sql`or id in (select tour_id from case_links where tenant_id = ${tx.tenantId} and case_id = ${case_id})` : emptySql})
    order by id for no key update`);
}

/** Locks cases in the order of their ids, without their tours. */
export const lockCases = (tx: Tx, case_ids: readonly string[]) =>
  tx.runBeforeNext(sql`
    select 1 from cases where tenant_id = ${tx.tenantId} and id = any(${case_ids}::uuid[]) order by id for no key update`);

export interface ToursToLock {
  readonly tour_ids: readonly string[];
  /** Also locks tours that have or had the case: it may come back to them. */
  readonly withLinks: boolean;
}

/**
 * Reads everything about up to 10,000 cases that decisions need, in one statement; facts of a tour are computed once.
 */
export const selectCaseSnapshotRows = (tx: Tx, options: CaseSnapshotQuery) =>
  tx.one<CaseSnapshotRows>(sql`
    with picked as materialized (
      select * from cases job
      where tenant_id = ${tx.tenantId} and ${caseIdCondition(options)} ${options.visible ? sql`and ${options.visible}` : emptySql}
    ), linked as materialized (
      select link.* from picked join case_links link on link.tenant_id = ${tx.tenantId} and link.case_id = picked.id
    ), wanted as (
      select tour_id as id from linked union select unnest(${options.tour_ids ?? []}::uuid[])
    )
    select
      (select coalesce(json_agg(${caseJson(tx, options)}), '[]') from picked job) as cases,
      (select coalesce(json_agg(${tourJson(tx, options)}), '[]') from tours tour ${tourPartsJoin(tx)}
        where tour.tenant_id = ${tx.tenantId} and tour.id in (select id from wanted)) as tours,
      (select coalesce(json_agg(json_build_object('id', id)), '[]') from branches
        where tenant_id = ${tx.tenantId} and id = any(${options.branch_ids ?? []}::uuid[])) as branches,
      array(select id::text from branches where tenant_id = ${tx.tenantId} and not internal_dispatching_enabled) as dispatched_for,
      tenant.settings, tenant.language
    from tenants tenant where tenant.id = ${tx.tenantId}`);

/** Condition on the ids. A single id gets its own form, because the plan for an array of ten reads more than needed. */
const caseIdCondition = ({ case_ids: [first, ...others] }: CaseSnapshotQuery) =>
  others.length === 0 ? sql`id = ${first}` : sql`id = any(${[first, ...others]}::uuid[])`;

const caseJson = (tx: Tx, options: CaseSnapshotQuery) => sql`json_build_object(
  'id', job.id, 'natural_id', job.natural_id, 'display_name', job.display_name, 'data_type', job.data_type,
  'branch_id', job.branch_id, 'approved', job.approved, 'state', job.state, 'finalized', job.finalized,
  'lock_version', job.lock_version, 'plan_lock_version', job.plan_lock_version, 'not_before', job.not_before,
  'postponed_until', job.postponed_until, 'finish_reason', job.finish_reason, 'load_units', job.load_units,
  'required_skill_ids', job.required_skill_ids, 'required_data_complete', job.data_complete,
  'needs_backoffice', coalesce((job.rsa_data ->> 'needs_backoffice')::boolean, false),
  'seats_required', coalesce((job.rsa_data ->> 'seats_required')::int, 0),
  'is_person', coalesce(job.funeral_data ->> 'cargo_type' = 'PERSON', false),
  'identity_confirmed', coalesce((job.funeral_data -> 'cargo_deceased' ->> 'identity_confirmed')::boolean, false),
  'belongings_recorded', coalesce((job.funeral_data -> 'cargo_deceased' -> 'belongings' ->> 'confirmation')::boolean, false),
  'photo_count', (select count(*) from assets photo
      where photo.tenant_id = ${tx.tenantId} and photo.case_id = job.id and photo.kind = 'IMAGE' and not photo.superseded)
    + (select count(*) from case_photos photo where ${isAwaitedPhoto}),
  'todos', (select coalesce(json_agg(json_build_object('id', id, 'phase', lower(phase), 'required', required, 'completed', completed)
    order by phase desc, position, id), '[]') from case_todos todo where todo.tenant_id = ${tx.tenantId} and todo.case_id = job.id),
  'links', (select coalesce(json_agg(json_build_object(${linkFactFields}) order by assigned_at, tour_id), '[]')
    from case_links where tenant_id = ${tx.tenantId} and case_id = job.id),
  'history', (select coalesce(json_agg(json_build_object(${historyFactFields(options)}) order by seq), '[]') from case_history
    where tenant_id = ${tx.tenantId} and case_id = job.id ${options.decides ? emptySql : sql`and not undone`}),
  ${options.decides ? decisionFacts : listFacts})`;

const caseDataColumn = sql`coalesce(job.funeral_data, job.rsa_data)`;
/** Condition for photos that an action which was not undone announced, and that have not arrived. */
const isAwaitedPhoto = sql`photo.tenant_id = job.tenant_id and photo.case_id = job.id and photo.received_at is null and exists (
  select 1 from case_history named
  where named.tenant_id = job.tenant_id and named.case_id = job.id and named.id = photo.history_id and not named.undone)`;
const awaitedPhotoIds = sql`(select coalesce(json_agg(photo_id), '[]') from (
  select photo.photo_id from case_photos photo where ${isAwaitedPhoto}
  union all
  select photo.photo_id from case_photos photo join assets file on file.tenant_id = photo.tenant_id and file.id = photo.asset_id
    where photo.tenant_id = job.tenant_id and photo.case_id = job.id and file.kind = 'IMAGE' and not file.superseded) counted)`;
const decisionFacts = sql`'photo_ids', ${awaitedPhotoIds},
  'loaded_belongings', (select done.payload -> 'belongings' from case_history done
    where done.tenant_id = job.tenant_id and done.case_id = job.id and done.transition = 'LOAD' and not done.undone
      and done.payload ? 'belongings' order by done.seq desc limit 1),
  'source', ${caseDataColumn} -> 'source_address', 'target', ${caseDataColumn} -> 'target_address', 'handover', ${caseDataColumn} -> 'handover'`;
/**
 * Facts for lists of thousands of cases: without addresses and signatures, except for the vehicle types that cannot
 * reach the place.
 */
const listFacts = sql`'handover', null, 'loaded_belongings', null, 'photo_ids', json_build_array(),
  'source', json_build_object('excluded_vehicle_type_ids', ${caseDataColumn} -> 'source_address' -> 'excluded_vehicle_type_ids'),
  'target', json_build_object('excluded_vehicle_type_ids', ${caseDataColumn} -> 'target_address' -> 'excluded_vehicle_type_ids')`;

const linkFactFields = sql`'tour_id', tour_id, 'state', state, 'bucket', bucket, 'accepted_at', accepted_at,
  'device_received_at', device_received_at, 'eta', eta, 'started_at', started_at, 'arrived_at', arrived_at, 'loaded_at', loaded_at,
  'arrived_at_destination', arrived_at_destination_at, 'finished_at', finished_at, 'forwarded_to', forwarded_to, 'last_actor', last_actor, 'closed_at', closed_at,
  'postponed_until', postponed_until`;

const historyFactFields = ({ restores }: CaseSnapshotQuery) => sql`'id', id, 'tour_id', tour_id, 'group_id', group_id,
  'transition', transition, 'old_state', old_state, 'new_state', new_state, 'old_case_state', old_case_state,
  'new_case_state', new_case_state, 'reason', reason, 'forwarded_to', forwarded_to, 'undoes', undoes, 'undone', undone,
  'actor_kind', actor_kind, 'user_id', user_id, 'device_id', device_id, 'action_id', action_id, 'occurred_at', occurred_at,
  'received_at', received_at, 'lock_version', lock_version, 'before', ${restores ? sql`before` : stateBeforeStep}`;
const stateBeforeStep = sql`json_build_object('case', json_build_object(), 'link',
  case when before -> 'link' ->> 'state' is not null then json_build_object('state', before -> 'link' -> 'state') end)`;

const tourJson = (tx: Tx, options: CaseSnapshotQuery) => sql`json_build_object(
  'id', tour.id, 'status', tour.status,
  'started_sub_state', tour.started_sub_state, 'branch_id', tour.branch_id, 'scheduled_start_at', tour.scheduled_start_at,
  'capacity', crew.capacity, 'seats_total', crew.seats_total, 'vehicle_type_ids', crew.vehicle_type_ids, 'crew_count', people.count,
  'skill_ids', (select coalesce(json_agg(skill_id), '[]') from (
    select skill.skill_id from tour_vehicles link join vehicle_skills skill
      on skill.tenant_id = link.tenant_id and skill.vehicle_id = link.vehicle_id and skill.association_type = 'OFFERING'
    where link.tenant_id = ${tx.tenantId} and link.tour_id = tour.id
    union select skill.skill_id from tour_users link join user_skills skill
      on skill.tenant_id = link.tenant_id and skill.user_id = link.user_id
    where link.tenant_id = ${tx.tenantId} and link.tour_id = tour.id) offered),
  'availability', ${availabilityFactsSql(tx, options)}, 'loaded_units', load.loaded_units, 'silent_since', ${options.decides ? tourSilentSince(tx) : sql`null`}, 'crew', json_build_object('natural_id', tour.natural_id, 'lock_version', tour.lock_version,
    'open_units', load.open_units, 'user_ids', people.ids, 'devices', crew.devices, 'position', ${options.locates ? lastPositionOfTour(tx) : sql`null`}))`;

const tourPartsJoin = (tx: Tx) => sql`
  cross join lateral (
    select sum(vehicle.capacity) as capacity,
      case when bool_and(vehicle.seats_total is not null) then sum(vehicle.seats_total) end as seats_total,
      coalesce(json_agg(vehicle.vehicle_type_id) filter (where vehicle.vehicle_type_id is not null), '[]') as vehicle_type_ids,
      coalesce(json_agg(json_build_object('id', device.id, 'push_token', device.push_token, 'phone_number', device.phone_number))
        filter (where device.id is not null), '[]') as devices
    from tour_vehicles link
    join vehicles vehicle on vehicle.tenant_id = link.tenant_id and vehicle.id = link.vehicle_id
    left join devices device on device.tenant_id = link.tenant_id and device.id = link.device_id and not device.disabled
    where link.tenant_id = ${tx.tenantId} and link.tour_id = tour.id) crew
  cross join lateral (
    select coalesce(json_agg(user_id), '[]') as ids, count(*)::int as count from tour_users
    where tenant_id = ${tx.tenantId} and tour_id = tour.id) people
  cross join lateral (
    select coalesce(sum(other.load_units), 0) as open_units,
      coalesce(sum(other.load_units) filter (where link.state = 'LOADED'), 0) as loaded_units
    from case_links link join cases other on other.tenant_id = link.tenant_id and other.id = link.case_id
    where link.tenant_id = ${tx.tenantId} and link.tour_id = tour.id and link.bucket = 'open') load`;

/** Moment since which a tour is silent. A change of the tour, such as the end of a break, restarts it. */
const tourSilentSince = (tx: Tx) => sql`(
  select greatest(tour.started_at, tour.updated_at, (
    select max(place.fixed_at) from tour_vehicles link
    join vehicle_positions place on place.tenant_id = link.tenant_id and place.vehicle_id = link.vehicle_id
    where link.tenant_id = ${tx.tenantId} and link.tour_id = tour.id))
  from branches home
  where home.tenant_id = ${tx.tenantId} and home.id = tour.branch_id and home.location_report_required
    and tour.status = 'STARTED' and tour.started_sub_state in ('ACTIVE', 'ON_DUTY'))`;

const lastPositionOfTour = (tx: Tx) => sql`(select json_build_object('lat', place.lat, 'lon', place.lon)
  from tour_vehicles link join vehicle_positions place on place.tenant_id = link.tenant_id and place.vehicle_id = link.vehicle_id
  where link.tenant_id = ${tx.tenantId} and link.tour_id = tour.id order by place.fixed_at desc limit 1)`;
