import { type Static, Type } from "typebox";
import { DateTime, Enum, Latitude, LockVersion, Longitude, Nullable, Shape, Uuid } from "./schema";

/** What the live stream says. Each message carries what a board needs to redraw without asking again. */
const LinkSummary = Shape({
  tour_id: Uuid,
  state: Type.String(),
  bucket: Enum(["open", "finished", "unassigned", "forwarded"]),
});

const caseSummary = {
  case_id: Uuid,
  natural_id: Type.String(),
  display_name: Type.String(),
  branch_id: Nullable(Uuid),
  state: Type.String(),
  finalized: Type.Boolean(),
  lock_version: LockVersion,
} as const;

const payloads = {
  "area waiting time": Shape({
    area_id: Uuid,
    title: Type.String(),
    waiting_minutes: Nullable(Type.Integer()),
    waiting_updated_at: Nullable(DateTime),
  }),
  calendar: Shape({ event_id: Uuid, change: Enum(["created", "updated", "deleted"]) }),
  "case action": Shape({
    ...caseSummary,
    action: Type.String(),
    tour_id: Nullable(Uuid),
    history_id: Uuid,
    tour_case_states: Type.Array(LinkSummary),
    actor_kind: Enum(["D", "V", "S", "X"]),
    occurred_at: DateTime,
  }),
  "case comment": Shape({
    case_id: Uuid,
    comment_id: Uuid,
    text: Type.String(),
    author_name: Type.String(),
    created_at: DateTime,
  }),
  "case external id": Shape({
    case_id: Uuid,
    natural_id: Type.String(),
    external_id: Nullable(Type.String()),
    lock_version: LockVersion,
  }),
  "case update": Shape({
    ...caseSummary,
    change: Enum(["created", "updated"]),
    tour_case_states: Type.Array(LinkSummary),
  }),
  "location update": Shape({
    vehicle_id: Uuid,
    tour_id: Nullable(Uuid),
    lat: Latitude,
    lon: Longitude,
    heading_degrees: Nullable(Type.Number()),
    speed_meters_per_second: Nullable(Type.Number()),
    fixed_at: DateTime,
  }),
  "tour delete": Shape({ tour_id: Uuid, natural_id: Type.String() }),
  "tour update": Shape({
    tour_id: Uuid,
    natural_id: Type.String(),
    status: Enum(["SCHEDULED", "STARTED", "FINISHED"]),
    started_sub_state: Nullable(Type.String()),
    branch_id: Nullable(Uuid),
    lock_version: LockVersion,
    change: Enum(["created", "updated", "started", "sub_state", "finished"]),
  }),
} as const;

export type EventType = keyof typeof payloads;
export type EventPayload<T extends EventType> = Static<(typeof payloads)[T]>;

/** The message types of the live stream, with the grant that lets a caller see them and the shape of their data. */
export const eventTypes = {
  "area waiting time": { grant: "getAreas", data: payloads["area waiting time"] },
  calendar: { grant: "readCalendars", data: payloads.calendar },
  "case action": { grant: "getCases", data: payloads["case action"] },
  "case comment": { grant: "getCaseComments", data: payloads["case comment"] },
  "case external id": { grant: "getCases", data: payloads["case external id"] },
  "case update": { grant: "getCases", data: payloads["case update"] },
  "location update": { grant: "getLocations", data: payloads["location update"] },
  "tour delete": { grant: "getTours", data: payloads["tour delete"] },
  "tour update": { grant: "getTours", data: payloads["tour update"] },
} as const;
