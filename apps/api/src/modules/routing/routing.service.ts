import type { NearestVehicle } from "@leitstand/contract/routing";
import type { Static } from "@leitstand/contract/schema";
import { listVehiclesById } from "#modules/vehicles/index";
import type { Tx } from "#platform/database";
import type { Scope } from "#platform/principal";
import { problem } from "#platform/problem";
import { estimateWay } from "./estimate";
import { type NearbyVehicle, selectNearbyVehicles } from "./routing.sql";

interface NearestWish {
  readonly target_location: readonly number[];
  readonly size?: number;
  readonly now: Date;
}

/** By distance and by duration alike: an estimate knows no fast roads, so who is nearer is there first. */
export async function listNearestVehicles(tx: Tx, scope: Scope, { target_location, size = 10, now }: NearestWish) {
  const [lon, lat] = target_location as [number, number];
  if (Math.abs(lat) > 90)
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "target_location", rule: "latitude" });
  const nearby = await selectNearbyVehicles(tx, scope, { lon, lat, size, now });
  const vehicles = await listVehiclesById(
    tx,
    nearby.map(({ vehicle_id }) => vehicle_id),
  );
  return {
    source: "estimate" as const,
    vehicles: nearby.flatMap((near) => {
      const vehicle = vehicles.get(near.vehicle_id);
      return vehicle ? [{ ...vehicle, ...wayOf(near) } as Static<typeof NearestVehicle>] : [];
    }),
  };
}

function wayOf({ straight_meters, vehicle_id: _, location_age_seconds, ...tour }: NearbyVehicle) {
  const { distance_meters, duration_seconds } = estimateWay(straight_meters);
  return {
    ...tour,
    location_age_seconds: Math.floor(location_age_seconds),
    distance_to_target_location: distance_meters,
    duration_to_target_location: duration_seconds,
  };
}
