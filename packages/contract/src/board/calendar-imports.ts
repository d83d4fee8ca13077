/** An import makes the events of a file of a calendar program those of one person or vehicle: looked at first, then written as a whole. */
import { Type } from "typebox";
import { DateTime, CalendarDay, Enum, Nullable, ClosedObject, Uuid } from "../core/schema";
import { ErrorArg } from "../errors/errors";
import { defineOperations } from "../operation/operation";
import { CALENDAR_IMPORT_EVENTS_MAX, CALENDAR_IMPORT_SERIES_MAX } from "../operation/limits";
import { absenceToursField } from "./absence-tours";
import { CALENDAR_DAYS_MAX, calendarEventTypes, calendarResourceTypes } from "./calendar-events";

export const calendarImportStatuses = [
  "CREATED",
  "WOULD_CREATE",
  "UNCHANGED",
  "DIFFERS",
  "SKIPPED",
  "REFUSED",
] as const;
export const calendarImportSkipReasons = ["CANCELLED", "PAST"] as const;

const calendarFileDescription = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "UID:urlaub-2027@example.com",
  "SUMMARY:Urlaub",
  "DTSTART;VALUE=DATE:20270705",
  "DTEND;VALUE=DATE:20270717",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

export const CalendarImportRequest = ClosedObject(
  {
    ics: Type.String({
      minLength: 1,
      maxLength: 1_000_000,
      description: `The text of the file: iCalendar (RFC 5545), with up to ${CALENDAR_IMPORT_EVENTS_MAX} events, of which ${CALENDAR_IMPORT_SERIES_MAX} may come again.`,
    }),
    calendar_id: Type.Optional({
      ...Uuid,
      description: "Left out: the default calendar, which the first event makes.",
    }),
    resource_type: Enum(calendarResourceTypes),
    resource_id: { ...Uuid, description: "The person or the vehicle that all events are of." },
    event_type: Enum(calendarEventTypes, { description: "What all events are: the file does not say." }),
    dry_run: Type.Boolean({ description: "True: says what would be written, and writes nothing." }),
    skip_refused: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Writes the other events where some are refused. Otherwise nothing is written then.",
      }),
    ),
    keep_summaries: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Keeps the title of each event as its note, where the file does not call the event private or confidential. " +
          "Otherwise no text of the file is kept.",
      }),
    ),
  },
  {
    $id: "CalendarImportRequest",
    examples: [
      {
        ics: calendarFileDescription,
        resource_type: "USER",
        resource_id: "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a03",
        event_type: "UNAVAILABLE",
        dry_run: true,
      },
    ],
  },
);

const CalendarImportError = ClosedObject(
  {
    code: Type.String({ description: "What creating the event by itself would be refused with." }),
    message: Type.String({ description: "For people, in the language of Accept-Language (en, de)." }),
    args: Type.Array(ErrorArg, {
      description: "`field` and `fields` name properties of the file, such as `RRULE`, or fields of the event.",
    }),
  },
  { $id: "CalendarImportError" },
);

