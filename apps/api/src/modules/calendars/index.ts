/** Exports of the calendars module for background work: retention and extending occurrences. */
export { calendarEventRetention, extendOccurrences } from "./extend.service";
