/** The dashboard is what a dispatch desk has before its eyes: a snapshot, and the stream of everything that changes it. */
import { type Static, Type } from "typebox";
import { AreaWaitingTime } from "../company/areas";
import { type EventPayload, type EventType, streamEventTypes } from "./events";
import { defineOperations } from "../operation/operation";
import { DateTime, Enum, Latitude, LockVersion, Longitude, Nullable, ClosedObject, Uuid } from "../core/schema";

export const dashboardCaseColumns = {
  case_id: Uuid,
  natural_id: Type.String(),
  display_name: Type.String(),
  external_id: Nullable(Type.String()),
  branch_id: Nullable(Uuid),
  data_type: Enum(["FUNERAL", "ROADSIDE"]),
  state: Type.String(),
  approved: Type.Boolean(),
  lock_version: LockVersion,
  service_key: Nullable(Type.String()),
  not_before: Nullable(DateTime),
  due_at: Nullable(DateTime),
  postponed_until: Nullable(DateTime),
  source_zip: Nullable(Type.String()),
  source_city: Nullable(Type.String()),
  source_lat: Nullable(Latitude),
  source_lon: Nullable(Longitude),
  target_zip: Nullable(Type.String()),
  target_city: Nullable(Type.String()),
  last_assigned_tour_id: Nullable(Uuid),
  created_at: DateTime,
  updated_at: DateTime,
} as const;

const DashboardCase = ClosedObject(
  {
    ...dashboardCaseColumns,
    tour_case_states: Type.Array(
      ClosedObject({
        tour_id: Uuid,
        state: Type.String(),
        bucket: Enum(["open", "finished", "unassigned", "forwarded"]),
      }),
    ),
  },
  { $id: "DashboardCase", description: "A case that is not closed." },
);

const DashboardTour = ClosedObject(
  {
    tour_id: Uuid,
    natural_id: Type.String(),
    name: Nullable(Type.String()),
    branch_id: Nullable(Uuid),
    status: Type.Literal("STARTED"),
    started_sub_state: Enum(["ACTIVE", "ON_A_BREAK", "NOT_TAKING_CASES", "ON_DUTY", "OFF_DUTY"]),
    primary: Type.Boolean(),
    started_at: Nullable(DateTime),
    scheduled_end_at: Nullable(DateTime),
    lock_version: LockVersion,
    user_ids: Type.Array(Uuid),
    vehicle_ids: Type.Array(Uuid),
    open_cases: Type.Integer({ minimum: 0, description: "How many cases the tour still works on." }),
  },
  { $id: "DashboardTour", description: "A tour that has started and not ended." },
);

const DashboardPosition = ClosedObject({
  lat: Latitude,
  lon: Longitude,
  heading_degrees: Nullable(Type.Number()),
  speed_meters_per_second: Nullable(Type.Number()),
  fixed_at: DateTime,
});

const DashboardVehicle = ClosedObject(
  {
    vehicle_id: Uuid,
    natural_id: Type.String(),
    license_plate: Type.String(),
    description: Type.String(),
    vehicle_type_short_key: Nullable(Type.String()),
    branch_id: Nullable(Uuid),
    tour_id: Nullable(Uuid),
    link_state: Nullable({
      ...Type.String(),
      description:
        "Of the open case that its tour has taken farthest; null when there is none, or without the grant `getCases`.",
    }),
    position: Type.Union([DashboardPosition, Type.Null()], {
      description: "Where it was last; null when unknown, or without the grant `getLocations`.",
    }),
  },
  { $id: "DashboardVehicle", description: "An active vehicle, and the started tour it is on." },
);

const DashboardMessage = ClosedObject(
  {
    message_id: Uuid,
    kind: Type.String(),
    title: Type.String(),
    branch_id: Nullable(Uuid),
    case_id: Nullable(Uuid),
    tour_id: Nullable(Uuid),
    created_at: DateTime,
    sent_by: Nullable(Uuid),
  },
  {
    $id: "DashboardMessage",
    description: "A critical message that is not acknowledged yet, and that the caller has not sent.",
  },
);

/** Maximum number of rows of each list; dispatchers search for others. */
export const DASHBOARD_ROWS_MAX = 5_000;

