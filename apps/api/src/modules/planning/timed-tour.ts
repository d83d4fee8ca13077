import type { PlanViolation } from "@leitstand/contract/board/planning";
import type { TourStop, TourStopPlace } from "@leitstand/contract/board/tour-plans";
import { violationLevels } from "@leitstand/contract/core/violation-level";
import type { TravelMatrix } from "@leitstand/optimiser/problem/problem";
import type { SolutionStep, SolutionTour } from "@leitstand/optimiser/problem/solution";
import { computeTourTimes } from "@leitstand/optimiser/time-tour";
import { planViolationFromSolver } from "./plan-answer";
import { type PlanningPlace, type PlanningTour, type PlanningRules, lonLatOfPlace } from "./planned";
import { deliveryBeganAt, pickupBeganAt } from "./case-times";
import { crewArrivalTimeAtStop, isOnBoardState } from "./crew-progress";
import { NumberedPlaces } from "./numbered-places";
import {
  placeNumbersOfOpenStops,
  optimizerInputOfOpenStops,
  timeFromEpochSeconds,
  tourEndConstraintOf,
} from "./planning-problem";
import { type TourTravelPairs, fillMissingLegsWithEstimates, travelPairsAlongStops } from "./tour-legs";

/** Tour with the times of its stops. Metres, seconds, RFC 3339. */
export interface TimedTour {
  readonly stops: readonly TourStop[];
  readonly violations: readonly PlanViolation[];
  readonly level: PlanViolation["level"] | null;
  readonly ends_at: string | null;
  /** Set when every open case has its stops. */
  readonly is_whole: boolean;
  /** Set when an unknown travel time was estimated from the straight line. */
  readonly estimated: boolean;
}

/** Travel times along a tour; undefined where its start is not known. */
export function listTourTravelPairs(tour: PlanningTour): TourTravelPairs | undefined {
  const places = new NumberedPlaces();
  const along = placeNumbersOfOpenStops(tour, places);
  if (along === undefined) return undefined;
  return { places: places.positions, pairs: travelPairsAlongStops(along) };
}

interface TimingContext {
  readonly rules: PlanningRules;
  /** Present moment in seconds of the Unix epoch. */
  readonly now: number;
  readonly ways: TourTravelPairs;
  readonly matrix: TravelMatrix;
}

/** Times the open stops of a tour in their order, by the optimiser's own timing, without a search. */
export function computeStopTimes(tour: PlanningTour, { rules, now, ways, matrix }: TimingContext): TimedTour {
  const cases: string[] = [];
  const places = new NumberedPlaces(ways.places);
  const numberOf = (case_id: string) => cases.push(case_id);
  const plan = optimizerInputOfOpenStops(tour, { id: 0, places, numberOf, now, rules, units: 0 });
  if (plan === undefined) return emptyTimedTour;
  const { rows, estimated } = fillMissingLegsWithEstimates(ways, matrix);
  const timed = computeTourTimes({
    vehicles: [plan.vehicle],
    jobs: plan.requests.flatMap((request) => ("job" in request ? [request.job] : [])),
    shipments: plan.requests.flatMap((request) => ("shipment" in request ? [request.shipment] : [])),
    matrices: { car: rows },
  });
  const is_whole = plan.left.length === 0;
  if (timed === undefined) return { ...emptyTimedTour, is_whole };
  const stops = timedStopsOf(tour, timed, { caseOf: (id) => cases[id - 1], now, rules });
  const end = timed.steps.at(-1) as SolutionStep;
  const violations = [...end.violations, ...timed.violations].flatMap(
    (one) =>
      planViolationFromSolver(one, { type: "end", case_id: null, end_constraint: tourEndConstraintOf(tour) }) ?? [],
  );
  const ends_at = timeFromEpochSeconds(end.arrival);
  return {
    stops,
    violations,
    level: worstLevelOf([...stops.flatMap((stop) => stop.violations), ...violations]),
    ends_at,
    is_whole,
    estimated,
  };
}

const emptyTimedTour: TimedTour = {
  stops: [],
  violations: [],
  level: null,
  ends_at: null,
  is_whole: false,
  estimated: false,
};

const worstLevelOf = (violations: readonly PlanViolation[]) =>
  violationLevels.find((each) => violations.some(({ level }) => level === each)) ?? null;

interface StopContext extends Pick<TimingContext, "now" | "rules"> {
  readonly caseOf: (id: number) => string | undefined;
}

function timedStopsOf(tour: PlanningTour, { steps }: SolutionTour, { caseOf, now, rules }: StopContext): TourStop[] {
  const links = new Map(tour.open.map((link) => [link.case.id, link]));
  return steps.slice(1, -1).map((step, index) => {
    const { type, id, arrival, waiting_time, setup, service, duration, distance } = step;
    const case_id = type === "break" || id === undefined ? null : (caseOf(id) ?? null);
    const link = case_id === null ? undefined : links.get(case_id);
    const isDelivery = type === "delivery" || (link !== undefined && isOnBoardState(link.state));
    const kind = link === undefined ? "BREAK" : isDelivery ? "DELIVERY" : "PICKUP";
    const came_at = index > 0 || link === undefined ? null : crewArrivalTimeAtStop(kind, link);
    const beganAt = isDelivery ? deliveryBeganAt : pickupBeganAt;
    const began = link && beganAt(link.case, { now, starts: now, rules, came_at });
    const begins = arrival + waiting_time;
    const violations = step.violations.flatMap((one) => planViolationFromSolver(one, { type, case_id }) ?? []);
    const before = steps[index] as SolutionStep;
    return {
      kind,
      case_id,
      place: link === undefined ? null : stopPlaceOf(isDelivery ? link.case.target : link.case.source),
      arrival_at: came_at ?? timeFromEpochSeconds(arrival),
      begins_at: timeFromEpochSeconds(began ?? begins),
      leaves_at: timeFromEpochSeconds(begins + setup + service),
      drive_seconds: Math.max(0, Math.round(duration - before.duration)),
      distance_meters: Math.max(0, Math.round(distance - before.distance)),
      delay_seconds: Math.max(0, ...violations.map(({ delay_seconds }) => delay_seconds ?? 0)),
      violations,
    };
  });
}

function stopPlaceOf(place: PlanningPlace | null): TourStop["place"] {
  const position = lonLatOfPlace(place);
  if (place === null || position === undefined) return null;
  const [lon, lat] = position;
  const named: TourStopPlace = {
    name: place.home === true ? null : (place.name ?? null),
    city: place.city ?? null,
    lat,
    lon,
  };
  return named;
}
