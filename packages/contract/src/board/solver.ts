/** The solver plans whole tours: of stops and vehicles that a caller describes, or of the tenant's cases and running tours. */
import { type Static, Type } from "typebox";
import { SourceAttribution, IsEstimated, RoutingSource } from "../routing/directions";
import { defineOperations } from "../operation/operation";
import { LonLatPosition } from "../core/place";
import { violationLevels } from "../core/violation-level";
import { PlanViolation } from "./planning";
import { solverNames, upstreamErrorCodes } from "../core/providers";
import { DateTime, Enum, SingleLineText, Nullable, ClosedObject, Uuid } from "../core/schema";

const SolverName = SingleLineText(64, { description: "The caller's own; the answer names it." });
const capacityBounds = { minimum: 0, maximum: 1_000 } as const;
const CapacityUnits = Type.Integer({ ...capacityBounds, default: 0 });
const ServiceSeconds = Type.Integer({
  minimum: 0,
  maximum: 86_400,
  default: 0,
  description: "Seconds that the stop takes.",
});
const SkillNames = Type.Array(SingleLineText(64), { maxItems: 50 });
const CasePriority = Type.Integer({ minimum: 0, maximum: 100, description: "The greater the more urgent." });

export const PlanWindow = ClosedObject(
  { from: DateTime, to: DateTime },
  { $id: "PlanWindow", examples: [{ from: "2026-03-02T08:00:00+00:00", to: "2026-03-02T12:00:00+00:00" }] },
);
const PlanWindows = Type.Array(PlanWindow, {
  maxItems: 20,
  description: "When the stop may begin; in order and apart from each other.",
});

export const PlanVehicle = ClosedObject(
  {
    id: SolverName,
    start: Type.Optional(LonLatPosition),
    end: Type.Optional(LonLatPosition),
    capacity: Type.Optional(Type.Integer({ ...capacityBounds, description: "Left out: it holds anything." })),
    skills: Type.Optional(SkillNames),
    time_window: Type.Optional(PlanWindow),
    stops_max: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  },
  {
    $id: "PlanVehicle",
    description: "Has a `start` or an `end`, or both.",
    examples: [
      {
        id: "G-104 LS",
        start: [15.4395, 47.0707],
        capacity: 2,
        time_window: { from: "2026-03-02T07:00:00+00:00", to: "2026-03-02T15:30:00+00:00" },
      },
    ],
  },
);
export const PlanStop = ClosedObject(
  {
    id: SolverName,
    location: LonLatPosition,
    service_seconds: Type.Optional(ServiceSeconds),
    pickup: Type.Optional({ ...CapacityUnits, description: "Taken on board here, to the end of the tour." }),
    delivery: Type.Optional({ ...CapacityUnits, description: "Brought here from the start of the tour." }),
    skills: Type.Optional(SkillNames),
    priority: Type.Optional(CasePriority),
    time_windows: Type.Optional(PlanWindows),
  },
  { $id: "PlanStop", examples: [{ id: "S-1", location: [15.44, 47.08], service_seconds: 900, pickup: 1 }] },
);
const RouteEndpoint = ClosedObject(
  {
    location: LonLatPosition,
    service_seconds: Type.Optional(ServiceSeconds),
    time_windows: Type.Optional(PlanWindows),
  },
  { $id: "PlanShipmentEnd", examples: [{ location: [15.44, 47.08], service_seconds: 900 }] },
);
export const PlanShipment = ClosedObject(
  {
    id: SolverName,
    pickup: RouteEndpoint,
    delivery: RouteEndpoint,
    units: Type.Optional(CapacityUnits),
    skills: Type.Optional(SkillNames),
    priority: Type.Optional(CasePriority),
  },
  {
    $id: "PlanShipment",
    description: "From one place to another by the same vehicle.",
    examples: [
      {
        id: "C-2026-000123",
        pickup: { location: [15.4661, 47.0812], service_seconds: 1800 },
        delivery: { location: [15.4395, 47.0707], service_seconds: 1200 },
        units: 1,
      },
    ],
  },
);

export const SolveRequest = ClosedObject(
  {
    vehicles: Type.Optional(Type.Array(PlanVehicle, { maxItems: 10_000 })),
    stops: Type.Optional(Type.Array(PlanStop, { maxItems: 10_000 })),
    shipments: Type.Optional(Type.Array(PlanShipment, { maxItems: 10_000 })),
    case_ids: Type.Optional(Type.Array(Uuid, { maxItems: 10_000, uniqueItems: true })),
    tour_ids: Type.Optional(Type.Array(Uuid, { maxItems: 10_000, uniqueItems: true })),
    limit_seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 5, default: 2, description: "How long the search may take." }),
    ),
  },
  {
    $id: "SolveRequest",
    description:
      "Either `vehicles` with `stops` or `shipments`, or `case_ids` with `tour_ids`. All of it makes at most 1,000 stops " +
      "(a shipment counts twice) and 200 vehicles. No two vehicles have the same `id`, and no two of the stops and shipments.",
    examples: [
      {
        case_ids: ["7b1c2d3e-4f50-4162-8374-95a6b7c8d901"],
        tour_ids: ["0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05"],
        limit_seconds: 2,
      },
    ],
  },
);
export type SolveRequest = Static<typeof SolveRequest>;

