import { calendarEventOperations } from "@leitstand/contract/board/calendar-events";
import { calendarFeedOperations, tourFromShiftOperations } from "@leitstand/contract/board/calendar-feeds";
import { calendarOperations } from "@leitstand/contract/board/calendars";
import { implement, raw, type Services } from "#platform/http/handler";
import { changeEvent, createEvent, deleteEvent, listEvents } from "./calendar-events.service";
import { createFeed, deleteFeed, listFeeds, readFeed } from "./feeds.service";
import { createTourFromShift } from "./tour-from-shift.service";
import { createExclusion, deleteExclusion, listExclusions } from "./exclusions.service";
import {
  changeCalendar,
  changeGroup,
  createCalendar,
  createGroup,
  deleteCalendar,
  deleteGroup,
  getCalendar,
  getGroup,
  listCalendars,
  listGroups,
} from "./calendars.service";

const calendarRoutesAlone = implement(calendarOperations, {
  getCalendars: ({ tx }) => listCalendars(tx),
  createCalendar: ({ tx, body }) => createCalendar(tx, body),
  getCalendarGroups: ({ tx }) => listGroups(tx),
  createCalendarGroup: ({ tx, body }) => createGroup(tx, body),
  getCalendarGroup: ({ tx, params }) => getGroup(tx, params.id),
  updateCalendarGroup: ({ tx, params, body }) => changeGroup(tx, { ...body, id: params.id }),
  deleteCalendarGroup: ({ tx, params }) => deleteGroup(tx, params.id),
  getCalendar: ({ tx, params }) => getCalendar(tx, params.id),
  updateCalendar: ({ tx, params, body }) => changeCalendar(tx, { ...body, id: params.id }),
  deleteCalendar: ({ tx, params }) => deleteCalendar(tx, params.id),
});

const calendarEventRoutes = implement(calendarEventOperations, {
  getDefaultCalendarEvents: ({ tx, scope, now, query }) => listEvents({ tx, scope, now }, query),
  createDefaultCalendarEvent: ({ tx, scope, now, body }) => createEvent({ tx, scope, now }, body),
  updateDefaultCalendarEvent: ({ tx, scope, now, params, body }) =>
    changeEvent({ tx, scope, now }, { ...body, id: params.id }),
  deleteDefaultCalendarEvent: ({ tx, scope, now, params, query }) =>
    deleteEvent({ tx, scope, now }, { id: params.id, ...query }),
  getCalendarEventExclusions: ({ tx, scope, params }) => listExclusions(tx, scope, params.eventId),
  createCalendarEventExclusion: ({ tx, scope, now, params, body }) =>
    createExclusion({ tx, scope, now }, { event_id: params.eventId, date: body.date }),
  deleteCalendarEventExclusion: ({ tx, scope, params }) =>
    deleteExclusion(tx, scope, { event_id: params.eventId, id: params.id }),
});

const shiftRoutes = implement(tourFromShiftOperations, {
  createTourFromShift: ({ tx, scope, body }) => createTourFromShift(tx, scope, body),
});

export const createCalendarRoutes = ({ db, clock, publicUrl }: Services) => [
  ...calendarRoutesAlone,
  ...calendarEventRoutes,
  ...shiftRoutes,
  ...implement(calendarFeedOperations, {
    getCalendarFeeds: ({ tx, scope }) => listFeeds(tx, scope),
    createCalendarFeed: ({ tx, scope, body }) => createFeed({ tx, scope, publicUrl }, body),
    deleteCalendarFeed: ({ tx, scope, params }) => deleteFeed(tx, scope, params.id),
    getCalendarFeed: raw(async ({ params, reply }) => {
      const text = await readFeed(db, params.file, clock.now());
      return reply.header("content-type", "text/calendar; charset=utf-8").send(text);
    }),
  }),
];
