/** Exports of the calendars module for background work: retention and extending occurrences. */
export { calendarRetention, extendOccurrences } from "./extend.service";
