/** Exports of the tour-timing module: computing the times of tours while a node runs. */
export { watchApproaches } from "./approach.service";
export { refreshDuePlans } from "./refresh.service";
