/** Exports of the calendars module: retention and extending occurrences, and the news that a deletion ends events. */
export { announceEventsOfDeletedUser } from "./calendar-event-record.service";
export { calendarEventRetention, extendOccurrences } from "./extend.service";
