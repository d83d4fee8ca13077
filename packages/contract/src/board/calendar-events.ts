/** An event says when a person or a vehicle is away, or on shift; it may come again and again. */
import { Type } from "typebox";
import {
  DateTime,
  CalendarDay,
  Enum,
  IdParams,
  versionedEntityFields,
  LockVersion,
  Nullable,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";
import { defineOperations } from "../operation/operation";
import { absenceToursField } from "./absence-tours";

export const calendarEventTypes = ["UNAVAILABLE", "SCHEDULED_SHIFT"] as const;
export const calendarResourceTypes = ["USER", "VEHICLE"] as const;
/** Maximum number of days that an event may begin in the past, that a list may span, and that it may reach ahead. */
export const CALENDAR_DAYS_MAX = 400;
/** Maximum number of occurrences in one list. */
export const CALENDAR_OCCURRENCES_MAX = 10_000;

const MomentOrDay = (description: string) =>
  Type.Union([DateTime, CalendarDay], { description, examples: ["2026-11-23T22:00:00+01:00", "2026-11-23"] });

const EventType = Enum(calendarEventTypes, {
  description: "`UNAVAILABLE`: away, and it wins over every shift. `SCHEDULED_SHIFT`: at work.",
});
const ResourceType = Enum(calendarResourceTypes);
const Recurrence = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    "How it comes again, as an RRULE (RFC 5545) of FREQ from DAILY to YEARLY, INTERVAL up to 99, COUNT up to 732 or UNTIL, BYDAY " +
    "with ordinals up to 52, BYMONTHDAY, BYMONTH, BYSETPOS and WKST. Both ends keep the time on the clock of the tenant's time zone; a time " +
    "that a change of the clocks leaves out moves on. A day as UNTIL is included.",
  examples: ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
});
const EventNote = FreeText(500, { description: "For those who may see the event." });

const calendarEventFields = {
  calendar_id: { ...Uuid, description: "Left out: the default calendar, which the first event makes." },
  start_at: MomentOrDay(
    "When it begins, the first time. A day is its midnight in the tenant's time zone; of an all-day event only the day counts.",
  ),
  end_at: MomentOrDay(
    "When it ends. Of an all-day event the first day after it; a time within a day includes that day.",
  ),
  all_day: Type.Boolean({ description: "From midnight to midnight of the tenant's time zone." }),
  event_type: EventType,
  resource_type: ResourceType,
  resource_id: { ...Uuid, description: "The person or the vehicle." },
} as const;
const calendarEventRequestExample = {
  start_at: "2026-11-23T22:00:00+01:00",
  end_at: "2026-11-24T06:00:00+01:00",
  event_type: "SCHEDULED_SHIFT",
  resource_type: "USER",
  resource_id: "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a03",
  recurrence: "FREQ=WEEKLY;BYDAY=MO,TU",
};

export const CalendarEventCreateRequest = ClosedObject(
  {
    calendar_id: Type.Optional(calendarEventFields.calendar_id),
    start_at: calendarEventFields.start_at,
    end_at: calendarEventFields.end_at,
    all_day: Type.Optional({ ...calendarEventFields.all_day, default: false }),
    event_type: calendarEventFields.event_type,
    resource_type: calendarEventFields.resource_type,
    resource_id: calendarEventFields.resource_id,
    recurrence: Type.Optional(Nullable(Recurrence)),
    note: Type.Optional(Nullable(EventNote)),
  },
  { $id: "CalendarEventCreateRequest", examples: [calendarEventRequestExample] },
);
export const CalendarEventUpdateRequest = ClosedObject(
  {
    calendar_id: Type.Optional({ ...Uuid, description: "Moves it to another calendar." }),
    start_at: Type.Optional(calendarEventFields.start_at),
    end_at: Type.Optional(calendarEventFields.end_at),
    all_day: Type.Optional(calendarEventFields.all_day),
    event_type: Type.Optional(calendarEventFields.event_type),
    resource_type: Type.Optional(calendarEventFields.resource_type),
    resource_id: Type.Optional(calendarEventFields.resource_id),
    recurrence: Type.Optional(Nullable(Recurrence)),
    note: Type.Optional(Nullable(EventNote)),
    from_date: Type.Optional({
      ...CalendarDay,
      description:
        "A day on which the event takes place: from then on it is another event with these changes, which is answered; before " +
        "it stays what it was.",
    }),
    lock_version: LockVersion,
  },
  { $id: "CalendarEventUpdateRequest", examples: [{ note: "Bereitschaft", lock_version: 0 }] },
);

