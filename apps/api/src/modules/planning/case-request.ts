/** Cases as requests to the optimiser. Seconds of the Unix epoch, metres. */
import type { Job, Shipment } from "@leitstand/optimiser/problem/problem";
import { CREW_SECONDS_AT_PLACE } from "#modules/case-states/index";
import { deliveryBeganAt, deliveryTimesOf, pickupBeganAt, pickupTimesOf } from "./case-times";
import { crewArrivalTimeAtStop, isOnBoardState } from "./crew-progress";
import type { NumberedPlaces } from "./numbered-places";
import {
  lonLatOfPlace,
  type PlanningCase,
  type PlanningLink,
  type PlanningStopKey,
  type PlanningRules,
} from "./planned";

export type JobOrShipment = { readonly job: Job } | { readonly shipment: Shipment };

interface CaseRequestOptions {
  readonly places: NumberedPlaces;
  readonly numberOf: (case_id: string) => number;
  readonly now: number;
  readonly rules: PlanningRules;
  /** Moment from which the tour drives; now where it is not given. */
  readonly starts?: number;
  /** Absent for a case without a tour. */
  readonly link?: PlanningLink;
  /** Vehicle that must keep the case. */
  readonly vehicle?: number;
}

/** Stops that a case still needs, as a request to the optimiser; undefined where their places are unknown. */
export function jobOrShipmentOfCase(
  job: PlanningCase,
  { places, numberOf, now, rules, starts = now, link, vehicle }: CaseRequestOptions,
): JobOrShipment | undefined {
  const state = link?.state ?? "";
  const [source, target] = [lonLatOfPlace(job.source), lonLatOfPlace(job.target)];
  const service = CREW_SECONDS_AT_PLACE[job.data_type];
  const id = numberOf(job.id);
  const amount = [job.load_units];
  const pinned = vehicle === undefined ? {} : { pinned_to: vehicle };
  const priority = optimizerPriorityOf(job);
  const clockOf = (kind: PlanningStopKey["kind"]) => ({
    now,
    starts,
    rules,
    came_at: link ? crewArrivalTimeAtStop(kind, link) : null,
  });
  if (isOnBoardState(state)) {
    if (!target) return undefined;
    const clock = clockOf("DELIVERY");
    const stop = {
      id,
      location_index: places.indexOf(target),
      service: remainingServiceSeconds(service.target, deliveryBeganAt(job, clock), now),
      ...deliveryTimesOf(job, clock),
    };
    return {
      job: { ...stop, delivery: amount, priority, ...pinned, ...(vehicle === undefined ? {} : { is_on_board: true }) },
    };
  }
  if (!source) return undefined;
  const clock = clockOf("PICKUP");
  const pickup = {
    id,
    location_index: places.indexOf(source),
    service: remainingServiceSeconds(service.source, pickupBeganAt(job, clock), now),
    ...pickupTimesOf(job, clock),
  };
  if (!target) return { job: { ...pickup, priority, ...pinned } };
  const delivery = {
    id,
    location_index: places.indexOf(target),
    service: service.target,
    ...deliveryTimesOf(job, clockOf("DELIVERY")),
  };
  return { shipment: { pickup, delivery, amount, priority, ...pinned } };
}

/** Seconds of work that remain where it has begun, at least SERVICE_SECONDS_MIN. */
const remainingServiceSeconds = (seconds: number, began: number | undefined, now: number): number =>
  began === undefined ? seconds : Math.max(SERVICE_SECONDS_MIN, seconds - Math.max(0, now - began));
const SERVICE_SECONDS_MIN = 5 * 60;

/** Priority for the optimiser: roadside cases on a motorway come first, and cases without a priority are equal. */
const optimizerPriorityOf = ({ priority }: PlanningCase): number =>
  priority === null ? 40 : Math.max(0, Math.min(100, 100 - (priority - 1) * 20));
