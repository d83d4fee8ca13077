/** Input of `send_action`: one body for all actions, and which of its fields each action reads. */
import { type Static, Type } from "typebox";
import { type CaseAction, caseActions } from "./case-transitions";
import { BelongingState } from "./funeral-data";
import { RsaDamage } from "./rsa-parties";
import { RsaVehicleData, RsaVehicleDetail } from "./rsa-vehicle";
import { SignatureState } from "../company/address";
import { Country } from "../core/country";
import { DateTime, Enum, SingleLineText, LockVersion, ClosedObject, FreeText, Uuid } from "../core/schema";

/** SUCCESS is the default; GOA (gone on arrival) and UNSUCCESSFUL send a roadside case to the back office. */
export const caseActionOutcomes = ["SUCCESS", "GOA", "UNSUCCESSFUL"] as const;
/** Follow-up services of a roadside case: each makes a linked child case in `open`. */
export const roadsideFollowUpServices = ["AD_Standard", "AD_UNS_Standard"] as const;

/** A place as an address; kept as given, so every field of a case's addresses may be sent. */
export const ActionAddress = Type.Object(
  {
    name: Type.Optional(FreeText(255)),
    street: Type.Optional(FreeText(255)),
    house_number: Type.Optional(FreeText(32)),
    zip_code: Type.Optional(FreeText(16)),
    city: Type.Optional(FreeText(255)),
    country: Type.Optional(Country),
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  },
  { $id: "ActionAddress", additionalProperties: false, minProperties: 1 },
);

/** Belongings recorded on the spot are complete: each item that was not seen is said to be UNKNOWN. */
export const RecordedBelongings = ClosedObject(
  {
    watch: BelongingState,
    money: BelongingState,
    jewelery: BelongingState,
    ring: BelongingState,
    necklace: BelongingState,
    location: Type.Optional(FreeText(500, { description: "Where relocated belongings are." })),
    description: Type.Optional(FreeText(2000)),
  },
  {
    $id: "RecordedBelongings",
    examples: [{ watch: "STAYS", money: "UNKNOWN", jewelery: "UNKNOWN", ring: "RELOCATED", necklace: "UNKNOWN" }],
  },
);

export const IdentityCheck = ClosedObject(
  {
    method: Enum(["READ_BACK", "CODE"], {
      description: "The name was read aloud and compared, or a code was scanned.",
    }),
    code: Type.Optional(SingleLineText(255, { description: "What was scanned." })),
  },
  {
    $id: "IdentityCheck",
    description: "How the deceased was identified; kept in the history.",
    examples: [{ method: "READ_BACK" }],
  },
);

export const CaseFindings = ClosedObject(
  {
    damage: Type.Optional(RsaDamage),
    vehicle_data: Type.Optional(RsaVehicleData),
    vehicle_detail: Type.Optional(RsaVehicleDetail),
    notes: Type.Optional(SingleLineText(2000, { description: "Anything else; becomes a comment of the case." })),
  },
  {
    $id: "CaseFindings",
    examples: [{ damage: { cause: "Batterie leer" }, vehicle_data: { mileage_km: 142_300 }, notes: "Parkt im 2. UG" }],
  },
);

const actionPayloadFields = {
  eta: DateTime,
  finish_reason: SingleLineText(255),
  to_tour_id: Uuid,
  to_branch_id: Uuid,
  from_tour_id: Uuid,
  postponed_until: DateTime,
  received_by: SingleLineText(255),
  signature: Type.String({
    minLength: 1,
    maxLength: 65_536,
    description: "The drawn signature as an SVG path, or the id of its asset.",
  }),
  refusal_reason: SingleLineText(255),
  signature_state: {
    ...SignatureState,
    description: "`SIGNED` needs `signature`; `DECLINED` and `UNABLE` need `refusal_reason`, and take no signature.",
  },
  interim_address: ActionAddress,
  destination: ActionAddress,
  outcome: Enum(caseActionOutcomes),
  needs_backoffice: Type.Boolean({
    description: "Sends a roadside case to the back office although nothing is missing.",
  }),
  follow_up: Enum(roadsideFollowUpServices),
  todos: Type.Array(Uuid, { maxItems: 100, uniqueItems: true, description: "Todos that are done with this action." }),
  identity_confirmed: Type.Boolean({ description: "The deceased was identified." }),
  belongings_confirmed: Type.Boolean({
    description: "The belongings were recorded, or confirmed once more at delivery.",
  }),
  identity: IdentityCheck,
  belongings: {
    ...RecordedBelongings,
    description:
      "All five as they are now, kept with the case; a request that has them needs no `belongings_confirmed`.",
  },
  belongings_note: SingleLineText(500, {
    description: "Why they are others than at the newest `LOAD` that recorded them; needed then.",
  }),
  photo_ids: Type.Array(Uuid, {
    maxItems: 40,
    uniqueItems: true,
    description:
      "Photos that the phone has taken and will send by `uploadCaseAssets`, with these ids as `client_id`. They count as if they were " +
      "there; dispatchers are told of those that are missing after 72 hours. Every action takes them.",
  }),
  photos_missing_reason: SingleLineText(255, {
    description:
      "Why there are fewer photos than there should be; becomes a comment of the case. A roadside job then goes to the back office.",
  }),
  findings: {
    ...CaseFindings,
    description:
      "What the crew of a roadside job finds out on the spot. Each field that is named replaces that of the case; it stays when the action is undone. " +
      "A funeral transport takes none.",
  },
  force: Type.Boolean({
    description: "A dispatcher goes on in spite of severe constraint violations or a closed tour.",
  }),
};
type ActionPayloadField = keyof typeof actionPayloadFields;

