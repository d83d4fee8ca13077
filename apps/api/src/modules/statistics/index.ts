/** Exports of the statistics module for background work: counting months. */
export { countMonths } from "./months.service";
