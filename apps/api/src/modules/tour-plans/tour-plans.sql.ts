import type { StopName, TourPlan, TourStop } from "@leitstand/contract/board/tour-plans";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { toJsonParameter, sql } from "#platform/database/sql";
import { tourInScopeCondition } from "#modules/visibility/index";

/** Seconds after a change in which further changes join the same computation. */
const CHANGE_GATHERING_SECONDS = 2;

/**
 * Marks with the commit that the plans of these tours depend on a change: they are computed again two seconds later,
 * however many changes follow until then. In the order of their ids, so that no transactions wait in a circle.
 */
export function markTourPlansOutdated(tx: Tx, tour_ids: readonly string[]) {
  const ids = [...new Set(tour_ids)].toSorted();
  if (ids.length === 0) return;
  tx.runAtCommit(sql`
    insert into tour_plans as plan (tenant_id, tour_id, due_at)
    select ${tx.tenantId}, tour.id, now() + make_interval(secs => ${CHANGE_GATHERING_SECONDS})
    from unnest(${ids}::uuid[]) wanted (id) join tours tour on tour.tenant_id = ${tx.tenantId} and tour.id = wanted.id
    order by tour.id
    on conflict (tenant_id, tour_id) do update set changes = plan.changes + 1,
      due_at = least(plan.due_at, now() + make_interval(secs => ${CHANGE_GATHERING_SECONDS}))`);
}

/**
 * Marks the plans of all tours of a person or vehicle that have not ended, because an absence decides when they end.
 */
export const markTourPlansOfMemberOutdated = (tx: Tx, { user_id, vehicle_id }: TourMemberReference) =>
  tx.runAtCommit(sql`
    insert into tour_plans as plan (tenant_id, tour_id, due_at)
    select ${tx.tenantId}, seat.tour_id, now() + make_interval(secs => ${CHANGE_GATHERING_SECONDS})
    from (
      select tour_id from tour_users where tenant_id = ${tx.tenantId} and user_id = ${user_id}::uuid and not ended
      union select tour_id from tour_vehicles where tenant_id = ${tx.tenantId} and vehicle_id = ${vehicle_id}::uuid and not ended) seat
    order by seat.tour_id
    on conflict (tenant_id, tour_id) do update set changes = plan.changes + 1,
      due_at = least(plan.due_at, now() + make_interval(secs => ${CHANGE_GATHERING_SECONDS}))`);

interface TourMemberReference {
  /** Id of a user, or else of a vehicle; one of the two is null. */
  readonly user_id: string | null;
  readonly vehicle_id: string | null;
}

/** Plans of tours in scope, in the order of their ids. */
export const selectTourPlans = (tx: Tx, scope: Scope, ids: readonly string[]) =>
  tx.many<TourPlan>(sql`
    select tour.id as tour_id, coalesce(plan.version, 0) as version,
      case when plan.computed_at is null or plan.changes > plan.computed_changes then 'STALE'
        when plan.is_whole then 'FRESH' else 'PARTIAL' end as status,
      plan.computed_at, plan.source, coalesce(plan.estimated, false) as estimated, plan.ends_at, plan.level,
      coalesce(plan.stops, '[]') as stops, coalesce(plan.violations, '[]') as violations
    from tours tour left join tour_plans plan on plan.tenant_id = tour.tenant_id and plan.tour_id = tour.id
    where tour.tenant_id = ${tx.tenantId} and tour.id = any(${ids}::uuid[]) and ${tourInScopeCondition(scope, sql`tour`)}
    order by tour.id`);

export interface LockedTourPlan {
  readonly version: number;
  readonly status: "SCHEDULED" | "STARTED" | "FINISHED";
  /** Stops as they were last computed, in their order. */
  readonly stops: readonly TourStop[];
  /** Open cases of the tour, with the present state of their links, and how far their crews are. */
  readonly links: readonly {
    readonly case_id: string;
    readonly state: string;
    readonly arrived_at: string | null;
    readonly arrived_at_destination_at: string | null;
  }[];
}

/** Locks the plan of a tour in scope until the commit; inserted where there is none yet. */
export async function lockTourPlan(tx: Tx, scope: Scope, tour_id: string): Promise<LockedTourPlan | undefined> {
  const seen = await tx.maybe<{ id: string }>(sql`
    select id from tours tour where tenant_id = ${tx.tenantId} and id = ${tour_id} and ${tourInScopeCondition(scope, sql`tour`)}
    for key share of tour`);
  if (!seen) return undefined;
  await tx.run(sql`
    insert into tour_plans (tenant_id, tour_id) values (${tx.tenantId}, ${tour_id})
    on conflict (tenant_id, tour_id) do nothing`);
  return tx.one<LockedTourPlan>(sql`
    select plan.version, tour.status, plan.stops, coalesce((
      select jsonb_agg(jsonb_build_object('case_id', link.case_id, 'state', link.state, 'arrived_at', link.arrived_at,
        'arrived_at_destination_at', link.arrived_at_destination_at)) from case_links link
      where link.tenant_id = ${tx.tenantId} and link.tour_id = tour.id and link.bucket = 'open'), '[]') as links
    from tour_plans plan join tours tour on tour.tenant_id = plan.tenant_id and tour.id = plan.tour_id
    where plan.tenant_id = ${tx.tenantId} and plan.tour_id = ${tour_id} for update of plan`);
}

/** Stores an order, due at once because its author waits for the result. Only a changed order raises the version. */
export const writeStopSequence = (tx: Tx, tour_id: string, { sequence, isAnother }: StopSequenceUpdate) =>
  tx.run(sql`
    update tour_plans set sequence = ${toJsonParameter(sequence)}, version = version + case when ${isAnother}::boolean then 1 else 0 end,
      changes = changes + 1, due_at = now()
    where tenant_id = ${tx.tenantId} and tour_id = ${tour_id}`);

interface StopSequenceUpdate {
  readonly sequence: readonly StopName[];
  /** Whether the order differs from that of the stops before. */
  readonly isAnother: boolean;
}
