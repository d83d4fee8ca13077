/** Exports of the roads module: routers for distances and durations, by tenant, and the types of their answers. */
export { provenanceOf } from "./provenance";
export type { MatrixBlock, Position, Router } from "./road";
export {
  checkLatitudes,
  choiceOf,
  createRouters,
  fetchMatrices,
  routerFor,
  type Routers,
} from "./routers.service";
