import { routingOperations } from "@leitstand/contract/routing";
import { implement } from "#platform/module";
import { listNearestVehicles } from "./routing.service";

export const routingRoutes = implement(routingOperations, {
  getNearestActiveVehicles: ({ tx, scope, query, now }) => listNearestVehicles(tx, scope, { ...query, now }),
});