/** The fields of `payload` that an action reads; `required` ones must be there whatever the state. */
export const caseActionInputFields = {
  ASSIGN: { required: [], optional: ["force"], reason: false },
  ACCEPT: { required: [], optional: ["eta"], reason: false },
  REJECT: { required: [], optional: [], reason: true },
  START: { required: [], optional: [], reason: false },
  POSTPONE: { required: ["postponed_until"], optional: [], reason: true },
  ON_THE_WAY: { required: [], optional: ["eta"], reason: false },
  ARRIVE: { required: [], optional: ["findings"], reason: false },
  LOAD: {
    required: [],
    optional: [
      "todos",
      "identity_confirmed",
      "identity",
      "belongings_confirmed",
      "belongings",
      "findings",
      "photos_missing_reason",
      "force",
    ],
    reason: false,
  },
  TO_TOWING_DESTINATION: {
    required: [],
    optional: ["destination", "findings", "photos_missing_reason"],
    reason: false,
  },
  AT_TOWING_DESTINATION: { required: [], optional: ["findings"], reason: false },
  DELIVER: {
    required: [],
    optional: [
      "received_by",
      "signature",
      "refusal_reason",
      "signature_state",
      "todos",
      "belongings_confirmed",
      "belongings",
      "belongings_note",
      "findings",
      "outcome",
      "needs_backoffice",
    ],
    reason: false,
  },
  FINISH: {
    required: ["finish_reason"],
    optional: [
      "interim_address",
      "outcome",
      "needs_backoffice",
      "follow_up",
      "signature",
      "received_by",
      "findings",
      "photos_missing_reason",
    ],
    reason: false,
  },
  DONE: { required: [], optional: ["todos"], reason: false },
  UNASSIGN: { required: [], optional: [], reason: true },
  FORWARD: { required: [], optional: ["to_tour_id", "to_branch_id", "force"], reason: true },
  FORWARD_ROLLBACK: { required: [], optional: ["from_tour_id"], reason: false },
  CANCEL: { required: [], optional: [], reason: true },
  UNDO: { required: [], optional: ["force"], reason: false },
} as const satisfies Record<
  CaseAction,
  { required: readonly ActionPayloadField[]; optional: readonly ActionPayloadField[]; reason: boolean }
>;

const optionalPayloadFields = Object.fromEntries(
  Object.entries(actionPayloadFields).map(([name, schema]) => [name, Type.Optional(schema)]),
) as {
  [field in ActionPayloadField]: ReturnType<typeof Type.Optional<(typeof actionPayloadFields)[field]>>;
};
/** All fields that any action can take; each action ignores what is not its own. */
export const CaseActionPayload = ClosedObject(optionalPayloadFields, { $id: "CaseActionPayload" });
export type CaseActionPayload = Static<typeof CaseActionPayload>;

/** The body of `send_action`. Without `tour_id` the action is asked of the case as a whole: ASSIGN, CANCEL, DELIVER. */
export const SendActionBody = ClosedObject(
  {
    action: Enum(caseActions),
    tour_id: Type.Optional({ ...Uuid, description: "On which tour; left out, it is done to the case as a whole." }),
    lock_version: LockVersion,
    reason: Type.Optional({ ...SingleLineText(255), description: "Why; kept in the history." }),
    occurred_at: Type.Optional({ ...DateTime, description: "When it was done; now, unless a phone was offline." }),
    action_id: Type.Optional({ ...Uuid, description: "Made by the sender: sent again, it is not done again." }),
    payload: Type.Optional(CaseActionPayload),
  },
  {
    $id: "SendActionBody",
    examples: [{ action: "ACCEPT", tour_id: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10", lock_version: 3 }],
  },
);
export type SendActionBody = Static<typeof SendActionBody>;
