/** Exports of the statistics module for background work: counting months. */
export { countStaleMonths } from "./months.service";
