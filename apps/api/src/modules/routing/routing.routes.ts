import { routingOperations } from "@leitstand/contract/routing/routing";
import { implementOperations, type SharedServices } from "#platform/http/handler";
import type { RouterLookup } from "#modules/roads/index";
import type { LocationReaderServices } from "#modules/location-readers/index";
import { getDirections, listNearestVehicles } from "./routing.service";

export function createRoutingRoutes(
  { providers, locationReaders }: SharedServices & LocationReaderServices,
  routers: RouterLookup,
) {
  const parts = { providers, routers };
  return implementOperations(routingOperations, {
    getDirections: ({ tx, body }) => getDirections(tx, parts, body),
    getNearestActiveVehicles: async ({ tx, scope, principal, query, now }) => {
      const nearest = await listNearestVehicles(tx, scope, { ...query, now, parts });
      const vehicle_ids = nearest.vehicles.map(({ id }) => id);
      locationReaders.note({ principal, purpose: "SUGGESTION", shown: { vehicle_ids } });
      return nearest;
    },
  });
}
