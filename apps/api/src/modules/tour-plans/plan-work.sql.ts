import type { PlanViolation } from "@leitstand/contract/board/planning";
import type { TourStop, StopName } from "@leitstand/contract/board/tour-plans";
import type { QueryRunner, Tx } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { sql, withPlanForEachRun } from "#platform/database/sql";
import type { AnnouncedTourPlan } from "./plan-announcement";

/** Lease, longer than computing may take; plans of a node that has died are computed by another one after that. */
const PLAN_LEASE_SECONDS = 60;

/** Next stop, and the ratio of the route there to the straight line. */
export interface NextTourStop {
  readonly lon: number;
  readonly lat: number;
  /** Arrival of the crew if it drove at once. */
  readonly expected_at: string;
  /** Ratio of the seconds of driving to those of the estimate from the straight line. */
  readonly pace: number;
}

export interface ClaimedTourPlan {
  readonly tenant_id: string;
  readonly tour_id: string;
  readonly version: number;
  readonly changes: number;
  readonly sequence: readonly StopName[];
  readonly stops: readonly TourStop[];
  readonly told: AnnouncedTourPlan | null;
  readonly told_at: string | null;
}

/** Claims due plans for the caller; with `of`, the plan of that tour, whether it is due or not. */
export const claimDueTourPlans = (
  rows: QueryRunner,
  { now, most, of = null }: { now: Date; most: number; of?: { tenant_id: string; tour_id: string } | null },
) =>
  rows.many<ClaimedTourPlan>(
    withPlanForEachRun(sql`
      update tour_plans set locked_until = ${now}::timestamptz + make_interval(secs => ${PLAN_LEASE_SECONDS})
      where (tenant_id, tour_id) in (
        select tenant_id, tour_id from tour_plans
        where ${of === null ? sql`due_at <= ${now} and (locked_until is null or locked_until < ${now})` : sql`tenant_id = ${of.tenant_id} and tour_id = ${of.tour_id}`}
        order by due_at limit ${most} for update skip locked)
      returning tenant_id, tour_id, version, changes, sequence, stops, told, told_at`),
  );

/** Computed plan. Times are RFC 3339. */
export interface ComputedTourPlanRow {
  readonly tour_id: string;
  /** Number of changes at the time of the claim: later ones require another computation. */
  readonly changes: number;
  /** Whether the order differs from before. */
  readonly reordered: boolean;
  readonly sequence: readonly StopName[];
  readonly source: string | null;
  readonly estimated: boolean;
  readonly is_whole: boolean;
  readonly ends_at: string | null;
  readonly level: string | null;
  readonly stops: readonly TourStop[];
  readonly violations: readonly PlanViolation[];
  readonly next_stop: NextTourStop | null;
  /** Last announcement; null when there was none. */
  readonly told: AnnouncedTourPlan | null;
  /** Time of the next computation without a change; null for never. */
  readonly again_at: string | null;
}

const computedPlanRecordset = createRecordset<ComputedTourPlanRow>("computed", {
  tour_id: "uuid",
  changes: "bigint",
  reordered: "boolean",
  sequence: "jsonb",
  source: "text",
  estimated: "boolean",
  is_whole: "boolean",
  ends_at: "timestamptz",
  level: "text",
  stops: "jsonb",
  violations: "jsonb",
  next_stop: "jsonb",
  told: "jsonb",
  again_at: "timestamptz",
});

/**
 * Writes computed plans. Changes since the claim keep their due time, and an order that was set since stays. Setting an
 * order does not wait for a computation under way: a computation based on fewer changes than the stored plan is
 * dropped. Returns the plans that were written. Rows are locked in the order of their ids, like `markTourPlansOutdated` does,
 * so that no transactions wait in a circle.
 */
export const writeComputedTourPlans = (tx: Tx, plans: readonly ComputedTourPlanRow[], now: Date) =>
  tx.many<{ tour_id: string }>(sql`
    with held as materialized (
      select tour_id, computed_changes from tour_plans
      where tenant_id = ${tx.tenantId} and tour_id = any(${plans.map(({ tour_id }) => tour_id)}::uuid[])
      order by tour_id for update)
    update tour_plans plan set computed_at = ${now}, computed_changes = computed.changes, source = computed.source,
      estimated = computed.estimated, is_whole = computed.is_whole, ends_at = computed.ends_at, level = computed.level,
      stops = computed.stops, violations = computed.violations,
      next_stop = computed.next_stop, locked_until = null,
      version = plan.version + case when computed.reordered then 1 else 0 end,
      sequence = case when plan.changes = computed.changes then computed.sequence else plan.sequence end,
      told = coalesce(computed.told, plan.told),
      told_at = case when computed.told is null then plan.told_at else ${now} end,
      due_at = case when plan.changes = computed.changes then computed.again_at else least(plan.due_at, ${now}) end
    from held join ${computedPlanRecordset(plans)} on computed.tour_id = held.tour_id and computed.changes >= held.computed_changes
    where plan.tenant_id = ${tx.tenantId} and plan.tour_id = computed.tour_id
    returning plan.tour_id`);

/** Running tour on its way to its next stop, with the last position of its vehicle. */
export interface ApproachingTour {
  readonly tenant_id: string;
  readonly tour_id: string;
  readonly next_stop: NextTourStop;
  readonly position: { readonly lon: number; readonly lat: number };
}

/**
 * Tours on their way to a next stop with a plan that is old enough: positions cause at most one computation a minute.
 */
export const selectApproachingTours = (rows: QueryRunner, now: Date) =>
  rows.many<ApproachingTour>(sql`
    select plan.tenant_id, plan.tour_id, plan.next_stop, heard.position
    from tour_plans plan
    join tours tour on tour.tenant_id = plan.tenant_id and tour.id = plan.tour_id and tour.status = 'STARTED'
    cross join lateral (
      select json_build_object('lon', known.lon, 'lat', known.lat) as position
      from tour_vehicles seat
      join vehicle_positions known on known.tenant_id = seat.tenant_id and known.vehicle_id = seat.vehicle_id
      where seat.tenant_id = plan.tenant_id and seat.tour_id = plan.tour_id and known.fixed_at >= tour.started_at - interval '5 minutes'
      order by known.fixed_at desc limit 1) heard
    where plan.due_at is not null and plan.next_stop is not null
      and plan.computed_at < ${now}::timestamptz - interval '60 seconds' and plan.due_at > ${now}`);

export const markTourPlansDue = (
  rows: QueryRunner,
  tours: readonly Pick<ApproachingTour, "tenant_id" | "tour_id">[],
  now: Date,
) =>
  rows.run(sql`
    update tour_plans plan set due_at = ${now}
    from unnest(${tours.map(({ tenant_id }) => tenant_id)}::uuid[], ${tours.map(({ tour_id }) => tour_id)}::uuid[])
      as late (tenant_id, tour_id)
    where plan.tenant_id = late.tenant_id and plan.tour_id = late.tour_id and plan.due_at > ${now}`);

/** Adds plans for tours without one, which were created by an earlier release or directly in the database. */
export const insertMissingTourPlans = (rows: QueryRunner, now: Date) =>
  rows.run(sql`
    insert into tour_plans (tenant_id, tour_id, due_at)
    select tour.tenant_id, tour.id, ${now} from tours tour
    where tour.status in ('SCHEDULED', 'STARTED') and not exists (
      select 1 from tour_plans plan where plan.tenant_id = tour.tenant_id and plan.tour_id = tour.id)
    on conflict (tenant_id, tour_id) do nothing`);
