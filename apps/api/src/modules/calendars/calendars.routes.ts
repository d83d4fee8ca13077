import { calendarEventOperations } from "@leitstand/contract/board/calendar-events";
import { calendarFeedOperations, tourFromShiftOperations } from "@leitstand/contract/board/calendar-feeds";
import { calendarImportOperations } from "@leitstand/contract/board/calendar-imports";
import { calendarOperations } from "@leitstand/contract/board/calendars";
import { publicHolidayOperations } from "@leitstand/contract/board/public-holidays";
import { scopeOfGrant } from "#platform/access/principal";
import { createErrorBody, preferredLanguageOf } from "#platform/http/error-answer";
import {
  type HandlerCall,
  implementOperations,
  defineRawConnectionHandler,
  type RawConnectionCall,
  type SharedServices,
} from "#platform/http/handler";
import type { Problem } from "#platform/problem";
import { changeEvent, createEvent, deleteEvent, listCalendarEventsInWindow } from "./calendar-events.service";
import { addCalendarFeed, revokeCalendarFeed, listCalendarFeeds, renderCalendarFeed } from "./feeds.service";
import { importIcsEvents } from "./import/import-events.service";
import { createTourFromShift } from "./tour-from-shift.service";
import { createExclusion, deleteExclusion, listExclusions } from "./exclusions.service";
import { listHolidayRegions, listPublicHolidays } from "./holidays/public-holidays.service";
import {
  changeCalendar,
  changeCalendarGroup,
  createCalendar,
  createCalendarGroup,
  deleteCalendar,
  deleteCalendarGroup,
  getCalendar,
  getCalendarGroup,
  listCalendars,
  listCalendarGroups,
} from "./calendars.service";

const calendarOnlyRoutes = implementOperations(calendarOperations, {
  getCalendars: ({ tx }) => listCalendars(tx),
  createCalendar: ({ tx, body }) => createCalendar(tx, body),
  getCalendarGroups: ({ tx }) => listCalendarGroups(tx),
  createCalendarGroup: ({ tx, body }) => createCalendarGroup(tx, body),
  getCalendarGroup: ({ tx, params }) => getCalendarGroup(tx, params.id),
  updateCalendarGroup: ({ tx, params, body }) => changeCalendarGroup(tx, { ...body, id: params.id }),
  deleteCalendarGroup: ({ tx, params }) => deleteCalendarGroup(tx, params.id),
  getCalendar: ({ tx, params }) => getCalendar(tx, params.id),
  updateCalendar: ({ tx, params, body }) => changeCalendar(tx, { ...body, id: params.id }),
  deleteCalendar: ({ tx, params }) => deleteCalendar(tx, params.id),
});

/** Tours that an absence falls into are named to callers who may read tours, within their scope. */
const toCalendarWriteCall = ({
  tx,
  scope,
  now,
  principal,
}: Pick<HandlerCall, "tx" | "scope" | "now" | "principal">) => ({
  tx,
  scope,
  now,
  tours: scopeOfGrant(principal, "getTours"),
});

const calendarEventRoutes = implementOperations(calendarEventOperations, {
  getDefaultCalendarEvents: ({ tx, scope, now, query }) => listCalendarEventsInWindow({ tx, scope, now }, query),
  createDefaultCalendarEvent: ({ body, ...call }) => createEvent(toCalendarWriteCall(call), body),
  updateDefaultCalendarEvent: ({ params, body, ...call }) =>
    changeEvent(toCalendarWriteCall(call), { ...body, id: params.id }),
  deleteDefaultCalendarEvent: ({ tx, scope, now, params, query }) =>
    deleteEvent({ tx, scope, now }, { id: params.id, ...query }),
  getCalendarEventExclusions: ({ tx, scope, params }) => listExclusions(tx, scope, params.eventId),
  createCalendarEventExclusion: ({ tx, scope, now, params, body }) =>
    createExclusion({ tx, scope, now }, { event_id: params.eventId, date: body.date }),
  deleteCalendarEventExclusion: ({ tx, scope, params }) =>
    deleteExclusion(tx, scope, { event_id: params.eventId, id: params.id }),
});

const calendarImportRoutes = implementOperations(calendarImportOperations, {
  importCalendarEvents: ({ body, traceId, acceptLanguage, ...call }) => {
    const errorOf = (refusal: Problem) => {
      const { code, message, args } = createErrorBody(refusal, { now: call.now, traceId, language: acceptLanguage });
      return { code, message, args: [...args] };
    };
    return importIcsEvents({ ...toCalendarWriteCall(call), errorOf }, body);
  },
});

const tourFromShiftRoutes = implementOperations(tourFromShiftOperations, {
  createTourFromShift: ({ tx, scope, body }) => createTourFromShift(tx, scope, body),
});

/** Raw routes, because names are in the language that the caller asks for. */
const createHolidayRoutes = ({ db }: SharedServices) => {
  const callOf = ({ principal, now, acceptLanguage, reply }: RawConnectionCall) => {
    reply.header("vary", "accept-language");
    const language = preferredLanguageOf(acceptLanguage);
    return { tx: db.read(principal.tenant_id, "short"), principal, now, language };
  };
  return implementOperations(publicHolidayOperations, {
    getPublicHolidays: defineRawConnectionHandler((call) => listPublicHolidays(callOf(call), call.query)),
    getHolidayRegions: defineRawConnectionHandler(async (call) => [
      ...(await listHolidayRegions(callOf(call), call.query.country)),
    ]),
  });
};

export const createCalendarRoutes = (services: SharedServices) => [
  ...calendarOnlyRoutes,
  ...calendarEventRoutes,
  ...calendarImportRoutes,
  ...tourFromShiftRoutes,
  ...createCalendarFeedRoutes(services),
  ...createHolidayRoutes(services),
];

const createCalendarFeedRoutes = ({ db, clock, publicUrl }: SharedServices) =>
  implementOperations(calendarFeedOperations, {
    getCalendarFeeds: ({ tx, scope }) => listCalendarFeeds(tx, scope),
    createCalendarFeed: ({ body, ...call }) => addCalendarFeed({ ...call, publicUrl }, body),
    deleteCalendarFeed: ({ params, ...call }) => revokeCalendarFeed(call, params.id),
    getCalendarFeed: defineRawConnectionHandler(async ({ params, reply }) => {
      const text = await renderCalendarFeed(db, params.file, clock.now());
      return reply.header("content-type", "text/calendar; charset=utf-8").send(text);
    }),
  });
