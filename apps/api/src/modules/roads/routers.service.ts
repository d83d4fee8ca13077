import type { RouterName } from "@leitstand/contract/core/providers";
import type { Tx } from "#platform/database/database";
import { Problem } from "#platform/problem";
import type { ProviderClient } from "#platform/providers/provider";
import type { ProviderClients } from "#platform/providers/providers";
import type { GeoDataLoader } from "#modules/geo-data/index";
import { createEmbeddedRouter } from "./embedded.service";
import { estimateDirections, estimateMatrix } from "./estimate";
import { createGraphhopperRouter } from "./graphhopper.service";
import { createOsrmRouter } from "./osrm.service";
import type { RoutingMatrixBlock, RoutingMatrixPairsRequest, Position, RoadRouter } from "./road";
import { type GeoProviderChoice, selectGeoProviderChoice } from "./roads.sql";
import { createValhallaRouter } from "./valhalla.service";

/** Tenant's choice of providers; read for each call, because it may change at any time. */
export const loadGeoProviderChoice: (tx: Tx) => Promise<GeoProviderChoice> = selectGeoProviderChoice;

/** Routers by name; undefined where the operator has not configured such a server. */
export type RouterLookup = (name: RouterName) => RoadRouter | undefined;

const routerFactories: Readonly<Partial<Record<RouterName, (provider: ProviderClient) => RoadRouter>>> = {
  osrm: createOsrmRouter,
  valhalla: createValhallaRouter,
  graphhopper: createGraphhopperRouter,
};

export function createRouterLookup(providers: ProviderClients, geoData: GeoDataLoader): RouterLookup {
  const embedded = createEmbeddedRouter(geoData);
  return (name) => {
    if (name === "estimate") return estimateRouter;
    // Before a map is imported, and while this node loads it, answers are marked as estimates.
    if (name === "embedded") return geoData.roads ? embedded : estimateRouter;
    const provider = providers.find(name);
    return provider && routerFactories[name]?.(provider);
  };
}

/** Router for a tenant: the tenant's choice, else the operator's, else the imported map, else an estimate. */
export function chooseRouterForTenant(
  routers: RouterLookup,
  { settings }: ProviderClients,
  choice: Pick<GeoProviderChoice, "routing">,
): RoadRouter {
  const names = [choice.routing, settings.routing, "embedded"] as const;
  for (const name of names) {
    const router = name ? routers(name) : undefined;
    if (router) return router;
  }
  return estimateRouter;
}

const estimateRouter: RoadRouter = {
  name: "estimate",
  isEstimate: true,
  attribution: null,
  directions: ({ waypoints }) => Promise.resolve(estimateDirections(waypoints)),
  matrix: (sources, destinations) => Promise.resolve(estimateMatrix(sources, destinations)),
};

/** Maximum number of concurrent requests to a server. */
const CONCURRENT_REQUESTS_MAX = 4;

/** Matrices with at least the routes that each request names, in the order of the requests. */
export async function fetchMatrices(
  router: RoadRouter,
  requests: readonly RoutingMatrixPairsRequest[],
): Promise<readonly RoutingMatrixBlock[]> {
  if (router.matrices) return router.matrices(requests);
  const matrices: RoutingMatrixBlock[] = [];
  const rest = requests.entries();
  const worker = async () => {
    for (const [index, { places }] of rest) matrices[index] = await router.matrix(places, places);
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS_MAX }, worker));
  return matrices;
}

/**
 * Refuses latitudes beyond 90 degrees. The schema limits both numbers of a position alike and does not know which is
 * the latitude.
 */
export function checkLatitudes(positions: readonly (readonly number[])[], field: string): readonly Position[] {
  const index = positions.findIndex(([, lat = 0]) => Math.abs(lat) > 90);
  if (index >= 0)
    throw new Problem("VALIDATION_FAILED", [{ field: `${field}.${index}.1`, rule: "maximum", limit: 90 }]);
  return positions as readonly (readonly number[])[] as readonly Position[];
}