const nullableTime = (description: string) => Nullable({ ...DateTime, description });
export const CalendarImportRow = ClosedObject(
  {
    line: Type.Integer({ minimum: 1, description: "Of the file, where the event begins; 1 is the first." }),
    uid: Nullable(Type.String({ description: "The first 255 characters; null: the file gives it none." })),
    recurrence_id: Nullable({
      ...CalendarDay,
      description: "The day of a series that this event takes the place of. The series leaves that day out.",
    }),
    summary: Nullable(Type.String({ description: "The title, to know the event by; 500 characters of it." })),
    status: Enum(calendarImportStatuses, {
      description:
        "`CREATED`; `WOULD_CREATE`: it can be created, and was not (yet); `UNCHANGED`: it was read before; `DIFFERS`: it was read " +
        "before and the file says something else now, the event here is left as it is; `SKIPPED`, for the `reason`; `REFUSED`, with the `error`.",
    }),
    reason: Nullable(
      Enum(calendarImportSkipReasons, {
        description: `\`CANCELLED\` in the file; \`PAST\`: it was over more than ${CALENDAR_DAYS_MAX} days ago.`,
      }),
    ),
    error: Nullable(CalendarImportError),
    event_id: Nullable({ ...Uuid, description: "The event here, new or known." }),
    start_at: nullableTime("When it begins, the first time."),
    end_at: nullableTime("When it ends, the first time."),
    start_date: Nullable({ ...CalendarDay, description: "The day of `start_at` in the tenant's time zone." }),
    end_date: Nullable({
      ...CalendarDay,
      description: "The day of `end_at`; of an all-day event the first day after it.",
    }),
    all_day: Nullable(Type.Boolean()),
    recurrence: Nullable(Type.String({ description: "How it comes again, as it is or would be kept." })),
    exclusions: Type.Array(CalendarDay, { description: "Days of a series that are left out." }),
  },
  { $id: "CalendarImportRow" },
);

const countField = (description: string) => Type.Integer({ minimum: 0, description });
const calendarImportExample = {
  applied: false,
  created: 0,
  creatable: 1,
  unchanged: 0,
  differing: 0,
  skipped: 0,
  refused: 0,
  timezone: "Europe/Vienna",
  tours: [],
  tours_total: 0,
  events: [
    {
      line: 3,
      uid: "urlaub-2027@example.com",
      recurrence_id: null,
      summary: "Urlaub",
      status: "WOULD_CREATE",
      reason: null,
      error: null,
      event_id: null,
      start_at: "2027-07-04T22:00:00+00:00",
      end_at: "2027-07-16T22:00:00+00:00",
      start_date: "2027-07-05",
      end_date: "2027-07-17",
      all_day: true,
      recurrence: null,
      exclusions: [],
    },
  ],
};
export const CalendarImport = ClosedObject(
  {
    applied: Type.Boolean({
      description: "Whether it was written: false in a dry run, and where a refused event held up all of them.",
    }),
    created: countField("Events that were created."),
    creatable: countField("Events that can be created, and were not."),
    unchanged: countField("Events that were read before."),
    differing: countField("Events that were read before, and of which the file says something else now."),
    skipped: countField("Events that nothing is made of."),
    refused: countField("Events that cannot be created."),
    timezone: Type.String({ description: "The tenant's time zone, by whose clock all of them are kept." }),
    ...absenceToursField,
    events: Type.Array(CalendarImportRow, { description: "One for each event of the file, in its order." }),
  },
  { $id: "CalendarImport", examples: [calendarImportExample] },
);

export const calendarImportOperations = defineOperations("calendars", {
  importCalendarEvents: {
    on: "POST /calendars/default/events/import",
    changes: "BRANCH",
    summary: "Import events from an .ics file",
    description:
      "Makes the events of a file of a calendar program events of one person or vehicle; with `dry_run` it says what it would do. " +
      "All of them are written or, when one is refused, none; `skip_refused` leaves the refused ones out. An event that was read before " +
      "is known by its UID and not created again. `tours` are those that the absences fall into, or would. Moments are kept; events without a zone are in the tenant's. A series keeps to the " +
      "clock of the tenant's zone: one in a zone whose clock changes on other days is refused with the rule `recurrence_timezone`. " +
      "A file that is no calendar, or is cut off, is `FILE_CONTENT_INVALID`; one with too many events `LIMIT_EXCEEDED`. " +
      "Emits `calendar` for each new event.",
    grant: "writeCalendars",
    body: CalendarImportRequest,
    answer: CalendarImport,
    limit: "heavy",
    errors: [
      "REFERENCE_NOT_FOUND",
      "FILE_CONTENT_INVALID",
      "LIMIT_EXCEEDED",
      "RESOURCE_ALREADY_EXISTS",
      "BRANCH_ACCESS_DENIED",
    ],
  },
});
