import { previewInsertions, requiredPairs } from "@leitstand/optimiser/preview/preview";
import type { Job, Matrix, Shipment } from "@leitstand/optimiser/problem/problem";
import type { Suggestion } from "@leitstand/optimiser/preview/suggestion";
import type { PlannedCase, PlannedPosition, PlannedTour, PlanningRules } from "./planned";
import {
  Places,
  planTour,
  positionsAhead,
  type Request,
  requestOf,
  stopsOfTour,
  type TourPlan,
} from "./planning-problem";

/** Places, and alternately the numbers of those from and to which ways are needed. */
interface RequiredPairsOptions {
  readonly places: readonly PlannedPosition[];
  readonly pairs: readonly number[];
}

/** Places of a case and of tours. Each tour has places of its own, because ways between two tours are not needed. */
export class CasePlaces {
  /** Places of the case alone. */
  readonly own: Places;
  readonly requests: readonly RequiredPairsOptions[];
  /** Places by the tour's id, without tours whose position is unknown, and those that take no cases. */
  private readonly byTour = new Map<string, TourPlaces>();

  constructor(job: PlannedCase, tours: readonly PlannedTour[]) {
    this.own = new Places(positionsAhead(job));
    const ownNumbers = [...this.own.positions.keys()];
    const requests: RequiredPairsOptions[] = [];
    for (const tour of tours) {
      // The stops of the case have the same numbers on every tour.
      const places = new Places(this.own.positions);
      const stops = stopsOfTour(tour, places);
      if (!stops) continue;
      this.byTour.set(tour.id, { places, number: requests.length });
      requests.push({ places: places.positions, pairs: requiredPairs(stops, ownNumbers) });
    }
    this.requests = requests;
  }

  find(tour: PlannedTour): TourPlaces | undefined {
    return this.byTour.get(tour.id);
  }
}

interface TourPlaces {
  readonly places: Places;
  /** Index among the requests. */
  readonly number: number;
}
interface Surroundings {
  readonly places: CasePlaces;
  /** Matrices in the order in which the places requested them. */
  readonly matrices: readonly Matrix[];
  readonly rules: PlanningRules;
  readonly now: number;
}
interface TourOnWays {
  readonly tour: PlannedTour;
  readonly plan: TourPlan;
  readonly ways: Matrix;
}
interface TourPreview {
  readonly tour: PlannedTour;
  readonly suggestion: Suggestion;
}

/** Preview of one case on each of several tours. */
export class CasePreview {
  private readonly caseIds: string[] = [];
  private readonly request: Request;
  private readonly joined = new Map<string, TourOnWays>();

  constructor(job: PlannedCase, tours: readonly PlannedTour[], { places, matrices, now, rules }: Surroundings) {
    const numberOf = (id: string) => this.caseIds.push(id);
    const shared = { numberOf, now, rules };
    this.request = requestOf(job, { ...shared, places: places.own }) as Request;
    for (const [id, tour] of tours.entries()) {
      const known = places.find(tour);
      const plan = known && planTour(tour, { ...shared, places: known.places, id, units: job.load_units });
      if (plan) this.joined.set(tour.id, { tour, plan, ways: matrices[known.number] as Matrix });
    }
  }

  readonly caseOf = (id: number): string | undefined => this.caseIds[id - 1];

  /** Best of these tours. */
  of(tours: readonly PlannedTour[], size: number): readonly TourPreview[] {
    const joined = tours.flatMap(({ id }) => this.joined.get(id) ?? []);
    const requests = joined.flatMap(({ plan }) => plan.requests);
    const { suggestions } = previewInsertions(
      {
        vehicles: joined.map(({ plan, tour }) => ({ ...plan.vehicle, profile: tour.id })),
        jobs: requests.flatMap((each) => ("job" in each ? [each.job] : [])),
        shipments: requests.flatMap((each) => ("shipment" in each ? [each.shipment] : [])),
        matrices: Object.fromEntries(joined.map(({ tour, ways }) => [tour.id, ways])),
      },
      contentOf(this.request),
      { most: size * CONSIDERED, fixedSteps: new Map(joined.map(({ plan }) => [plan.vehicle.id, plan.begun])) },
    );
    const tourOf = new Map(joined.map(({ plan, tour }) => [plan.vehicle.id, tour]));
    return suggestions.map((suggestion) => ({ suggestion, tour: tourOf.get(suggestion.vehicle) as PlannedTour }));
  }
}

/**
 * Factor by which more tours are considered: the optimiser weighs driving and delay, and people look at the minutes, so
 * the best by minutes are among a few more of the best by weight.
 */
const CONSIDERED = 2;
const contentOf = (request: Request): Job | Shipment => ("job" in request ? request.job : request.shipment);