export const PlannedStop = ClosedObject(
  {
    kind: Enum(["START", "STOP", "PICKUP", "DELIVERY", "BREAK", "END"]),
    stop_id: Nullable(Type.String({ description: "Of the stop or shipment." })),
    case_id: Nullable(Uuid),
    location: {
      ...Nullable(LonLatPosition),
      description:
        "Null of a break, and of a tour's `START` where the vehicle is at a position that the caller may not see (grant `getLocations`).",
    },
    arrival_at: DateTime,
    begins_at: { ...DateTime, description: "After waiting for whatever opens later." },
    leaves_at: DateTime,
    violations: Type.Array(PlanViolation),
  },
  {
    $id: "PlannedStop",
    examples: [
      {
        kind: "PICKUP",
        stop_id: null,
        case_id: "7b1c2d3e-4f50-4162-8374-95a6b7c8d901",
        location: [15.4661, 47.0812],
        arrival_at: "2026-03-02T08:12:00+00:00",
        begins_at: "2026-03-02T08:15:00+00:00",
        leaves_at: "2026-03-02T08:45:00+00:00",
        violations: [],
      },
    ],
  },
);
const tourExampleId = "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05";
export const PlannedRoute = ClosedObject(
  {
    vehicle_id: Nullable(Type.String({ description: "Of the vehicle that the request described." })),
    tour_id: Nullable(Uuid),
    distance_meters: Type.Integer({ minimum: 0 }),
    duration_seconds: Type.Integer({ minimum: 0, description: "Of driving alone." }),
    stops: Type.Array(PlannedStop),
  },
  {
    $id: "PlannedRoute",
    examples: [
      {
        vehicle_id: null,
        tour_id: tourExampleId,
        distance_meters: 9_300,
        duration_seconds: 1_140,
        stops: [(PlannedStop as { examples?: object[] }).examples?.[0]],
      },
    ],
  },
);
export const UnservedStop = ClosedObject(
  {
    stop_id: Nullable(Type.String()),
    case_id: Nullable(Uuid),
    reason: Enum(
      [
        "PINNED",
        "VEHICLE_TYPE",
        "SKILL",
        "UNREACHABLE",
        "CAPACITY",
        "STOPS_MAX",
        "TIME_WINDOW",
        "SHIFT_END",
        "ABSENCE",
        "NO_POSITION",
        "NO_TOUR",
        "POSTPONED",
        "FLEET_FULL",
        "FLEET_BUSY",
        "TIME_LIMIT",
        "UNKNOWN",
      ],
      {
        description:
          "What rules it out on the vehicle that came closest, from what could never be (`PINNED`: its own vehicle is not " +
          "there) to what only this day prevents (`FLEET_BUSY`). `NO_POSITION`: the case has no known position; `NO_TOUR`: no " +
          "tour takes cases and has been heard of; `POSTPONED` on its own tour; `ABSENCE`: a person of the crew or the vehicle is away before it could be done. `TIME_LIMIT`: the time ran out before a place was found.",
      },
    ),
    level: Enum(violationLevels),
  },
  { $id: "UnservedStop", examples: [{ stop_id: "S-1", case_id: null, reason: "CAPACITY", level: "CRITICAL" }] },
);
export const Plan = ClosedObject(
  {
    solver: Enum(solverNames),
    source: RoutingSource,
    estimated: IsEstimated,
    attribution: SourceAttribution,
    distance_meters: Type.Integer({ minimum: 0 }),
    duration_seconds: Type.Integer({ minimum: 0 }),
    routes: Type.Array(PlannedRoute),
    unserved: Type.Array(UnservedStop, { description: "What is not served, and why." }),
  },
  {
    $id: "Plan",
    examples: [
      {
        solver: "embedded",
        source: "estimate",
        estimated: true,
        attribution: null,
        distance_meters: 9_300,
        duration_seconds: 1_140,
        routes: [(PlannedRoute as { examples?: object[] }).examples?.[0]],
        unserved: [],
      },
    ],
  },
);
export type Plan = Static<typeof Plan>;

export const solverOperations = defineOperations("routing", {
  solveRouting: {
    on: "POST /routing/solver",
    summary: "Plan tours",
    description:
      "Plans which vehicle serves which stops when, within `limit_seconds`. With `case_ids` and `tour_ids` the tours drive on " +
      "from where they are: what is on board, begun or accepted stays on its tour, and so do all open cases that are not " +
      "named. Crews get the break that the tenant's settings say, addresses of the address book are visited within their hours, " +
      "and the dead reach a cold store in time. Nothing is changed; `assignCasesToTours` applies what the plan says. " +
      "Of the stops, the shipments and the cases that are named, whatever is not served stands in `unserved` with its " +
      "reason, and so do open cases of planned tours that no longer fit or cannot be reached. Left out of the answer are named " +
      "cases that are finalized, tours that have nothing to do, take no cases or have no known position, and cases that are not " +
      "named and are postponed, have no position or are on a tour that is left out. Two of one `id` are refused with " +
      "`FIELD_COMBINATION_INVALID`, which names both: `stops.0.id,stops.3.id`. More than 1,000 stops or 200 " +
      "vehicles are `LIMIT_EXCEEDED`.\n\nEach node makes one plan at a time for a tenant, and ten in a minute; more are `RATE_LIMIT_EXCEEDED`.",
    body: SolveRequest,
    answer: Plan,
    errors: [
      "RESOURCE_NOT_FOUND",
      "FIELD_COMBINATION_INVALID",
      "TIME_RANGE_INVALID",
      "TIME_OUT_OF_RANGE",
      "LIMIT_EXCEEDED",
      "GEOMETRY_INVALID",
      ...upstreamErrorCodes,
    ],
    limit: "routing",
    safe: true,
  },
});
