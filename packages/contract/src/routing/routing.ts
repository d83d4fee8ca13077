/** Routing answers how far it is. Distances are metres, durations seconds, positions `[longitude, latitude]`. */
import { Type } from "typebox";
import { upstreamErrorCodes } from "../core/providers";
import { SourceAttribution, Directions, DirectionsRequest, IsEstimated, RoutingSource } from "./directions";
import { defineOperations } from "../operation/operation";
import { Enum, ClosedObject, Uuid } from "../core/schema";
import { StartedSubState } from "../tours/tour";
import { Vehicle } from "../fleet/vehicles";

export const nearestVehicleSortFields = ["duration", "distance"] as const;

const WholeNumber = Type.Integer({ minimum: 0 });
const vehicleExample = (Vehicle as unknown as { examples: readonly object[] }).examples[0];
const nearestVehicleExample = {
  ...vehicleExample,
  current_tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
  current_tour_natural_id: "T-2026-000104",
  current_tour_status: "STARTED",
  location: {
    lat: 47.0802,
    lon: 15.4201,
    accuracy_meters: 8,
    speed_meters_per_second: 0,
    heading_degrees: 270,
    fixed_at: "2026-03-02T08:14:30+00:00",
  },
  distance_to_target_location: 2340,
  duration_to_target_location: 285,
  current_tour_started_sub_state: "ACTIVE",
  open_cases: 1,
  location_age_seconds: 30,
};

export const NearestVehicle = ClosedObject(
  {
    ...Vehicle.properties,
    distance_to_target_location: { ...WholeNumber, description: "Metres by road." },
    duration_to_target_location: { ...WholeNumber, description: "Seconds to drive." },
    current_tour_id: Uuid,
    current_tour_started_sub_state: StartedSubState,
    open_cases: { ...WholeNumber, description: "How many cases its tour still works on." },
    location_age_seconds: { ...WholeNumber, description: "Since the position was fixed." },
  },
  {
    $id: "NearestVehicle",
    description: "A vehicle of a started tour, and how far it is from the place that was asked for.",
    examples: [nearestVehicleExample],
  },
);

export const NearestVehicles = ClosedObject(
  {
    source: RoutingSource,
    estimated: IsEstimated,
    attribution: SourceAttribution,
    vehicles: Type.Array(NearestVehicle),
  },
  {
    $id: "NearestVehicles",
    examples: [{ source: "estimate", estimated: true, attribution: null, vehicles: [nearestVehicleExample] }],
  },
);

export const routingOperations = defineOperations("routing", {
  getDirections: {
    on: "POST /routing/directions",
    summary: "Get directions",
    description:
      "The way from waypoint to waypoint, with a line to draw and steps in German or English. A waypoint in water or " +
      "farther than 2 km from any road is `GEOMETRY_INVALID` with the reason `NO_ROAD`, one that no way leads to with " +
      "`NO_WAY`; `index` counts waypoints. Without road data, and where a waypoint lies outside of the imported map, the " +
      "answer is an estimate in straight lines and says so: `estimated`.",
    body: DirectionsRequest,
    answer: Directions,
    errors: ["GEOMETRY_INVALID", ...upstreamErrorCodes],
    limit: "routing",
    safe: true,
  },
  getNearestActiveVehicles: {
    on: "GET /routing/nearest_active_vehicles",
    summary: "Find the nearest active vehicles",
    description:
      "Vehicles of started tours by their last position, the nearest first. Left out are those `OFF_DUTY` and those without " +
      "a position from their running shift; whether the others take cases at present says `current_tour_started_sub_state`. " +
      "You see the vehicles you reach whose positions you may see: office roles those of their branches and of tours of " +
      "their branches, drivers those of their own running tours.\n\nThe candidates are the nearest ones by the straight line; " +
      "for them the router of the tenant or the installation is asked, and `sort` orders the answer. Vehicles that no way " +
      "leads from are left out. Without road data, and for places outside of the imported map, distances and durations are " +
      "estimated: 1.3 times the straight line, faster the farther it is. `estimated` says so.",
    query: ClosedObject({
      target_location: Type.Array(Type.Number({ minimum: -180, maximum: 180 }), {
        minItems: 2,
        maxItems: 2,
        description: "`longitude,latitude`, as in GeoJSON.",
        examples: [[15.4395, 47.0707]],
      }),
      sort: Type.Optional(Enum(nearestVehicleSortFields, { default: "duration" })),
      size: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, default: 10, description: "How many vehicles at most." }),
      ),
    }),
    limit: "routing",
    answer: NearestVehicles,
    errors: ["GEOMETRY_INVALID", ...upstreamErrorCodes],
  },
});