const occurrenceExample = {
  date: "2026-11-23",
  start_at: "2026-11-23T21:00:00+00:00",
  end_at: "2026-11-24T05:00:00+00:00",
};
const CalendarOccurrence = ClosedObject(
  {
    date: { ...CalendarDay, description: "The day on which it begins, in the event's time zone." },
    start_at: DateTime,
    end_at: DateTime,
  },
  {
    $id: "CalendarOccurrence",
    examples: [occurrenceExample],
  },
);
const eventFields = {
  ...versionedEntityFields,
  calendar_id: Uuid,
  start_at: { ...DateTime, description: "When it begins, the first time." },
  end_at: DateTime,
  start_date: { ...CalendarDay, description: "The day of `start_at` in the event's time zone." },
  end_date: { ...CalendarDay, description: "The day of `end_at`; of an all-day event the first day after it." },
  all_day: Type.Boolean(),
  timezone: Type.String({ description: "The tenant's time zone when it was written; its times keep to it." }),
  event_type: EventType,
  resource_type: ResourceType,
  resource_id: Uuid,
  recurrence: Nullable(Recurrence),
  note: Nullable(EventNote),
  occurrences: Type.Array(CalendarOccurrence, {
    description:
      "The times at which it takes place within the window of the list; of a single event from today for 31 days.",
  }),
} as const;
const eventExample = {
  id: "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a04",
  created_at: "2026-11-02T08:15:00+00:00",
  updated_at: "2026-11-02T08:15:00+00:00",
  lock_version: 0,
  calendar_id: "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a01",
  ...calendarEventRequestExample,
  start_at: "2026-11-23T21:00:00+00:00",
  end_at: "2026-11-24T05:00:00+00:00",
  start_date: "2026-11-23",
  end_date: "2026-11-24",
  all_day: false,
  timezone: "Europe/Vienna",
  note: null,
  occurrences: [occurrenceExample],
};
export const CalendarEvent = ClosedObject(eventFields, { $id: "CalendarEvent", examples: [eventExample] });

/** An event that was just written, and the tours that it falls into. */
export const WrittenCalendarEvent = ClosedObject(
  { ...eventFields, ...absenceToursField },
  { $id: "WrittenCalendarEvent", examples: [{ ...eventExample, tours: [], tours_total: 0 }] },
);

export const CalendarEventExclusionRequest = ClosedObject(
  { date: { ...CalendarDay, description: "The day on which the time that is left out would begin." } },
  { $id: "CalendarEventExclusionRequest", examples: [{ date: "2026-12-24" }] },
);
export const CalendarEventExclusion = ClosedObject(
  { id: Uuid, event_id: Uuid, date: CalendarDay, created_at: DateTime },
  {
    $id: "CalendarEventExclusion",
    examples: [
      {
        id: "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a05",
        event_id: "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a04",
        date: "2026-12-24",
        created_at: "2026-11-02T08:15:00+00:00",
      },
    ],
  },
);
const EventParams = ClosedObject({ eventId: Uuid });

const calendarEventWriteErrors = [
  "REFERENCE_NOT_FOUND",
  "TIME_RANGE_INVALID",
  "TIME_OUT_OF_RANGE",
  "FIELD_COMBINATION_INVALID",
  "LIMIT_EXCEEDED",
  "BRANCH_ACCESS_DENIED",
] as const;
const calendarEventRules =
  "Absences and shifts may overlap; an absence wins. At most 50,000 events with 31 days each; longer absences come again daily. " +
  "A rule that never falls on a day is refused with `FIELD_COMBINATION_INVALID`.";

