/** Messages of the live stream. Each carries the data that a board needs to redraw without another request. */
import { type Static, Type } from "typebox";
import { calendarEventTypes, calendarResourceTypes } from "./calendar-events";
import { ActionActor } from "../cases/case-parts";
import { violationLevels } from "../core/violation-level";
import { DateTime, Enum, Latitude, LockVersion, Longitude, Nullable, ClosedObject, Uuid } from "../core/schema";

const LinkSummary = ClosedObject({
  tour_id: Uuid,
  state: Type.String(),
  bucket: Enum(["open", "finished", "unassigned", "forwarded"]),
});

/** Time of a step; optional, because messages of the previous release are in the log without it. */
const StepTime = Type.Optional(Nullable(DateTime));
const LinkAfterAction = ClosedObject({
  ...LinkSummary.properties,
  accepted_at: StepTime,
  started_at: StepTime,
  arrived_at: StepTime,
  loaded_at: StepTime,
  arrived_at_destination_at: StepTime,
  finished_at: StepTime,
});

const NaturalId = Type.String({ description: "The number that people say on the phone." });
const LockVersionAfter = {
  ...LockVersion,
  description: "Of the object after the change. A message with an older one than you have is no news.",
};
const linksDescription =
  "All tours that have or had it: `tour_id`, the `state` of the case on that tour, and as `bucket` the list it stands in there: `open`, `finished`, `unassigned` or `forwarded`.";
const LinkSummaries = Type.Array(LinkSummary, { description: linksDescription });
const LinksAfterAction = Type.Array(LinkAfterAction, {
  description: `${linksDescription} With the times of its steps after the action: arriving at the destination changes nothing else.`,
});

const caseSummaryFields = {
  case_id: Uuid,
  natural_id: NaturalId,
  display_name: Type.String({ description: "What a list shows: the deceased, the customer or the item." }),
  branch_id: Nullable(Uuid),
  state: Type.String({ description: "Of the case after the change." }),
  finalized: Type.Boolean({ description: "Whether the case is closed." }),
  lock_version: LockVersionAfter,
} as const;

