/** When tours are where: computed again by itself, as long as a node runs. */
export { watchApproaches } from "./approach.service";
export { refreshDuePlans } from "./refresh.service";
