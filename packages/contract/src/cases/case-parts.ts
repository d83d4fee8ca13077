/** Parts of a case's answer besides its own fields: its state and what may be done, its tours, todos and relatives. */
import { type Static, Type } from "typebox";
import { Asset } from "./asset";
import { CaseConstraintViolation } from "./case-violation";
import { actorKinds, type ActorKind, caseActions, linkBuckets } from "./case-transitions";
import { DateTime, entityFields, Enum, Nullable, ClosedObject, Uuid } from "../core/schema";

const PossibleActions = Type.Array(Enum(caseActions), { description: "What this caller may do now." });
export const ActionActor = Enum(Object.keys(actorKinds) as ActorKind[], {
  description: "D dispatcher, V driver, S service account, X the system's timer.",
});
const NullableActionActor = Nullable(ActionActor);

export const CaseState = ClosedObject(
  { current: Type.String({ description: "A state of the table of the case's type." }), actions: PossibleActions },
  { $id: "CaseState", examples: [{ current: "OPEN", actions: ["ASSIGN", "CANCEL", "DELIVER"] }] },
);

export const CreatedBy = ClosedObject(
  { id: Uuid, name: Type.String() },
  { $id: "CreatedBy", examples: [{ id: "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6", name: "Eva Disponentin" }] },
);

const tourExample = {
  id: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10",
  natural_id: "T-2026-000042",
  name: "Frühdienst Graz",
  status: "STARTED",
  started_sub_state: "ACTIVE",
  branch_id: null,
};
export const ActiveTour = ClosedObject(
  {
    id: Uuid,
    natural_id: Type.String(),
    name: Nullable(Type.String()),
    status: Enum(["SCHEDULED", "STARTED", "FINISHED"]),
    started_sub_state: Nullable(Type.String()),
    branch_id: Nullable(Uuid),
  },
  { $id: "ActiveTour", examples: [tourExample] },
);

export const CaseVehicle = ClosedObject(
  {
    id: Uuid,
    natural_id: Type.String(),
    license_plate: Type.String(),
    description: Type.String(),
    tour_id: Uuid,
  },
  {
    $id: "CaseVehicle",
    examples: [
      {
        id: "3b2a1908-1726-4354-8263-7483940a1b2c",
        natural_id: "V-2026-000007",
        license_plate: "G 777 LS",
        description: "Bestattungswagen",
        tour_id: tourExample.id,
      },
    ],
  },
);

export const TourCaseState = ClosedObject(
  {
    tour_id: Uuid,
    tour_natural_id: Type.String(),
    state: Type.String(),
    bucket: Enum(linkBuckets),
    actions: PossibleActions,
    assigned_at: DateTime,
    accepted_at: Nullable(DateTime),
    answer_until: Nullable({
      ...DateTime,
      description:
        "While the crew is alarmed and has not accepted: `alarm_timeout_seconds` after the alarm began, which is when the " +
        "case was assigned, when the tour started onto which it was planned, or when what was reserved fell due. Then the alarm " +
        "goes on to the next channel. Null also until such a tour starts.",
    }),
    device_received_at: Nullable(DateTime),
    started_at: Nullable(DateTime),
    arrived_at: Nullable(DateTime),
    loaded_at: Nullable(DateTime),
    arrived_at_destination_at: Nullable(DateTime),
    finished_at: Nullable(DateTime),
    closed_at: Nullable(DateTime),
    eta: Nullable({ ...DateTime, description: "When the crew comes to the next stop of the case." }),
    eta_source: Nullable(
      Enum(["CREW", "PLAN"], { description: "The crew has said so, or the plan of the tour; null with `eta`." }),
    ),
    postponed_until: Nullable(DateTime),
    forwarded_to: Nullable(Uuid),
    last_actor: NullableActionActor,
    position: Type.Number({ description: "Order within the tour; follows the tour's plan." }),
    constraint_violations: Type.Array(CaseConstraintViolation),
    updated_at: DateTime,
  },
  {
    $id: "TourCaseState",
    description: "One case on one tour. A link that was taken back or passed on keeps the state it had then.",
    examples: [
      {
        tour_id: tourExample.id,
        tour_natural_id: tourExample.natural_id,
        state: "ASSIGNED",
        bucket: "open",
        actions: ["ACCEPT", "REJECT"],
        assigned_at: "2026-03-02T08:20:00+00:00",
        accepted_at: null,
        answer_until: "2026-03-02T08:22:00+00:00",
        device_received_at: null,
        started_at: null,
        arrived_at: null,
        loaded_at: null,
        arrived_at_destination_at: null,
        finished_at: null,
        closed_at: null,
        eta: null,
        eta_source: null,
        postponed_until: null,
        forwarded_to: null,
        last_actor: "D",
        position: 0,
        constraint_violations: [],
        updated_at: "2026-03-02T08:20:00+00:00",
      },
    ],
  },
);

