import { formatUtcTimestamp } from "@leitstand/contract/core/moment-text";
import type { TourStop } from "@leitstand/contract/board/tour-plans";
import { estimateDistanceAndDuration } from "@leitstand/geo/routing/estimate";
import type { Clock } from "#platform/clock";
import type { Database, Tx } from "#platform/database/database";
import { announceEvent } from "#platform/events/events";
import type { ProviderClients } from "#platform/providers/providers";
import { type LinkPlanPosition, updateLinkPlanPositions } from "#modules/cases/index";
import {
  type PlanningTour,
  toClampedEpochSeconds,
  selectUnfinishedToursForPlanning,
  tourStartLonLat,
  timeFromEpochSeconds,
  addPlanningRulesAndPlaceFacts,
  computeStopTimes,
  type TimedTour,
  type TourTravelPairs,
  listTourTravelPairs,
} from "#modules/planning/index";
import {
  loadGeoProviderChoice,
  fetchMatrices,
  type RoutingMatrixBlock,
  combinedProvenanceOf,
  chooseRouterForTenant,
  type RouterLookup,
} from "#modules/roads/index";
import {
  type ClaimedTourPlan,
  claimDueTourPlans,
  hasNewStopOrder,
  decideTourPlanAnnouncement,
  type NextTourStop,
  type TourPlanAnnouncementDecision,
  type ComputedTourPlanRow,
  writeComputedTourPlans,
} from "#modules/tour-plans/index";
import { getEventAudiencesByTour } from "#modules/tours/index";

export interface TourTimingServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly providers: ProviderClients;
  readonly routers: RouterLookup;
}

const PLAN_BATCH_SIZE = 100;
/**
 * Time after which a plan is computed again without any change, because the crew may be slower or faster than planned.
 */
const PLAN_REFRESH_MS = 5 * 60_000;
/**
 * Time after which the plan of a tour that has not begun is computed again: opening hours are known for some days ahead
 * alone, so places turn out to be closed as the tour comes nearer.
 */
const PLANNED_TOUR_REFRESH_MS = 24 * 3_600_000;

/**
 * Computes due plans; returns their number. The plan of a tour that fails is left to its lease, and the others are
 * computed.
 */
export async function refreshDueTourPlans(parts: TourTimingServices): Promise<number> {
  for (let refreshed = 0; ; ) {
    const claimed = await claimDueTourPlans(parts.db.system, { now: parts.clock.now(), most: PLAN_BATCH_SIZE });
    await refreshClaimedPlans(parts, claimed);
    refreshed += claimed.length;
    if (claimed.length < PLAN_BATCH_SIZE) return refreshed;
  }
}

/** Computes the plan of one tour at once, for a request that has changed it and waits for the result. */
export async function refreshTourPlan(parts: TourTimingServices, of: { tenant_id: string; tour_id: string }) {
  await refreshClaimedPlans(parts, await claimDueTourPlans(parts.db.system, { now: parts.clock.now(), most: 1, of }));
}

async function refreshClaimedPlans(parts: TourTimingServices, claimed: readonly ClaimedTourPlan[]) {
  const faults: unknown[] = [];
  for (const tenant_id of new Set(claimed.map((plan) => plan.tenant_id))) {
    const plans = claimed.filter((plan) => plan.tenant_id === tenant_id);
    const failed = await refreshPlansOfTenant(parts, tenant_id, plans).then(
      () => [],
      () => plans,
    );
    // One tour may cause an unexpected error: the others are computed without it.
    for (const plan of failed)
      await refreshPlansOfTenant(parts, tenant_id, [plan]).catch((fault: unknown) => faults.push(fault));
  }
  if (faults.length > 0) throw faults[0];
}

/** Reads, computes and writes plans; no locks are held while the router is asked. */
async function refreshPlansOfTenant(parts: TourTimingServices, tenant_id: string, claimed: readonly ClaimedTourPlan[]) {
  const { db, clock } = parts;
  const now = clock.now();
  const ids = claimed.map(({ tour_id }) => tour_id);
  const { choice, planned } = await db.transaction(tenant_id, async (tx) => {
    const [chosen, tours] = await Promise.all([
      loadGeoProviderChoice(tx),
      selectUnfinishedToursForPlanning(tx, { ids, now }),
    ]);
    return { choice: chosen, planned: await addPlanningRulesAndPlaceFacts(tx, { cases: [], tours }, now) };
  });
  const router = chooseRouterForTenant(parts.routers, parts.providers, choice);
  const along = planned.tours.map((tour) => ({ tour, ways: listTourTravelPairs(tour) }));
  const requests = along.flatMap(({ ways }) => ways ?? []);
  // Without the router's answer a plan uses straight lines, and is marked as estimated.
  const matrices = await fetchMatrices(router, requests).catch(() => requests.map(() => emptyMatrixBlock));
  const blocks = new Map(requests.map((ways, index) => [ways, matrices[index] ?? emptyMatrixBlock]));
  const timed = new Map(
    along.map(({ tour, ways }) => {
      const matrix = ways === undefined ? undefined : blocks.get(ways);
      const { rules } = planned;
      const computed =
        ways && matrix && computeStopTimes(tour, { rules, now: toClampedEpochSeconds(now), ways, matrix });
      const by = combinedProvenanceOf(router, ...(matrix && matrix !== emptyMatrixBlock ? [matrix] : []));
      return [tour.id, { tour, ways, computed: computed ?? timedTourWithoutStart(tour), by }];
    }),
  );
  const computed = claimed.map((claim) => computedPlanOf(claim, timed.get(claim.tour_id), now));
  await db.transaction(tenant_id, (tx) => writeAndAnnouncePlans(tx, computed, now));
}