export const Dashboard = ClosedObject(
  {
    cursor: Type.String({
      description: "Sent as `Last-Event-ID`, the stream goes on exactly where this snapshot ends.",
      examples: ["1042-1c0a80115"],
    }),
    generated_at: DateTime,
    truncated: Type.Boolean({
      description: `True when a list has more than ${DASHBOARD_ROWS_MAX} rows and shows only the first of them.`,
    }),
    cases: Type.Array(DashboardCase, { description: "By due time, then age. Empty without the grant `getCases`." }),
    tours: Type.Array(DashboardTour, { description: "Empty without the grant `getTours`." }),
    vehicles: Type.Array(DashboardVehicle, { description: "Empty without the grant `getVehicles`." }),
    areas: Type.Array(AreaWaitingTime, { description: "By title. Empty without the grant `getAreas`." }),
    critical_messages: Type.Array(DashboardMessage, {
      description: "Newest first. Empty without the grant `getCriticalMessages`.",
    }),
  },
  {
    $id: "Dashboard",
    examples: [
      {
        cursor: "1042-1c0a80115",
        generated_at: "2026-03-02T08:15:00.000+00:00",
        truncated: false,
        cases: [],
        tours: [],
        vehicles: [
          {
            vehicle_id: "7c0e6c1e-2f6b-4a55-8a53-2f1f6a3f0b11",
            natural_id: "V-2026-000007",
            license_plate: "G-123AB",
            description: "Hearse, long",
            vehicle_type_short_key: "HEARSE",
            branch_id: null,
            tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
            link_state: "STARTED",
            position: {
              lat: 47.07,
              lon: 15.44,
              heading_degrees: 90,
              speed_meters_per_second: 13.9,
              fixed_at: "2026-03-02T08:14:57+00:00",
            },
          },
        ],
        areas: [],
        critical_messages: [],
      },
    ],
  },
);

/** Event of the live stream: `data` of the server-sent event, whose `event` repeats the type. */
export type StreamEvent = {
  [T in EventType]: {
    readonly type: T;
    readonly timestamp: string;
    readonly trace_id?: string;
    readonly data: EventPayload<T>;
  };
}[EventType];
/** Reset of the stream: events before it may be missing, so read the snapshot again. The stream itself goes on. */
export interface StreamReset {
  readonly type: "reset";
  readonly timestamp: string;
  readonly data: { readonly reason: "cursor_unknown" | "window_exceeded" | "rights_changed" | "timeline_changed" };
}

/**
 * Delay of the stream: changes wait for their place in it, so that data may be older than it seems. Sent once when it
 * begins and to clients that connect meanwhile; with `since` null when it is over. It has no id.
 */
export interface StreamDelay {
  readonly type: "delay";
  readonly timestamp: string;
  readonly data: { readonly since: string | null };
}

const eventTypeLines = Object.entries(streamEventTypes).map(
  ([type, { grant }]) => `- \`${type}\` (grant \`${grant}\`)`,
);

export const dashboardOperations = defineOperations("dashboard", {
  getDashboard: {
    on: "GET /dashboard",
    summary: "Get the dashboard, or follow it live",
    description: [
      "Open cases, running tours, active vehicles with their last position, waiting times and unread critical messages, each",
      "as far as the caller's grants for them reach.",
      "",
      "With `Accept: text/event-stream` the answer is the live stream. Each message has an `id`, an `event` type and `data`:",
      "`{type, timestamp, trace_id?, data}`. Types, each shown to holders of its grant:",
      "",
      ...eventTypeLines,
      "",
      "To miss nothing, fetch the snapshot and open the stream with its `cursor` as `Last-Event-ID`; after a lost connection",
      "send the last `id` received. The last 24 hours (at most 100,000 events) can be resumed. If that is not possible, or the",
      "caller's rights or the database's server have changed, the stream says `event: reset`, and the snapshot has to be fetched again. Events arrive at",
      "least once and in the order of the log; apply one unless its `lock_version` is older than yours. `location update`",
      "carries no `id` and is not resumed: the newest position counts. Where changes have to wait for more than 2 seconds, the stream says",
      "`event: delay` (without `id`) with the moment `since` when they do, and again with `since: null` when they do not any more.",
    ].join("\n"),
    answer: Dashboard,
    answerType: "event_stream",
    limit: "heavy",
  },
});

export type DashboardAnswer = Static<typeof Dashboard>;
