import { previewInsertions, listRequiredPlacePairs } from "@leitstand/optimiser/preview/preview";
import type { Job, TravelMatrix, Shipment, Vehicle } from "@leitstand/optimiser/problem/problem";
import type { InsertionSuggestion } from "@leitstand/optimiser/preview/suggestion";
import { type JobOrShipment, jobOrShipmentOfCase } from "./case-request";
import { isNeverOpen } from "./case-times";
import { NumberedPlaces } from "./numbered-places";
import type { PlanningCase, PlanningTour, PlanningRules } from "./planned";
import {
  optimizerInputOfTour,
  remainingStopLonLatsOfCase,
  placeNumbersOfTour,
  type OptimizerTourInput,
} from "./planning-problem";
import { type TourTravelPairs, fillMissingLegsWithEstimates, travelPairsAlongStops } from "./tour-legs";

/** Places of a case and of tours. Each tour has places of its own, because routes between two tours are not needed. */
export class CaseAndTourPlaces {
  /** Places of the case alone. */
  readonly own: NumberedPlaces;
  /** Places of each tour, and the ways between them for which travel times are needed. */
  readonly requests: readonly TourTravelPairs[];
  /** Places by the tour's id, without tours whose position is unknown, and those that take no cases. */
  private readonly byTour = new Map<string, TourPlaces>();

  constructor(job: PlanningCase, tours: readonly PlanningTour[]) {
    this.own = new NumberedPlaces(remainingStopLonLatsOfCase(job));
    const ownNumbers = [...this.own.positions.keys()];
    const requests: TourTravelPairs[] = [];
    for (const tour of tours) {
      // The stops of the case have the same numbers on every tour.
      const places = new NumberedPlaces(this.own.positions);
      const stops = placeNumbersOfTour(tour, places);
      if (!stops) continue;
      this.byTour.set(tour.id, { places, legs: travelPairsAlongStops(stops), number: requests.length });
      requests.push({ places: places.positions, pairs: listRequiredPlacePairs(stops, ownNumbers) });
    }
    this.requests = requests;
  }

  find(tour: PlanningTour): TourPlaces | undefined {
    return this.byTour.get(tour.id);
  }
}

interface TourPlaces {
  readonly places: NumberedPlaces;
  /** Legs that the crew drives without the case. */
  readonly legs: readonly number[];
  /** Index among the requests. */
  readonly number: number;
}
interface PreviewContext {
  readonly places: CaseAndTourPlaces;
  /** Matrices in the order in which the places requested them. */
  readonly matrices: readonly TravelMatrix[];
  readonly rules: PlanningRules;
  readonly now: number;
}
interface TourWithMatrix {
  readonly tour: PlanningTour;
  readonly plan: OptimizerTourInput;
  readonly ways: TravelMatrix;
}
interface SuggestedTourPreview {
  readonly tour: PlanningTour;
  readonly suggestion: InsertionSuggestion;
}

/** Preview of one case on each of several tours. */
export class CaseInsertionPreview {
  private readonly caseIds: string[] = [];
  private readonly request: JobOrShipment;
  private readonly joined = new Map<string, TourWithMatrix>();
  /** Whether the case has a stop that no tour can make, because its place never opens or the case begins too late. */
  private readonly isNeverOpen: boolean;
  /** Set when an unknown travel time was estimated from the straight line. */
  readonly estimated: boolean;

  constructor(job: PlanningCase, tours: readonly PlanningTour[], { places, matrices, now, rules }: PreviewContext) {
    const numberOf = (id: string) => this.caseIds.push(id);
    const shared = { numberOf, now, rules };
    this.request = jobOrShipmentOfCase(job, { ...shared, places: places.own }) as JobOrShipment;
    this.isNeverOpen = stopsOf(this.request).some((stop) => isNeverOpen(stop, now));
    let estimated = false;
    for (const [id, tour] of tours.entries()) {
      const known = places.find(tour);
      const plan = known && optimizerInputOfTour(tour, { ...shared, places: known.places, id, units: job.load_units });
      if (!plan) continue;
      const legs = { places: known.places.positions, pairs: known.legs };
      const ways = fillMissingLegsWithEstimates(legs, matrices[known.number] as TravelMatrix);
      estimated ||= ways.estimated;
      this.joined.set(tour.id, { tour, plan, ways: ways.rows });
    }
    this.estimated = estimated;
  }

  readonly caseOf = (id: number): string | undefined => this.caseIds[id - 1];

  /** Best of these tours. */
  of(tours: readonly PlanningTour[], size: number): readonly SuggestedTourPreview[] {
    if (this.isNeverOpen) return [];
    const joined = tours.flatMap(({ id }) => this.joined.get(id) ?? []);
    const requests = joined.flatMap(({ plan }) => plan.requests);
    const { suggestions } = previewInsertions(
      {
        vehicles: joined.map(({ plan, tour }) => ({ ...plan.vehicle, ...roomForCarried(plan), profile: tour.id })),
        jobs: requests.flatMap((each) => ("job" in each ? [each.job] : [])),
        shipments: requests.flatMap((each) => ("shipment" in each ? [each.shipment] : [])),
        matrices: Object.fromEntries(joined.map(({ tour, ways }) => [tour.id, ways])),
      },
      jobOrShipmentOf(this.request),
      {
        most: size * CONSIDERED_TOURS_FACTOR,
        fixedSteps: new Map(joined.map(({ plan }) => [plan.vehicle.id, plan.begun])),
      },
    );
    const tourOf = new Map(joined.map(({ plan, tour }) => [plan.vehicle.id, tour]));
    return suggestions.map((suggestion) => ({ suggestion, tour: tourOf.get(suggestion.vehicle) as PlanningTour }));
  }
}

/**
 * Factor by which more tours are considered: the optimiser weighs driving and delay, and people look at the minutes, so
 * the best by minutes are among a few more of the best by weight.
 */
const CONSIDERED_TOURS_FACTOR = 2;
/** A vehicle that is overloaded has room for what it carries, and is judged by the rules of assigning. */
const roomForCarried = ({ vehicle: { capacity }, carried }: OptimizerTourInput): Pick<Vehicle, "capacity"> =>
  capacity ? { capacity: capacity.map((units) => Math.max(units, carried)) } : {};
const stopsOf = (request: JobOrShipment) =>
  "job" in request ? [request.job] : [request.shipment.pickup, request.shipment.delivery];
const jobOrShipmentOf = (request: JobOrShipment): Job | Shipment => ("job" in request ? request.job : request.shipment);