const linkedCaseExample = {
  id: "c0a80102-5a53-4b8e-9a36-1f6f6a1f8f10",
  natural_id: "C-2026-000124",
  display_name: "G 123 AB",
  data_type: "ROADSIDE",
  state: "open",
  finalized: false,
};
export const LinkedCase = ClosedObject(
  {
    id: Uuid,
    natural_id: Type.String(),
    display_name: Type.String(),
    data_type: Enum(["FUNERAL", "ROADSIDE"]),
    state: Type.String(),
    finalized: Type.Boolean(),
  },
  { $id: "LinkedCase", examples: [linkedCaseExample] },
);
export const LinkedCases = ClosedObject(
  { parent: Nullable(LinkedCase), children: Type.Array(LinkedCase) },
  {
    $id: "LinkedCases",
    description: "Those that the caller may see.",
    examples: [{ parent: null, children: [linkedCaseExample] }],
  },
);

const todoExample = {
  id: "2c9a7f0e-1b3d-4e5f-8a6b-7c8d9e0f1a02",
  created_at: "2026-03-02T08:15:00+00:00",
  updated_at: "2026-03-02T08:15:00+00:00",
  title: "Papiere übernehmen",
  description: null,
  phase: "PICKUP",
  required: true,
  position: 10,
  completed: false,
  completed_at: null,
  completed_by: null,
};
export const Todo = ClosedObject(
  {
    ...entityFields,
    title: Type.String(),
    description: Nullable(Type.String()),
    phase: Enum(["PICKUP", "DELIVERY"]),
    required: Type.Boolean(),
    position: Type.Integer(),
    completed: Type.Boolean(),
    completed_at: Nullable(DateTime),
    completed_by: Nullable(CreatedBy),
  },
  { $id: "Todo", examples: [todoExample] },
);
export type Todo = Static<typeof Todo>;
export const CaseTodos = ClosedObject(
  { pickup: Type.Array(Todo), delivery: Type.Array(Todo) },
  {
    $id: "CaseTodos",
    description:
      "Todos of a template with a condition on `infectious` or `police` are left out where these fields are restricted.",
    examples: [{ pickup: [todoExample], delivery: [] }],
  },
);
export const CaseAssets = ClosedObject(
  { images: Type.Array(Asset), documents: Type.Array(Asset), others: Type.Array(Asset) },
  { $id: "CaseAssets", examples: [{ images: [], documents: [], others: [] }] },
);

/** Maximum number of mails shown with a case, the newest: all of a month would be read with each case. */
export const HANDOVER_MAILS_SHOWN_MAX = 50;
const handoverMailFailures = ["HANDOVER_UNDONE", "ATTACHMENT_TOO_LARGE", "NOT_CARRIED"] as const;
export type HandoverMailFailure = (typeof handoverMailFailures)[number];

export const HandoverMail = ClosedObject(
  {
    id: { ...Uuid, description: "One of the `message_ids` of the confirmation; a correction has one of its own." },
    kind: Enum(["CONFIRMATION", "CORRECTION"], {
      description: "CORRECTION: the handover was undone, and those who had been sent the confirmation are told so.",
    }),
    recipient: Type.String(),
    state: Enum(["PENDING", "SENT", "FAILED"], {
      description: "PENDING mails are tried again, for most of a day; FAILED ones are given up.",
    }),
    reason: Nullable(
      Enum(handoverMailFailures, {
        description:
          "Of a FAILED mail. HANDOVER_UNDONE: the handover was taken back before it went out. ATTACHMENT_TOO_LARGE: the PDF is " +
          "larger than mails may be; a link can be sent. NOT_CARRIED: no PDF could be made, or no server took the mail, e.g. because the address does not exist. Null where it was not recorded.",
      }),
    ),
    at: { ...DateTime, description: "When it was sent or given up; while it is PENDING, when it was asked for." },
  },
  {
    $id: "HandoverMail",
    examples: [
      {
        id: "5e3d1a52-0c4b-4f6e-9a8d-2b1c0f9e8d70",
        kind: "CONFIRMATION",
        recipient: "office@example.org",
        state: "FAILED",
        reason: "ATTACHMENT_TOO_LARGE",
        at: "2026-03-02T12:10:00+00:00",
      },
    ],
  },
);
