/**
 * Plan of a tour: its stops with times in their order, for boards, drivers' phones and other clients. Metres, seconds.
 */
import { type Static, Type } from "typebox";
import { IsEstimated, RoutingSource } from "../routing/directions";
import { defineOperations } from "../operation/operation";
import { violationLevels } from "../core/violation-level";
import { DateTime, Enum, IdParams, Latitude, Longitude, Nullable, ClosedObject, Uuid } from "../core/schema";
import { PlanViolation } from "./planning";

const TourPlanViolationLevel = Enum(violationLevels, { description: "From bad to harmless." });
const tourPlanExample = {
  tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
  case_id: "7b1c2d3e-4f50-4162-8374-95a6b7c8d901",
};

export const StopName = ClosedObject(
  {
    case_id: Uuid,
    kind: Enum(["PICKUP", "DELIVERY"], { description: "Where the case begins, or where it ends." }),
  },
  { $id: "StopName", examples: [{ case_id: tourPlanExample.case_id, kind: "PICKUP" }] },
);
export type StopName = Static<typeof StopName>;

export const TourStopPlace = ClosedObject(
  {
    name: Nullable(Type.String({ description: "Of the house; null for private homes." })),
    city: Nullable(Type.String()),
    lat: Latitude,
    lon: Longitude,
  },
  { $id: "TourStopPlace", examples: [{ name: "Landeskrankenhaus", city: "Graz", lat: 47.0812, lon: 15.4661 }] },
);

export type TourStopPlace = Static<typeof TourStopPlace>;

export const TourStop = ClosedObject(
  {
    kind: Enum(["PICKUP", "DELIVERY", "BREAK"]),
    case_id: Nullable({ ...Uuid, description: "Null: a break." }),
    place: Nullable(TourStopPlace),
    arrival_at: { ...DateTime, description: "Of a crew that is there already: when it came." },
    begins_at: { ...DateTime, description: "The work; later than the arrival where the crew has to wait." },
    leaves_at: DateTime,
    drive_seconds: Type.Integer({ minimum: 0, description: "From the stop before, or from where the vehicle is now." }),
    distance_meters: Type.Integer({ minimum: 0 }),
    delay_seconds: Type.Integer({ minimum: 0, description: "How late the work begins, of all that was promised." }),
    violations: Type.Array(PlanViolation),
  },
  {
    $id: "TourStop",
    examples: [
      {
        kind: "PICKUP",
        case_id: tourPlanExample.case_id,
        place: (TourStopPlace as { examples?: object[] }).examples?.[0],
        arrival_at: "2026-03-02T09:12:00+00:00",
        begins_at: "2026-03-02T09:12:00+00:00",
        leaves_at: "2026-03-02T09:42:00+00:00",
        drive_seconds: 720,
        distance_meters: 8_400,
        delay_seconds: 0,
        violations: [],
      },
    ],
  },
);
export type TourStop = Static<typeof TourStop>;

const planVersion = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "Counts the changes of the order; times change without it.",
});
const planStatus = Enum(["FRESH", "STALE", "PARTIAL"], {
  description:
    "STALE: something has happened since, and it is computed again within seconds. PARTIAL: it is not known where a case " +
    "is or where the tour begins, or a case is postponed.",
});

export const TourPlan = ClosedObject(
  {
    tour_id: Uuid,
    version: planVersion,
    status: planStatus,
    computed_at: Nullable({ ...DateTime, description: "Null: not yet." }),
    source: Nullable(RoutingSource),
    estimated: IsEstimated,
    ends_at: Nullable({ ...DateTime, description: "When the last stop is done." }),
    level: Nullable(TourPlanViolationLevel),
    stops: Type.Array(TourStop, { description: "Those that are left, in their order." }),
    violations: Type.Array(PlanViolation, { description: "Of the tour as a whole: its end, and breaks without room." }),
  },
  {
    $id: "TourPlan",
    examples: [
      {
        tour_id: tourPlanExample.tour_id,
        version: 3,
        status: "FRESH",
        computed_at: "2026-03-02T09:00:02+00:00",
        source: "estimate",
        estimated: true,
        ends_at: "2026-03-02T09:42:00+00:00",
        level: null,
        stops: [(TourStop as { examples?: object[] }).examples?.[0]],
        violations: [],
      },
    ],
  },
);
export type TourPlan = Static<typeof TourPlan>;

export const TourPlansRequest = ClosedObject(
  { tour_ids: Type.Array(Uuid, { minItems: 1, maxItems: 500, uniqueItems: true }) },
  { $id: "TourPlansRequest", examples: [{ tour_ids: [tourPlanExample.tour_id] }] },
);
export const TourSequenceRequest = ClosedObject(
  {
    sequence: Type.Array(StopName, {
      maxItems: 200,
      description:
        "The stops in their new order. What is left out comes after them, in its present order; what is done already does not " +
        "count. Empty: the order stays as it is.",
    }),
    version: planVersion,
  },
  {
    $id: "TourSequenceRequest",
    examples: [
      {
        sequence: [
          { case_id: tourPlanExample.case_id, kind: "PICKUP" },
          { case_id: tourPlanExample.case_id, kind: "DELIVERY" },
        ],
        version: 3,
      },
    ],
  },
);
export type TourSequenceRequest = Static<typeof TourSequenceRequest>;

export const tourPlanOperations = defineOperations("tours", {
  getTourPlan: {
    on: "GET /tours/{id}/plan",
    summary: "Get when a tour is where",
    description:
      "The stops that are left of a scheduled or started tour, in the order in which they are driven to, with planned arrival, " +
      "work and departure. It is what the board shows, what drivers see, and what `eta` and `position` of the tour's cases " +
      "follow. Computed again two seconds after anything happened to the tour or its cases, when the crew is two minutes off, " +
      "and every five minutes; the stream tells by `tour plan`. Never searched: the order is the one in which cases were " +
      "assigned, or the one of `updateTourSequence`; what is under way comes first.",
    grant: "getTours",
    params: IdParams,
    answer: TourPlan,
  },
  getTourPlans: {
    on: "POST /tours/plans",
    summary: "Get when several tours are where",
    description: "In the order of the tours' ids; tours out of reach are left out.",
    grant: "getTours",
    safe: true,
    body: TourPlansRequest,
    answer: Type.Array(TourPlan),
  },
  updateTourSequence: {
    on: "PUT /tours/{id}/sequence",
    changes: "BRANCH",
    summary: "Put the stops of a tour into another order",
    description:
      "Answers the plan in the new order. `version` is the one of the plan that was looked at; another one is " +
      "`LOCK_VERSION_CONFLICT`, and it is counted up only when the order becomes another one. A delivery whose pickup is still " +
      "ahead and not named before it, or a stop twice, is `FIELD_COMBINATION_INVALID`, a case that is not on the tour " +
      "`REFERENCE_NOT_FOUND`. What is under way stays first, and cases that are assigned later come last. Emits `tour plan`.",
    grant: "updateTour",
    params: IdParams,
    leftOut: { others: "kept" },
    body: TourSequenceRequest,
    answer: TourPlan,
    errors: ["LOCK_VERSION_CONFLICT", "REFERENCE_NOT_FOUND", "FIELD_COMBINATION_INVALID", "TOUR_STATUS_CONFLICT"],
  },
});
