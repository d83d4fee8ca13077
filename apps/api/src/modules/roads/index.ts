/** The face of roads: who answers how far and how long, for this tenant, and the words they answer in. */
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
