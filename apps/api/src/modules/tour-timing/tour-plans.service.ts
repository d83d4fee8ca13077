import type { StopName, TourPlan, TourSequenceRequest } from "@leitstand/contract/board/tour-plans";
import type { Scope } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import type { StepsCall } from "#platform/http/handler";
import { notFound, problem } from "#platform/problem";
import { isCurrentStop, isOnBoard } from "#modules/planning/index";
import {
  changesOrder,
  completedOrder,
  findOrderFault,
  type LockedPlan,
  lockPlan,
  selectPlans,
  writeSequence,
} from "#modules/tour-plans/index";
import { refreshPlan, type TimingParts } from "./refresh.service";

export async function getPlan(tx: Tx, scope: Scope, id: string): Promise<TourPlan> {
  const [plan] = await selectPlans(tx, scope, [id]);
  if (!plan) throw notFound("tour", id);
  return plan;
}

export const listPlans = (tx: Tx, scope: Scope, ids: readonly string[]): Promise<TourPlan[]> =>
  selectPlans(tx, scope, ids);

type SequenceCall = Pick<StepsCall, "principal" | "scope" | "step">;

/** Writes the order, computes the times of the tour at once, and answers both. */
export async function changeSequence(
  parts: TimingParts,
  call: SequenceCall,
  request: TourSequenceRequest & { id: string },
) {
  const { principal, scope, step } = call;
  const { tenant_id } = principal;
  const { id: tour_id } = request;
  await step("order", (tx) => keepSequence(tx, scope, request));
  await refreshPlan(parts, { tenant_id, tour_id });
  return parts.db.transaction(tenant_id, (tx) => getPlan(tx, scope, tour_id));
}

async function keepSequence(tx: Tx, scope: Scope, { id, sequence, version }: TourSequenceRequest & { id: string }) {
  const plan = await lockPlan(tx, scope, id);
  if (!plan) throw notFound("tour", id);
  if (plan.status === "FINISHED") throw problem("TOUR_STATUS_CONFLICT", { status: plan.status, required: "STARTED" });
  if (plan.version !== version)
    throw problem("LOCK_VERSION_CONFLICT", { lock_version: version, current_lock_version: plan.version });
  const stops = stopsAhead(plan);
  const fault = findOrderFault(sequence, { case_ids: plan.links.map(({ case_id }) => case_id), stops });
  if (fault) throw problem(fault.code, fault.args);
  if (sequence.length === 0) return;
  const order = currentFirst(plan, completedOrder(sequence, stops));
  await writeSequence(tx, id, { sequence: order, isAnother: changesOrder(order, stops) });
}

/** Stops without those that were finished, or left the tour, since the plan was computed. */
function stopsAhead({ stops, links }: LockedPlan) {
  const states = new Map(links.map(({ case_id, state }) => [case_id, state]));
  return stops.filter(({ case_id, kind }) => {
    const state = case_id === null ? undefined : states.get(case_id);
    return state !== undefined && !(kind === "PICKUP" && isOnBoard(state));
  });
}

/**
 * Order as the plan will have it, with current stops first, so that an order that changes nothing there does not count
 * as another one.
 */
function currentFirst({ links }: LockedPlan, order: readonly StopName[]): StopName[] {
  const states = new Map(links.map(({ case_id, state }) => [case_id, state]));
  const isCurrent = ({ case_id, kind }: StopName) => isCurrentStop(kind, states.get(case_id) ?? "");
  return [...order.filter(isCurrent), ...order.filter((stop) => !isCurrent(stop))];
}
