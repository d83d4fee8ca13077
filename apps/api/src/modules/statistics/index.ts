/** Exports of the statistics module for background work: counting months. */
export { recountStaleMonths } from "./months.service";
