/** Calendars say when people and vehicles are away or on shift; groups keep many of them in order. */
import { Type } from "typebox";
import {
  IdParams,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";
import { defineOperations } from "../operation/operation";
import { holidayCountryAndRegionFields } from "./public-holidays";

const CalendarName = SingleLineText(32, { examples: ["Urlaub"] });
const calendarExampleId = "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a01";
const calendarGroupExampleId = "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a02";
const versionExample = {
  created_at: "2026-03-02T08:15:00+00:00",
  updated_at: "2026-03-02T08:15:00+00:00",
  lock_version: 0,
};

export const CalendarGroupCreateRequest = ClosedObject(
  { name: CalendarName },
  { $id: "CalendarGroupCreateRequest", examples: [{ name: "Region Nord" }] },
);
export const CalendarGroupUpdateRequest = ClosedObject(
  { name: CalendarName, lock_version: LockVersion },
  { $id: "CalendarGroupUpdateRequest", examples: [{ name: "Region Nord", lock_version: 0 }] },
);
export const CalendarGroup = ClosedObject(
  { ...versionedEntityFields, name: CalendarName },
  { $id: "CalendarGroup", examples: [{ id: calendarGroupExampleId, ...versionExample, name: "Region Nord" }] },
);

const calendarExample = {
  name: "Urlaub",
  groupId: calendarGroupExampleId,
  description: null,
  holiday_country: "AT",
  holiday_region: "6",
};
export const CalendarCreateRequest = ClosedObject(
  {
    name: CalendarName,
    groupId: Type.Optional(Nullable(Uuid)),
    description: Type.Optional(Nullable(FreeText(500))),
    holiday_country: Type.Optional(holidayCountryAndRegionFields.holiday_country),
    holiday_region: Type.Optional(holidayCountryAndRegionFields.holiday_region),
  },
  { $id: "CalendarCreateRequest", examples: [calendarExample] },
);
export const CalendarUpdateRequest = ClosedObject(
  { ...CalendarCreateRequest.properties, lock_version: LockVersion },
  { $id: "CalendarUpdateRequest", examples: [{ ...calendarExample, lock_version: 0 }] },
);
export const Calendar = ClosedObject(
  {
    ...versionedEntityFields,
    name: CalendarName,
    groupId: Nullable(Uuid),
    description: Nullable(FreeText(500)),
    ...holidayCountryAndRegionFields,
    is_default: Type.Boolean({ description: "Holds the events that name no calendar." }),
  },
  { $id: "Calendar", examples: [{ id: calendarExampleId, ...versionExample, ...calendarExample, is_default: false }] },
);

export const calendarOperations = defineOperations("calendars", {
  getCalendars: {
    on: "GET /calendars",
    summary: "List calendars",
    description: "All calendars of the tenant, by name.",
    grant: "readCalendars",
    answer: Type.Array(Calendar),
  },
  createCalendar: {
    on: "POST /calendars",
    changes: "TENANT",
    summary: "Create a calendar",
    description:
      "Its name is its own: otherwise `RESOURCE_ALREADY_EXISTS`. At most 1,000. The calendar of events that name none is made " +
      "by the first of them.",
    grant: "writeCalendars",
    body: CalendarCreateRequest,
    success: 201,
    answer: Calendar,
    errors: ["REFERENCE_NOT_FOUND", "FIELD_COMBINATION_INVALID", "RESOURCE_ALREADY_EXISTS", "LIMIT_EXCEEDED"],
  },
  getCalendarGroups: {
    on: "GET /calendars/groups",
    summary: "List calendar groups",
    description: "All groups of the tenant, by name.",
    grant: "readCalendars",
    answer: Type.Array(CalendarGroup),
  },
  createCalendarGroup: {
    on: "POST /calendars/groups",
    changes: "TENANT",
    summary: "Create a calendar group",
    description: "Its name is its own: otherwise `RESOURCE_ALREADY_EXISTS`. At most 1,000.",
    grant: "writeCalendars",
    body: CalendarGroupCreateRequest,
    success: 201,
    answer: CalendarGroup,
    errors: ["RESOURCE_ALREADY_EXISTS", "LIMIT_EXCEEDED"],
  },
  getCalendarGroup: {
    on: "GET /calendars/groups/{id}",
    summary: "Get a calendar group",
    description: "Which calendars are in it, the list of calendars says.",
    grant: "readCalendars",
    params: IdParams,
    answer: CalendarGroup,
  },
  updateCalendarGroup: {
    on: "PUT /calendars/groups/{id}",
    changes: "TENANT",
    summary: "Rename a calendar group",
    description: "The calendars in it stay.",
    grant: "writeCalendars",
    params: IdParams,
    body: CalendarGroupUpdateRequest,
    answer: CalendarGroup,
    errors: ["RESOURCE_ALREADY_EXISTS"],
  },
  deleteCalendarGroup: {
    on: "DELETE /calendars/groups/{id}",
    changes: "TENANT",
    summary: "Delete a calendar group",
    description: "Refused with `RESOURCE_IN_USE` while there is a calendar in it.",
    grant: "writeCalendars",
    params: IdParams,
    success: 204,
    errors: ["RESOURCE_IN_USE"],
  },
  getCalendar: {
    on: "GET /calendars/{id}",
    summary: "Get a calendar",
    description: "Without its events: they are listed by a window of time.",
    grant: "readCalendars",
    params: IdParams,
    answer: Calendar,
  },
  updateCalendar: {
    on: "PUT /calendars/{id}",
    changes: "TENANT",
    summary: "Replace a calendar",
    description:
      "Its events stay in it, and the default calendar stays the default one. `holiday_country` and " +
      "`holiday_region` say whose public holidays are laid over it: `getPublicHolidays` answers them.",
    grant: "writeCalendars",
    params: IdParams,
    leftOut: { others: "emptied" },
    body: CalendarUpdateRequest,
    answer: Calendar,
    errors: ["REFERENCE_NOT_FOUND", "FIELD_COMBINATION_INVALID", "RESOURCE_ALREADY_EXISTS"],
  },
  deleteCalendar: {
    on: "DELETE /calendars/{id}",
    changes: "TENANT",
    summary: "Delete a calendar",
    description: "Refused with `RESOURCE_IN_USE` while it has events, those that are over included.",
    grant: "writeCalendars",
    params: IdParams,
    success: 204,
    errors: ["RESOURCE_IN_USE"],
  },
});
