/** The face of roads: who answers how far and how long, for this tenant, and the words they answer in. */
export { provenanceOf } from "./provenance";
export type { Position, Router } from "./road";
export { fetchMatrices } from "./matrices";
export { checkLatitudes, choiceOf, createRouters, routerFor, type Routers } from "./routers.service";
