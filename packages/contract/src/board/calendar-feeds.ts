/** Extensions of calendars: a tour made of shifts, and feeds that calendar programs read. */
import { Type } from "typebox";
import { CreatedBy } from "../cases/case-parts";
import { DateTime, CalendarDay, Enum, IdParams, SingleLineText, Nullable, ClosedObject, Uuid } from "../core/schema";
import { defineOperations } from "../operation/operation";
import { Tour } from "../tours/tour";
import { calendarResourceTypes } from "./calendar-events";

const feedResourceFields = {
  resource_type: Enum(calendarResourceTypes),
  resource_id: { ...Uuid, description: "The person or the vehicle." },
} as const;
const feedRequestExample = { resource_type: "USER", resource_id: "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a03" };
const storedFeedFields = {
  id: "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a06",
  created_at: "2026-11-02T08:15:00+00:00",
  created_by: { id: "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6", name: "Eva Disponentin" },
  ...feedRequestExample,
};

export const CalendarFeedRequest = ClosedObject(feedResourceFields, {
  $id: "CalendarFeedRequest",
  examples: [feedRequestExample],
});
export const CalendarFeed = ClosedObject(
  {
    id: Uuid,
    created_at: DateTime,
    created_by: {
      ...Nullable(CreatedBy),
      description: "The person or program that made it. Null: made by an earlier release, which did not keep it.",
    },
    ...feedResourceFields,
  },
  { $id: "CalendarFeed", examples: [storedFeedFields] },
);
export const NewCalendarFeed = ClosedObject(
  {
    ...CalendarFeed.properties,
    url: Type.String({
      description:
        "The address of the feed, shown only in this answer. Any program that knows it reads the feed without a sign-in.",
    }),
  },
  {
    $id: "NewCalendarFeed",
    examples: [
      {
        ...storedFeedFields,
        url: "https://leitstand.example/api/v1/calendars/feed/8Jf0kQm2Zt7Vw1Xc5Ln9Rb3Yd6Hg4Sa0Pe8Ui2Ko7Mq.ics",
      },
    ],
  },
);

export const calendarFeedOperations = defineOperations("calendars", {
  getCalendarFeeds: {
    on: "GET /calendars/feeds",
    summary: "List calendar feeds",
    description: "Of the people and vehicles whose events the caller sees, the oldest first. Without their addresses.",
    grant: "readCalendars",
    answer: Type.Array(CalendarFeed),
  },
  createCalendarFeed: {
    on: "POST /calendars/feeds",
    changes: "BRANCH",
    summary: "Create a calendar feed",
    description:
      "An address for calendar programs (iCalendar, RFC 5545) with the absences and shifts of one person or vehicle. It is shown " +
      "once. At most 5 for each person and vehicle: otherwise `LIMIT_EXCEEDED`. A feed of another person or of a vehicle needs " +
      "`writeCalendars` where their events may be changed, too, and is answered while its maker still holds both grants there.",
    grant: "readCalendars",
    showsSecret: true,
    body: CalendarFeedRequest,
    success: 201,
    answer: NewCalendarFeed,
    errors: ["REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED", "LIMIT_EXCEEDED"],
  },
  deleteCalendarFeed: {
    on: "DELETE /calendars/feeds/{id}",
    changes: "BRANCH",
    summary: "Delete a calendar feed",
    description:
      "Its address is not found from then on. A feed of another person or of a vehicle needs `writeCalendars` where their events " +
      "may be changed, too.",
    grant: "readCalendars",
    params: IdParams,
    success: 204,
    errors: ["BRANCH_ACCESS_DENIED"],
  },
  getCalendarFeed: {
    on: "GET /calendars/feed/{file}",
    summary: "Read a calendar feed",
    description:
      "`text/calendar` with each time of the last 7 and the next 90 days: no names, no notes, only whether the person is away or on " +
      "shift. The address is the secret.",
    auth: "public",
    params: ClosedObject({
      file: Type.String({
        pattern: "^[A-Za-z0-9_-]{43}\\.ics$",
        examples: ["8Jf0kQm2Zt7Vw1Xc5Ln9Rb3Yd6Hg4Sa0Pe8Ui2Ko7Mq.ics"],
      }),
    }),
    answer: Type.String(),
    answerType: "binary",
    limit: "public",
  },
});

export const TourFromShiftRequest = ClosedObject(
  {
    occurrences: Type.Array(
      ClosedObject({
        event_id: Uuid,
        date: { ...CalendarDay, description: "The day on which it begins, as the list of events says." },
      }),
      { minItems: 1, maxItems: 10, uniqueItems: true },
    ),
    name: Type.Optional(Nullable(SingleLineText(200))),
    branch_id: Type.Optional(
      Nullable({ ...Uuid, description: "Left out: the branch of the vehicles, where they have one in common." }),
    ),
  },
  {
    $id: "TourFromShiftRequest",
    examples: [{ occurrences: [{ event_id: "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a04", date: "2026-11-23" }] }],
  },
);

export const tourFromShiftOperations = defineOperations("tours", {
  createTourFromShift: {
    on: "POST /tours/from_shift",
    changes: "BRANCH",
    summary: "Plan a tour from shifts",
    description:
      "With the people and vehicles of the shifts, for the time that they have in common; shifts without such a time, and " +
      "absences, are `FIELD_COMBINATION_INVALID`. A shift becomes one tour: again is `RESOURCE_ALREADY_EXISTS`, until that tour " +
      "is deleted. Emits `tour update`.",
    grant: "createTour",
    body: TourFromShiftRequest,
    success: 201,
    answer: Tour,
    errors: [
      "REFERENCE_NOT_FOUND",
      "FIELD_COMBINATION_INVALID",
      "TIME_RANGE_INVALID",
      "BRANCH_ACCESS_DENIED",
      "RESOURCE_ALREADY_EXISTS",
    ],
  },
});
