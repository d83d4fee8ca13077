import type { StopName, TourPlan, TourSequenceRequest } from "@leitstand/contract/board/tour-plans";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import type { MultiStepCall } from "#platform/http/handler";
import { notFound, problem } from "#platform/problem";
import { isCurrentStopOfCrew, isOnBoardState } from "#modules/planning/index";
import {
  changesStopOrder,
  completeStopOrder,
  findStopOrderFault,
  type LockedTourPlan,
  lockTourPlan,
  selectTourPlans,
  writeStopSequence,
} from "#modules/tour-plans/index";
import { refreshTourPlan, type TourTimingServices } from "./refresh.service";

export async function getTourPlan(tx: Tx, scope: Scope, id: string): Promise<TourPlan> {
  const [plan] = await selectTourPlans(tx, scope, [id]);
  if (!plan) throw notFound("tour", id);
  return plan;
}

export const listTourPlans = (tx: Tx, scope: Scope, ids: readonly string[]): Promise<TourPlan[]> =>
  selectTourPlans(tx, scope, ids);

type StopSequenceCall = Pick<MultiStepCall, "principal" | "scope" | "step">;

/** Writes the order, computes the times of the tour at once, and answers both. */
export async function changeTourStopSequence(
  parts: TourTimingServices,
  call: StopSequenceCall,
  request: TourSequenceRequest & { id: string },
) {
  const { principal, scope, step } = call;
  const { tenant_id } = principal;
  const { id: tour_id } = request;
  await step("order", (tx) => storeStopSequence(tx, scope, request));
  await refreshTourPlan(parts, { tenant_id, tour_id });
  return parts.db.transaction(tenant_id, (tx) => getTourPlan(tx, scope, tour_id));
}

async function storeStopSequence(
  tx: Tx,
  scope: Scope,
  { id, sequence, version }: TourSequenceRequest & { id: string },
) {
  const plan = await lockTourPlan(tx, scope, id);
  if (!plan) throw notFound("tour", id);
  if (plan.status === "FINISHED") throw problem("TOUR_STATUS_CONFLICT", { status: plan.status, required: "STARTED" });
  if (plan.version !== version)
    throw problem("LOCK_VERSION_CONFLICT", { lock_version: version, current_lock_version: plan.version });
  const stops = remainingStopsOf(plan);
  const fault = findStopOrderFault(sequence, { case_ids: plan.links.map(({ case_id }) => case_id), stops });
  if (fault) throw problem(fault.code, fault.args);
  if (sequence.length === 0) return;
  const order = moveCurrentStopsFirst(plan, completeStopOrder(sequence, stops));
  await writeStopSequence(tx, id, { sequence: order, isAnother: changesStopOrder(order, stops) });
}

/** Stops without those that were finished, or left the tour, since the plan was computed. */
function remainingStopsOf({ stops, links }: LockedTourPlan) {
  const states = new Map(links.map(({ case_id, state }) => [case_id, state]));
  return stops.filter(({ case_id, kind }) => {
    const state = case_id === null ? undefined : states.get(case_id);
    return state !== undefined && !(kind === "PICKUP" && isOnBoardState(state));
  });
}

/**
 * Order as the plan will have it, with current stops first, so that an order that changes nothing there does not count
 * as another one.
 */
function moveCurrentStopsFirst({ links }: LockedTourPlan, order: readonly StopName[]): StopName[] {
  const linkOf = new Map(links.map((link) => [link.case_id, link]));
  const isCurrent = ({ case_id, kind }: StopName) => {
    const link = linkOf.get(case_id);
    return link !== undefined && isCurrentStopOfCrew(kind, link);
  };
  return [...order.filter(isCurrent), ...order.filter((stop) => !isCurrent(stop))];
}
