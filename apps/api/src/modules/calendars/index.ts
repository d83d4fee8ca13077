/** The face of calendars: what the product does by itself with them. */
export { calendarRetention, extendOccurrences } from "./extend.service";