const eventPayloads = {
  "area waiting time": ClosedObject({
    area_id: Uuid,
    title: Type.String(),
    waiting_minutes: Nullable(Type.Integer({ description: "How long callers wait there; null: no time is quoted." })),
    waiting_updated_at: Nullable(DateTime),
  }),
  calendar: ClosedObject({
    event_id: Uuid,
    change: Enum(["created", "updated", "deleted"]),
    calendar_id: Uuid,
    event_type: Enum(calendarEventTypes),
    resource_type: Enum(calendarResourceTypes),
    resource_id: { ...Uuid, description: "The person or the vehicle." },
    starts_at: { ...DateTime, description: "When it takes place the first time." },
    ends_at: Nullable({
      ...DateTime,
      description: "The end of the last occurrence; null: the series has no known end.",
    }),
  }),
  "case action": ClosedObject({
    ...caseSummaryFields,
    action: Type.String({ description: "What was done, such as `ASSIGN`." }),
    tour_id: Nullable({ ...Uuid, description: "On which tour it was done; null: to the case as a whole." }),
    history_id: { ...Uuid, description: "The row of the case's history that tells of it." },
    tour_case_states: LinksAfterAction,
    actor_kind: ActionActor,
    occurred_at: { ...DateTime, description: "As the phone says; a phone may have been offline." },
  }),
  "case comment": ClosedObject({
    case_id: Uuid,
    comment_id: Uuid,
    text: Type.String(),
    author_name: Type.String(),
    created_at: DateTime,
  }),
  "case external id": ClosedObject({
    case_id: Uuid,
    natural_id: NaturalId,
    external_id: Nullable(Type.String({ description: "Its number in another system; null: it has none any more." })),
    lock_version: LockVersionAfter,
  }),
  "case update": ClosedObject({
    ...caseSummaryFields,
    change: Enum(["created", "updated"]),
    tour_case_states: LinkSummaries,
  }),
  "critical message": ClosedObject({
    message_id: Uuid,
    kind: Type.String({ description: "What it is about, in capitals, such as `DESK_MESSAGE`." }),
    title: Type.String(),
    body: Type.String(),
    tour_id: Nullable(Uuid),
    case_id: Nullable(Uuid),
    acknowledged: Type.Boolean({
      description: "False when it was raised, true when the first one has acknowledged it.",
    }),
  }),
  "location update": ClosedObject({
    vehicle_id: Uuid,
    tour_id: Nullable({ ...Uuid, description: "The tour that it rides on; null: it parks." }),
    lat: Latitude,
    lon: Longitude,
    heading_degrees: Nullable(Type.Number({ description: "Clockwise from north." })),
    speed_meters_per_second: Nullable(Type.Number()),
    fixed_at: { ...DateTime, description: "When the vehicle was there." },
  }),
  "tour delete": ClosedObject({ tour_id: Uuid, natural_id: NaturalId }),
  "tour plan": ClosedObject({
    tour_id: Uuid,
    natural_id: NaturalId,
    branch_id: Nullable(Uuid),
    version: Type.Integer({ description: "Counts the changes of the order." }),
    status: Enum(["FRESH", "STALE", "PARTIAL"]),
    computed_at: { ...DateTime, description: "A message with an older one than you have is no news." },
    ends_at: Nullable({ ...DateTime, description: "When the last stop is done; null: nothing is left." }),
    level: Nullable(Enum(violationLevels, { description: "The worst of what the plan breaks; null: nothing." })),
    next_stop: Nullable(
      ClosedObject({ case_id: Nullable(Uuid), kind: Enum(["PICKUP", "DELIVERY", "BREAK"]), arrival_at: DateTime }),
    ),
    stops_left: Type.Integer({ minimum: 0 }),
    moved: Type.Array(
      ClosedObject({ case_id: Uuid, kind: Enum(["PICKUP", "DELIVERY"]), promised_at: DateTime, arrival_at: DateTime }),
      { description: "Stops whose arrival is more than five minutes from what was told of them before." },
    ),
  }),
  "tour update": ClosedObject({
    tour_id: Uuid,
    natural_id: NaturalId,
    status: Enum(["SCHEDULED", "STARTED", "FINISHED"]),
    started_sub_state: Nullable(Type.String({ description: "What a started tour does now, such as `ON_A_BREAK`." })),
    branch_id: Nullable(Uuid),
    lock_version: LockVersionAfter,
    change: Enum(["created", "updated", "started", "sub_state", "finished"], {
      description: "`updated`: its data, or with an unchanged `lock_version` its list of cases.",
    }),
  }),
} as const;

export type EventType = keyof typeof eventPayloads;
export type EventPayload<T extends EventType> = Static<(typeof eventPayloads)[T]>;

/** The message types of the live stream, with the grant that lets a caller see them and the shape of their data. */
export const streamEventTypes = {
  "area waiting time": { grant: "getAreas", data: eventPayloads["area waiting time"] },
  calendar: { grant: "readCalendars", data: eventPayloads.calendar },
  "case action": { grant: "getCases", data: eventPayloads["case action"] },
  "case comment": { grant: "getCaseComments", data: eventPayloads["case comment"] },
  "case external id": { grant: "getCases", data: eventPayloads["case external id"] },
  "case update": { grant: "getCases", data: eventPayloads["case update"] },
  "critical message": { grant: "getCriticalMessages", data: eventPayloads["critical message"] },
  "location update": { grant: "getLocations", data: eventPayloads["location update"] },
  "tour delete": { grant: "getTours", data: eventPayloads["tour delete"] },
  "tour plan": { grant: "getTours", data: eventPayloads["tour plan"] },
  "tour update": { grant: "getTours", data: eventPayloads["tour update"] },
} as const;
