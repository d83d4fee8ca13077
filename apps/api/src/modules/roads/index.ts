/** Exports of the roads module: routers for distances and durations, by tenant, and the types of their answers. */
export { combinedProvenanceOf } from "./provenance";
export type { MatrixBlock, Position, Router } from "./road";
export {
  checkLatitudes,
  loadGeoProviderChoice,
  createRouters,
  fetchMatrices,
  selectRouter,
  type RouterLookup,
} from "./routers.service";
