/** What the node does for statistics when nobody asks. */
export { countMonths } from "./months.service";