const emptyMatrixBlock: RoutingMatrixBlock = { durations: [], distances: [] };
const timedTourWithoutStart = ({ open }: PlanningTour): TimedTour => ({
  stops: [],
  violations: [],
  level: null,
  ends_at: null,
  is_whole: open.length === 0,
  estimated: false,
});

interface TourWithTimes {
  readonly tour: PlanningTour;
  readonly ways: TourTravelPairs | undefined;
  readonly computed: TimedTour;
  readonly by: ReturnType<typeof combinedProvenanceOf>;
}
interface ComputedPlan {
  readonly plan: ComputedTourPlanRow;
  readonly version: number;
  readonly news: TourPlanAnnouncementDecision;
  readonly places: readonly LinkPlanPosition[];
}

/** Computed plan; that of a tour that has ended is empty. */
function computedPlanOf(claim: ClaimedTourPlan, timed: TourWithTimes | undefined, now: Date): ComputedPlan {
  const { tour_id, changes } = claim;
  const { stops, violations, level, ends_at, is_whole, estimated } = timed?.computed ?? emptyTimedTour;
  const open = new Set(timed?.tour.open.map((link) => link.case.id));
  const sequence = claim.sequence.filter(({ case_id }) => open.has(case_id));
  const reordered = hasNewStopOrder(claim.stops, sequence, stops);
  const version = claim.version + (reordered ? 1 : 0);
  const status = is_whole ? "FRESH" : "PARTIAL";
  const news = decideTourPlanAnnouncement({ version, status, level, ends_at, stops }, claim, now);
  const again = timed && nextRefreshAt(timed.tour, now);
  const plan: ComputedTourPlanRow = {
    tour_id,
    changes,
    reordered,
    sequence,
    source: timed?.by.source ?? null,
    estimated: estimated || (timed?.by.estimated ?? false),
    is_whole,
    ends_at,
    level,
    stops,
    violations,
    next_stop: timed ? nextPlannedStopOf(timed, now) : null,
    told: news.kind === "news" ? news.told : null,
    again_at: news.kind === "later" && (again === undefined || news.at < again) ? news.at : (again ?? null),
  };
  return { plan, version, news, places: timed ? linkPlanPositionsOf(timed.tour, stops) : [] };
}

const emptyTimedTour: TimedTour = {
  stops: [],
  violations: [],
  level: null,
  ends_at: null,
  is_whole: true,
  estimated: false,
};

/** Time of the next computation: often on the road, once a day before the tour begins, and when it begins. */
function nextRefreshAt({ started_at, scheduled_start_at }: PlanningTour, now: Date): string {
  const begins = started_at === null && scheduled_start_at !== null ? Date.parse(scheduled_start_at) : 0;
  const onceADay = Math.min(begins, now.getTime() + PLANNED_TOUR_REFRESH_MS);
  return new Date(Math.max(onceADay, now.getTime() + PLAN_REFRESH_MS)).toISOString();
}

/** Next stop, with which positions on the way are compared; null where the crew does not move. */
function nextPlannedStopOf({ tour, computed: { stops } }: TourWithTimes, now: Date): NextTourStop | null {
  const [next] = stops;
  const start = tourStartLonLat(tour);
  if (!next?.place || !start || Date.parse(next.arrival_at) < now.getTime()) return null;
  const { lon, lat } = next.place;
  const pace = next.drive_seconds / estimateDistanceAndDuration(start, [lon, lat]).duration_seconds;
  return {
    lon,
    lat,
    expected_at: timeFromEpochSeconds(toClampedEpochSeconds(now) + next.drive_seconds),
    pace: Math.max(PACE_MIN, pace),
  };
}
const PACE_MIN = 0.1;

/** Places of a tour's cases by their next stops; cases without one come last, in their present order. */
function linkPlanPositionsOf({ id: tour_id, open }: PlanningTour, stops: readonly TourStop[]): LinkPlanPosition[] {
  const first = new Map<string, TourStop>();
  for (const stop of stops) if (stop.case_id !== null && !first.has(stop.case_id)) first.set(stop.case_id, stop);
  const others = open.flatMap((link) => (first.has(link.case.id) ? [] : [link.case.id]));
  return [...first.keys(), ...others].map((case_id, index) => ({
    case_id,
    tour_id,
    position: index + 1,
    planned_at: first.get(case_id)?.arrival_at ?? null,
  }));
}

async function writeAndAnnouncePlans(tx: Tx, computed: readonly ComputedPlan[], now: Date) {
  const plans = computed.map(({ plan }) => plan);
  const ids = new Set((await writeComputedTourPlans(tx, plans, now)).map(({ tour_id }) => tour_id));
  const written = computed.filter(({ plan }) => ids.has(plan.tour_id));
  const places = written.flatMap((one) => one.places);
  if (places.length > 0) await updateLinkPlanPositions(tx, places);
  const told = written.filter(({ news }) => news.kind === "news");
  if (told.length === 0) return;
  const audiences = await getEventAudiencesByTour(
    tx,
    told.map(({ plan }) => plan.tour_id),
  );
  for (const { plan, version, news } of told) {
    const known = audiences.get(plan.tour_id);
    if (known === undefined || news.kind !== "news") continue;
    const [next] = plan.stops;
    announceEvent(tx, {
      type: "tour plan",
      audience: known.audience,
      payload: {
        tour_id: plan.tour_id,
        natural_id: known.natural_id,
        branch_id: known.branch_id,
        version,
        status: plan.is_whole ? "FRESH" : "PARTIAL",
        computed_at: formatUtcTimestamp(now),
        ends_at: plan.ends_at,
        level: news.told.level,
        next_stop: next ? { case_id: next.case_id, kind: next.kind, arrival_at: next.arrival_at } : null,
        stops_left: plan.stops.length,
        moved: news.moved,
      },
    });
  }
}