export const calendarEventOperations = defineOperations("calendars", {
  getDefaultCalendarEvents: {
    on: "GET /calendars/default/events",
    summary: "List events",
    description:
      "Events of a calendar, or of the default one, that take place within a window, the earliest first. Drivers see " +
      "their own. More than 10,000 times in all are refused with `LIMIT_EXCEEDED`: ask for less time, or for one person or vehicle.",
    grant: "readCalendars",
    query: ClosedObject({
      from: Type.Optional(MomentOrDay("Begin of the window; left out: today.")),
      to: Type.Optional(
        MomentOrDay(
          "End of the window, a day included; left out: 31 days after its begin. " +
            `At most ${CALENDAR_DAYS_MAX} days after it, and at most ${CALENDAR_DAYS_MAX} days from now.`,
        ),
      ),
      calendar_id: Type.Optional(Uuid),
      resource_type: Type.Optional(ResourceType),
      resource_id: Type.Optional(Uuid),
      event_type: Type.Optional(EventType),
      branch_id: Type.Optional({ ...Uuid, description: "Of people and vehicles of this branch." }),
    }),
    answer: Type.Array(CalendarEvent),
    errors: ["TIME_RANGE_INVALID", "TIME_OUT_OF_RANGE", "LIMIT_EXCEEDED"],
  },
  createDefaultCalendarEvent: {
    on: "POST /calendars/default/events",
    changes: "BRANCH",
    summary: "Create an event",
    description: `Answers which tours an absence falls into (\`tours\`), with the ways out of it. Emits \`calendar\`. ${calendarEventRules}`,
    grant: "writeCalendars",
    body: CalendarEventCreateRequest,
    success: 201,
    answer: WrittenCalendarEvent,
    errors: calendarEventWriteErrors,
  },
  updateDefaultCalendarEvent: {
    on: "PATCH /calendars/default/events/{id}",
    changes: "BRANCH",
    summary: "Change an event",
    description: `Only the fields that are sent change, of every time that it takes place or from one day on. Exclusions of days on which it does not take place any more go. Emits \`calendar\`. ${calendarEventRules}`,
    grant: "writeCalendars",
    params: IdParams,
    body: CalendarEventUpdateRequest,
    answer: WrittenCalendarEvent,
    errors: calendarEventWriteErrors,
  },
  deleteDefaultCalendarEvent: {
    on: "DELETE /calendars/default/events/{id}",
    changes: "BRANCH",
    summary: "Delete an event",
    description: "All of it, or with `from_date` every time from that day on. Emits `calendar`.",
    grant: "writeCalendars",
    params: IdParams,
    query: ClosedObject({
      from_date: Type.Optional({ ...CalendarDay, description: "What begins before this day stays." }),
    }),
    success: 204,
    errors: ["TIME_OUT_OF_RANGE", "BRANCH_ACCESS_DENIED"],
  },
  getCalendarEventExclusions: {
    on: "GET /calendarEvents/{eventId}/exclusions",
    summary: "List an event's exclusions",
    description: "The days on which an event that comes again is left out, in order.",
    grant: "readCalendars",
    params: EventParams,
    answer: Type.Array(CalendarEventExclusion),
  },
  createCalendarEventExclusion: {
    on: "POST /calendarEvents/{eventId}/exclusions",
    changes: "BRANCH",
    summary: "Leave out one day of an event",
    description:
      "A day on which the event does not take place is refused with `FIELD_COMBINATION_INVALID`, one that is left out already " +
      "with `RESOURCE_ALREADY_EXISTS`. At most 732. Emits `calendar`.",
    grant: "writeCalendars",
    params: EventParams,
    body: CalendarEventExclusionRequest,
    success: 201,
    answer: CalendarEventExclusion,
    errors: [
      "TIME_OUT_OF_RANGE",
      "FIELD_COMBINATION_INVALID",
      "RESOURCE_ALREADY_EXISTS",
      "LIMIT_EXCEEDED",
      "BRANCH_ACCESS_DENIED",
    ],
  },
  deleteCalendarEventExclusion: {
    on: "DELETE /calendarEvents/{eventId}/exclusions/{id}",
    changes: "BRANCH",
    summary: "Take an exclusion back",
    description: "The event takes place on that day again. Emits `calendar`.",
    grant: "writeCalendars",
    params: ClosedObject({ eventId: Uuid, id: Uuid }),
    success: 204,
    errors: ["BRANCH_ACCESS_DENIED"],
  },
});
