import { routingOperations } from "@leitstand/contract/routing/routing";
import { implement, type Services } from "#platform/http/handler";
import type { Routers } from "#modules/roads/index";
import { getDirections, listNearestVehicles } from "./routing.service";

export function createRoutingRoutes({ providers }: Services, routers: Routers) {
  const parts = { providers, routers };
  return implement(routingOperations, {
    getDirections: ({ tx, body }) => getDirections(tx, parts, body),
    getNearestActiveVehicles: ({ tx, scope, query, now }) => listNearestVehicles(tx, scope, { ...query, now, parts }),
  });
}
