/** Exports of the roads module: routers for distances and durations, by tenant, and the types of their answers. */
export { combinedProvenanceOf } from "./provenance";
export type { RoutingMatrixBlock, Position, RoadRouter } from "./road";
export {
  checkLatitudes,
  loadGeoProviderChoice,
  createRouterLookup,
  fetchMatrices,
  chooseRouterForTenant,
  type RouterLookup,
} from "./routers.service";
