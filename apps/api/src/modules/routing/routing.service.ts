import type { Directions, DirectionsRequest } from "@leitstand/contract/routing/directions";
import type { NearestVehicle, NearestVehicles } from "@leitstand/contract/routing/routing";
import type { Static } from "@leitstand/contract/core/schema";
import {
  checkLatitudes,
  loadGeoProviderChoice,
  type Position,
  combinedProvenanceOf,
  chooseRouterForTenant,
  type RouterLookup,
} from "#modules/roads/index";
import { listVehiclesById } from "#modules/vehicles/index";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { problem } from "#platform/problem";
import type { ProviderClients } from "#platform/providers/providers";
import { type NearbyVehicle, selectNearbyVehicles } from "./routing.sql";

interface RoutingServices {
  readonly providers: ProviderClients;
  readonly routers: RouterLookup;
}

export async function getDirections(
  tx: Tx,
  { providers, routers }: RoutingServices,
  { waypoints, language, alternatives = false }: Static<typeof DirectionsRequest>,
): Promise<Directions> {
  const positions = checkLatitudes(waypoints, "waypoints");
  const choice = await loadGeoProviderChoice(tx);
  const router = chooseRouterForTenant(routers, providers, choice);
  const found = await router.directions({
    waypoints: positions,
    language: language ?? choice.language,
    wantsAlternatives: alternatives,
  });
  return {
    ...combinedProvenanceOf(router, found),
    waypoints: found.waypoints.map(({ location, snap_meters }) => ({ location: [...location], snap_meters })),
    routes: found.routes.map(({ geometry, legs, ...route }) => ({
      ...route,
      geometry: { type: "LineString", coordinates: geometry.map((position) => [...position]) },
      legs: legs.map(({ steps, ...leg }) => ({
        ...leg,
        steps: steps.map(({ location, ...step }) => ({ ...step, location: [...location] })),
      })),
    })),
  };
}

interface NearestVehiclesRequest {
  readonly target_location: readonly number[];
  readonly sort?: "duration" | "distance";
  readonly size?: number;
  readonly now: Date;
  readonly parts: RoutingServices;
}

/**
 * Factor and limit of the vehicles for which ways are requested: by road another vehicle may be first than by the
 * straight line.
 */
const CANDIDATES_PER_VEHICLE = 3;
const CANDIDATE_VEHICLES_MAX = 100;

export async function listNearestVehicles(
  tx: Tx,
  scope: Scope,
  { target_location, sort = "duration", size = 10, now, parts }: NearestVehiclesRequest,
): Promise<Static<typeof NearestVehicles>> {
  const [lon, lat] = target_location as [number, number];
  if (Math.abs(lat) > 90)
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "target_location", rule: "latitude" });
  const router = chooseRouterForTenant(parts.routers, parts.providers, await loadGeoProviderChoice(tx));
  const candidates = Math.min(CANDIDATE_VEHICLES_MAX, size * CANDIDATES_PER_VEHICLE);
  const nearby = await selectNearbyVehicles(tx, scope, { lon, lat, size: candidates, now });
  if (nearby.length === 0) return { ...combinedProvenanceOf(router), vehicles: [] };
  const from = nearby.map((vehicle): Position => [vehicle.lon, vehicle.lat]);
  const matrix = await router.matrix(from, [[lon, lat]]);
  const { durations, distances } = matrix;
  const ways = nearby.flatMap((vehicle, index) => {
    const [duration, distance] = [durations[index]?.[0] ?? null, distances[index]?.[0] ?? null];
    return duration === null || distance === null ? [] : [{ vehicle, duration, distance }];
  });
  // The sort is stable, and the candidates came the nearest first.
  const sorted = ways.toSorted((one, other) => one[sort] - other[sort]).slice(0, size);
  const vehicles = await listVehiclesById(
    tx,
    sorted.map(({ vehicle }) => vehicle.vehicle_id),
  );
  return {
    ...combinedProvenanceOf(router, matrix),
    vehicles: sorted.flatMap((way) => {
      const vehicle = vehicles.get(way.vehicle.vehicle_id);
      return vehicle ? [{ ...vehicle, ...nearestVehicleAnswer(way) } as Static<typeof NearestVehicle>] : [];
    }),
  };
}

/** Nearby vehicle with its way to the requested place. */
interface VehicleWithWay {
  readonly vehicle: NearbyVehicle;
  readonly duration: number;
  readonly distance: number;
}
function nearestVehicleAnswer({ vehicle, duration, distance }: VehicleWithWay) {
  const { vehicle_id: _, lon: _lon, lat: _lat, location_age_seconds, ...tour } = vehicle;
  return {
    ...tour,
    location_age_seconds: Math.floor(location_age_seconds),
    distance_to_target_location: Math.round(distance),
    duration_to_target_location: Math.round(duration),
  };
}
