import type { Job, Shipment, Vehicle } from "@leitstand/optimiser/problem/problem";
import type { PlanningCase, PlanningTour, PlanningRules } from "./planned";
import { type JobOrShipment, jobOrShipmentOfCase } from "./case-request";
import { NumberedPlaces } from "./numbered-places";
import { type UnplannedCase, optimizerInputOfTour, tourEndConstraintOf } from "./planning-problem";
import {
  type PlanningProblemDraft,
  type StopOrCaseId,
  type VehicleReference,
  createNameNumbering,
} from "./solver-problem";

interface ToursPlanOptions {
  readonly tours: readonly PlanningTour[];
  /** Cases to be planned; those that crews have not accepted yet may change their tour. */
  readonly cases: readonly PlanningCase[];
  readonly now: number;
  readonly rules: PlanningRules;
}

/** States in which a crew has been notified of the case, but has not accepted it. */
const movableStates: ReadonlySet<string> = new Set(["ASSIGNED", "alarmed", "reserved"]);

/** Draft from running tours, and cases that they are to serve. All other open cases of the tours stay theirs. */
export function problemDraftOfTours({ tours, cases, now, rules }: ToursPlanOptions): PlanningProblemDraft {
  const places = new NumberedPlaces();
  const names: StopOrCaseId[] = [];
  const numberOf = (case_id: string) => names.push({ stop_id: null, case_id });
  const skillOf = createNameNumbering();
  const options = { places, numberOf, now, rules };
  const wanted = new Set(cases.map(({ id }) => id));
  /** Cases that keep their tours, and the reason why they are in the plan of none of them. */
  const own = new Map<string, UnplannedCase["reason"] | undefined>();
  const requests: JobOrShipment[] = [];
  const vehicles: Vehicle[] = [];
  const fleet = tours.map(vehicleReferenceOf);
  for (const [id, tour] of tours.entries()) {
    const staying = tour.open.filter((link) => !wanted.has(link.case.id) || !movableStates.has(link.state));
    const plan = optimizerInputOfTour({ ...tour, open: staying }, { ...options, id, units: 0 });
    const reasons = new Map(plan?.left.map(({ case_id, reason }) => [case_id, reason]));
    for (const link of staying) {
      const reason = plan ? reasons.get(link.case.id) : "PINNED";
      own.set(link.case.id, own.has(link.case.id) ? own.get(link.case.id) && reason : reason);
    }
    if (!plan) continue;
    requests.push(...plan.requests);
    const steps = (plan.vehicle.steps ?? []).slice(0, plan.begun);
    vehicles.push({
      ...plan.vehicle,
      steps,
      skills: tour.skill_ids.map(skillOf),
      type: combinedVehicleTypeOf(tour),
    });
  }
  const left: UnplannedCase[] = [];
  for (const job of cases) {
    const reason = own.has(job.id) ? own.get(job.id) : vehicles.length === 0 ? "NO_TOUR" : undefined;
    if (reason) left.push({ case_id: job.id, reason });
    if (reason || own.has(job.id)) continue;
    const request = jobOrShipmentOfCase(job, options);
    if (request === undefined) left.push({ case_id: job.id, reason: "NO_POSITION" });
    else
      requests.push(
        withVehicleNeeds(request, {
          skills: job.required_skill_ids.map(skillOf),
          ...vehicleTypesRefusedBy(job, tours),
        }),
      );
  }
  return { places, names, fleet, vehicles, ...splitJobsAndShipments(requests), left };
}

const vehicleReferenceOf = (tour: PlanningTour): VehicleReference => ({
  vehicle_id: null,
  tour_id: tour.id,
  is_absent: tour.absent_from !== null,
  end_constraint: tourEndConstraintOf(tour),
});

type VehicleNeeds = Pick<Job, "skills" | "excluded_vehicle_types">;

const withVehicleNeeds = (request: JobOrShipment, needs: VehicleNeeds): JobOrShipment =>
  "job" in request ? { job: { ...request.job, ...needs } } : { shipment: { ...request.shipment, ...needs } };

/** All types of a tour's vehicles as one, because the optimiser knows one vehicle for each tour. */
const combinedVehicleTypeOf = ({ vehicle_type_ids }: PlanningTour) =>
  [...new Set(vehicle_type_ids)].toSorted().join(" ");

/** Vehicle types that the places refuse: of a tour with several vehicles, one that cannot get there is enough. */
function vehicleTypesRefusedBy({ source, target }: PlanningCase, tours: readonly PlanningTour[]): VehicleNeeds {
  const excluded = new Set(
    [source, target].flatMap((place) => [
      ...(place?.excluded_vehicle_type_ids ?? []),
      ...(place?.stored?.excluded_vehicle_type_ids ?? []),
    ]),
  );
  const refused = tours.filter(({ vehicle_type_ids }) => vehicle_type_ids.some((id) => excluded.has(id)));
  return { excluded_vehicle_types: [...new Set(refused.map(combinedVehicleTypeOf))] };
}

function splitJobsAndShipments(requests: readonly JobOrShipment[]): { jobs: Job[]; shipments: Shipment[] } {
  return {
    jobs: requests.flatMap((request) => ("job" in request ? [request.job] : [])),
    shipments: requests.flatMap((request) => ("shipment" in request ? [request.shipment] : [])),
  };
}
