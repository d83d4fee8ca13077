/** Queued events: messages that a partner is still to be sent, or could not be sent. */
import { type Static, Type } from "typebox";
import { defineOperations } from "../operation/operation";
import {
  DateTime,
  Enum,
  IdParams,
  versionedEntityFields,
  LockVersion,
  Nullable,
  pageSchemaOf,
  paginationQueryFields,
  ClosedObject,
  Uuid,
} from "../core/schema";

export const queuedEventTypes = [
  "case_created",
  "case_updated",
  "case_finished",
  "case_status_updated",
  "location_updated",
  "driver_duty_status_update",
  "case_callback",
] as const;
export const queuedEventStates = ["CREATED", "FAILED_UPDATE_CASE_IN_TF", "SKIPPED", "FAILED"] as const;

export const QueuedEvent = ClosedObject(
  {
    ...versionedEntityFields,
    type: Enum(queuedEventTypes),
    status: Enum(queuedEventStates, {
      description:
        "CREATED waits; FAILED was tried for 24 hours; FAILED_UPDATE_CASE_IN_TF was refused by the partner; SKIPPED was passed over. " +
        "What was delivered is no longer listed, and what was not is deleted 30 days after it was made.",
    }),
    case_id: Nullable(Uuid),
    tour_id: Nullable(Uuid),
    vehicle_id: Nullable(Uuid),
    external_id: Nullable(Type.String({ description: "By which the partner knows the case." })),
    attempts: Type.Integer({ minimum: 0 }),
    due_at: { ...DateTime, description: "Not tried before then." },
    last_status: Nullable(Type.Integer({ description: "What the partner answered last; null: nothing." })),
    last_error: Nullable(Type.String({ maxLength: 500 })),
    blocked_by: Nullable({ ...Uuid, description: "The event of the same case, tour or vehicle that has to go first." }),
  },
  {
    $id: "QueuedEvent",
    examples: [
      {
        id: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 0,
        type: "case_status_updated",
        status: "FAILED_UPDATE_CASE_IN_TF",
        case_id: "c0a80101-5a53-4b8e-9a36-1f6f6a1f8f10",
        tour_id: null,
        vehicle_id: null,
        external_id: "OE-2026-778812",
        attempts: 1,
        due_at: "2026-03-02T08:15:00+00:00",
        last_status: 422,
        last_error: "HTTP 422",
        blocked_by: null,
      },
    ],
  },
);
export type QueuedEvent = Static<typeof QueuedEvent>;
const QueuedEventPage = pageSchemaOf("queued_events", QueuedEvent, "QueuedEventPage");

export const QueuedEventUpdateRequest = ClosedObject(
  {
    status: Enum(["CREATED", "SKIPPED"], { description: "CREATED tries it again at once, SKIPPED passes it over." }),
    lock_version: LockVersion,
  },
  { $id: "QueuedEventUpdateRequest", examples: [{ status: "CREATED", lock_version: 2 }] },
);

const officeTokenKinds = { kinds: ["USER", "SERVICE"] } as const;
const deliveryInProgressRule = "While it is being delivered it is refused with `RESOURCE_IN_USE`.";

export const queuedEventOperations = defineOperations("queued_events", {
  getQueuedEvents: {
    on: "GET /queued_events",
    summary: "List queued events",
    description:
      "What waits for the partner and what could not be delivered, of the cases, tours and vehicles in reach, oldest first. Events of one case, " +
      "else of one tour, are delivered in their order: one that failed holds back what follows, until a person decides or it is " +
      "deleted, 30 days after it was made. What an event tells is not shown.",
    ...officeTokenKinds,
    query: ClosedObject({
      status: Type.Optional(Enum(queuedEventStates)),
      type: Type.Optional(Enum(queuedEventTypes)),
      case_id: Type.Optional(Uuid),
      ...paginationQueryFields,
    }),
    answer: QueuedEventPage,
  },
  updateQueuedEvent: {
    on: "PATCH /queued_events/{id}",
    changes: "BRANCH",
    summary: "Try a queued event again, or pass it over",
    description: `What follows it goes on after that. ${deliveryInProgressRule} So is a position that is to be tried again while a newer one of its vehicle waits.`,
    ...officeTokenKinds,
    params: IdParams,
    body: QueuedEventUpdateRequest,
    answer: QueuedEvent,
    errors: ["RESOURCE_IN_USE"],
  },
  deleteQueuedEvent: {
    on: "DELETE /queued_events/{id}",
    changes: "BRANCH",
    summary: "Delete a queued event",
    description: `The partner never hears of it; what follows goes on. ${deliveryInProgressRule}`,
    ...officeTokenKinds,
    params: IdParams,
    success: 204,
    errors: ["RESOURCE_IN_USE"],
  },
});
