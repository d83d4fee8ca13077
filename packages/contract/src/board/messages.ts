import { offlineEntryFields, offlineEntryErrorCodes } from "../core/phone-entry";
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import {
  DateTime,
  entityFields,
  IdParams,
  SingleLineText,
  Nullable,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";

/** A critical message must be acknowledged: by a dispatcher of the branch, by a device, or by one person. */
export const CriticalMessage = ClosedObject(
  {
    ...entityFields,
    kind: Type.String({
      description:
        "What it is about, in capitals, e.g. `CASE_ALARM_UNANSWERED`; `DESK_MESSAGE` was written by a dispatcher. More may come.",
    }),
    critical: Type.Boolean({ description: "Always true: messages of this kind have to be acknowledged." }),
    title: Type.String(),
    body: Type.String(),
    args: Type.Record(Type.String(), Type.Unknown(), {
      description: "Figures and names of the text, for translation.",
    }),
    branch_id: Nullable(Uuid),
    device_id: Nullable(Uuid),
    user_id: Nullable(Uuid),
    case_id: Nullable(Uuid),
    tour_id: Nullable(Uuid),
    sent_by: Nullable({
      ...Uuid,
      description: "The user who wrote it, or whose action it tells a crew of; null when the product itself raised it.",
    }),
    sent_by_name: Nullable(Type.String()),
    acknowledged: Type.Boolean(),
    acknowledged_at: Nullable(DateTime),
    acknowledged_by: Nullable(Uuid),
    acknowledged_by_device: Nullable(Uuid),
    acknowledged_by_name: Nullable(Type.String()),
  },
  {
    $id: "CriticalMessage",
    examples: [
      {
        id: "c0ffee00-1a2b-4c3d-8e4f-5a6b7c8d9e06",
        created_at: "2026-03-02T08:16:00+00:00",
        updated_at: "2026-03-02T08:17:10+00:00",
        kind: "CASE_ALARM_UNANSWERED",
        critical: true,
        title: "C-2026-000123 was not accepted",
        body: "Graz 1 has not answered for 60 seconds.",
        args: { seconds: 60 },
        branch_id: "5e0b7c9a-1f2d-4e3b-8a6c-7d8e9f0a1b02",
        device_id: null,
        user_id: null,
        case_id: "7d6c5b4a-3f2e-4d1c-8b0a-9f8e7d6c5b07",
        tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
        sent_by: null,
        sent_by_name: null,
        acknowledged: true,
        acknowledged_at: "2026-03-02T08:17:10+00:00",
        acknowledged_by: "1f2e3d4c-5b6a-4798-8a9b-0c1d2e3f4a08",
        acknowledged_by_device: null,
        acknowledged_by_name: "Eva Gruber",
      },
    ],
  },
);

export const CriticalMessageRequest = ClosedObject(
  {
    branch_id: Type.Optional({ ...Uuid, description: "To the dispatchers of a branch." }),
    vehicle_id: Type.Optional({ ...Uuid, description: "To the device of a vehicle, or to its crew." }),
    tour_id: Type.Optional({ ...Uuid, description: "To all devices of a tour, or to its people." }),
    title: SingleLineText(200),
    body: Type.Optional(FreeText(2_000)),
    case_id: Type.Optional({ ...Uuid, description: "The case it is about." }),
  },
  {
    $id: "CriticalMessageRequest",
    examples: [
      {
        tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
        title: "A9 closed at Deutschfeistritz",
        body: "Take the B67 until further notice.",
      },
    ],
  },
);

export const AcknowledgeRequest = ClosedObject(offlineEntryFields, {
  $id: "AcknowledgeRequest",
  examples: [{ occurred_at: "2026-03-02T08:15:00+00:00" }],
});

export const messageOperations = defineOperations("messages", {
  getCriticalMessages: {
    on: "GET /critical_messages",
    summary: "List critical messages",
    description:
      "The newest 1,000, newest first: those to the dispatchers of your branches, to your device and to yourself, and those you " +
      "have sent, with who acknowledged them and when. Messages without a branch go to dispatchers who reach the whole tenant.\n\n" +
      "Messages about a tour to your device are yours only on that tour: as one of its crew until 24 hours after its end, on the device " +
      "of a running tour, or as a device by itself until the tour ends. Acknowledged messages, and those to crews, are deleted after 90 days.",
    query: ClosedObject({
      acknowledged: Type.Optional(
        Type.Boolean({ description: "Only acknowledged messages, or only those still waiting; both when left out." }),
      ),
      sent: Type.Optional(
        Type.Boolean({ description: "Only messages you have sent, or only those of others; both when left out." }),
      ),
    }),
    answer: Type.Array(CriticalMessage),
  },
  createCriticalMessage: {
    on: "POST /critical_messages",
    changes: "BRANCH",
    summary: "Send a critical message",
    description:
      "To exactly one of `branch_id`, `vehicle_id` and `tour_id`; anything else is refused with `FIELD_COMBINATION_INVALID`. " +
      "The dispatchers of a branch get one message. A tour that is not finished gets one on each of its devices, a vehicle one on the " +
      "device of its running tour, otherwise on the device that lies in it; they are pushed there. A crew without a device " +
      "is told in person, one message each. Without a recipient who could read it, `REFERENCE_NOT_FOUND` names `device_id`.\n\n" +
      "Answers what was created. Emits `critical message` to those it is addressed to. " +
      "An addition to the specification, with a grant of its own.",
    kinds: ["USER", "SERVICE"],
    body: CriticalMessageRequest,
    success: 201,
    answer: Type.Array(CriticalMessage),
    limit: "message",
    errors: ["FIELD_COMBINATION_INVALID", "BRANCH_ACCESS_DENIED", "REFERENCE_NOT_FOUND", "TOUR_STATUS_CONFLICT"],
  },
  acknowledgeCriticalMessage: {
    on: "PUT /critical_messages/{id}/acknowledge",
    changes: "BRANCH",
    summary: "Acknowledge a critical message",
    description:
      "The first one to acknowledge is remembered; repeating it changes nothing and answers the same. Nothing changes either " +
      "when its sender calls: others have to read it. Emits `critical message` the first time.",
    params: IdParams,
    body: AcknowledgeRequest,
    bodyOptional: true,
    answer: CriticalMessage,
    errors: offlineEntryErrorCodes,
  },
});
