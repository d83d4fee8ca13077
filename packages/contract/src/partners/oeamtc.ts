/** Cases that a roadside club's own system passes on, keeps up to date, and takes back. */
import { type Static, type TProperties, Type } from "typebox";
import { CaseAddress, OptionalNullable } from "../company/address";
import { Case } from "../cases/case";
import { caseActionOutcomes, roadsideFollowUpServices } from "../cases/case-action-input";
import { caseActionErrorCodes, CaseActionAnswer } from "../cases/case-actions";
import { RsaService } from "../cases/rsa-data";
import { RsaArc, RsaCustomer, RsaDamage, RsaInsurance, RsaMember, RsaPerson } from "../cases/rsa-parties";
import { RsaTrailer, RsaVehicle } from "../cases/rsa-vehicle";
import { defineOperations } from "../operation/operation";
import { DateTime, Enum, IdParams, SingleLineText, PhoneNumber, ClosedObject, FreeText, Uuid } from "../core/schema";

const partnerFields = {
  partner_version: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        "Counts the partner's own changes of the job. What is not newer than the newest that arrived changes nothing; " +
        "left out, the request counts as newer.",
    }),
  ),
  service: OptionalNullable(RsaService),
  customer: OptionalNullable(RsaCustomer),
  member: OptionalNullable(RsaMember),
  vehicle: OptionalNullable(RsaVehicle),
  damage: OptionalNullable(RsaDamage),
  insurance: OptionalNullable(RsaInsurance),
  arc: OptionalNullable(RsaArc),
  trailer: OptionalNullable(RsaTrailer),
  additional_persons: OptionalNullable(Type.Array(RsaPerson, { maxItems: 20 })),
  source_address: OptionalNullable(CaseAddress),
  target_address: OptionalNullable(CaseAddress),
  not_before: OptionalNullable(DateTime),
  due_at: OptionalNullable(DateTime),
  branch_external_id: Type.Optional(
    SingleLineText(255, {
      description:
        "`external_id` of the branch that gets a new job; left out, the branch of the area that its postal code lies in. " +
        "Which branch works on it later is decided at the desk.",
    }),
  ),
} as const satisfies TProperties;

const externalIdField = SingleLineText(100, {
  description: "The partner's own number of the job; the same one is the same job.",
});
const oeamtcRequestExample = {
  external_id: "OE-2026-778812",
  partner_version: 3,
  service: { key: "PH_Standard", name: "Pannenhilfe", priority: 3 },
  customer: { first_name: "Max", last_name: "Muster", phone_number: "+43664000000" },
  member: { number: "1234567", status: "aktiv" },
  vehicle: { license_plate: "G 123 AB", country: "AT", brand: "Skoda", model: "Octavia" },
  damage: { description: "Springt nicht an", driveable: false },
  source_address: { street: "Triester Straße", house_number: "12", zip_code: "8020", city: "Graz", country: "AT" },
};

export const OeamtcCaseRequest = ClosedObject(
  { external_id: externalIdField, ...partnerFields },
  { $id: "OeamtcCaseRequest", examples: [oeamtcRequestExample] },
);
export type OeamtcCaseRequest = Static<typeof OeamtcCaseRequest>;
export const OeamtcCaseUpdateRequest = ClosedObject(
  { external_id: Type.Optional(externalIdField), ...partnerFields },
  { $id: "OeamtcCaseUpdateRequest", examples: [{ partner_version: 4, member: { number: "1234567" } }] },
);
export type OeamtcCaseUpdateRequest = Static<typeof OeamtcCaseUpdateRequest>;

const oeamtcCaseExample = (Case as { examples?: object[] }).examples?.[0];
export const OeamtcCase = ClosedObject(
  {
    case: Case,
    created: Type.Boolean({ description: "False: the job was known already." }),
    ignored_fields: Type.Array(Type.String(), {
      maxItems: 50,
      description:
        "Fields of the request that were not taken over: an older version, or too late for them. What was sent before with the " +
        "same value is not among them, whatever others have made of it since, unless it came too late then.",
    }),
  },
  { $id: "OeamtcCase", examples: [{ case: oeamtcCaseExample, created: true, ignored_fields: [] }] },
);
export type OeamtcCase = Static<typeof OeamtcCase>;

export const OeamtcFinishRequest = ClosedObject(
  {
    reason: SingleLineText(255, { description: "Why the job is over; kept as the case's `finish_reason`." }),
    follow_up: Type.Optional(Enum(roadsideFollowUpServices)),
    outcome: Type.Optional(Enum(caseActionOutcomes)),
    occurred_at: Type.Optional(DateTime),
    action_id: Type.Optional(Uuid),
  },
  { $id: "OeamtcFinishRequest", examples: [{ reason: "Fährt wieder", outcome: "SUCCESS" }] },
);
export type OeamtcFinishRequest = Static<typeof OeamtcFinishRequest>;

export const OeamtcCallbackRequest = ClosedObject(
  {
    phone_number: Type.Optional(PhoneNumber),
    reason: Type.Optional(FreeText(255)),
  },
  { $id: "OeamtcCallbackRequest", examples: [{ phone_number: "+43664000000", reason: "Kunde nicht am Fahrzeug" }] },
);
export type OeamtcCallbackRequest = Static<typeof OeamtcCallbackRequest>;

const clubOperationDefaults = { tenantTypes: ["ROADSIDE_ASSISTANCE"], changes: "BRANCH" } as const;
const partnerDataErrors = ["TIME_RANGE_INVALID", "TIME_OUT_OF_RANGE", "FIELD_COMBINATION_INVALID"] as const;
const partnerOwnedFieldsText =
  "Customer, member, insurance, ARC, vehicle, damage, trailer and persons are the partner's. The service is until the crew accepts, " +
  "places and times until it arrives; what comes later is named in `ignored_fields`, and a comment tells the desk once. State, " +
  "tours, branch, outcome and handover are never touched. A field that is sent as before changes nothing, and in the damage stays " +
  "what the crew has found and the request does not name.";

export const oeamtcOperations = defineOperations("oeamtc", {
  createOeamtcCase: {
    on: "POST /extensions/tenants/oeamtc/cases",
    summary: "Pass a job on",
    description:
      "Creates the case, or brings it up to date when the caller has passed the same `external_id` on before: always 201, " +
      "because partners repeat what they did not hear an answer to. " +
      partnerOwnedFieldsText,
    ...clubOperationDefaults,
    kinds: ["USER", "SERVICE"],
    body: OeamtcCaseRequest,
    success: 201,
    answer: OeamtcCase,
    errors: [...partnerDataErrors, "REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED", "RESOURCE_ALREADY_EXISTS"],
  },
  updateOeamtcCase: {
    on: "PUT /extensions/tenants/oeamtc/cases/{id}",
    summary: "Bring a job up to date",
    description:
      "Like passing it on again, by the id of the case, and without a `lock_version`: fields are merged under the lock of " +
      "the case. A program reaches the jobs that it has passed on itself. " +
      partnerOwnedFieldsText,
    ...clubOperationDefaults,
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    body: OeamtcCaseUpdateRequest,
    leftOut: { others: "kept" },
    answer: OeamtcCase,
    errors: partnerDataErrors,
  },
  requestOeamtcCaseCallback: {
    on: "POST /extensions/tenants/oeamtc/cases/{id}/callback",
    summary: "Ask the partner to call back about a case",
    description:
      "Queues `case_callback`. Within 60 seconds the same case is asked for once. A case that no partner has passed on is " +
      "not found; without an active connector the answer is `ACTION_NOT_AVAILABLE`.",
    grant: "requestOeamtcCallback",
    ...clubOperationDefaults,
    params: IdParams,
    body: OeamtcCallbackRequest,
    bodyOptional: true,
    success: 204,
  },
  finishOeamtcCase: {
    on: "POST /extensions/tenants/oeamtc/cases/{id}/finish",
    summary: "Finish a job",
    description:
      "`FINISH` of the tour that has it, as a program. While the vehicle is on the truck it is refused with " +
      "`CASE_CARGO_LOADED`; a case that is closed already is answered unchanged. `follow_up` makes a linked case of that " +
      "service.",
    ...clubOperationDefaults,
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    body: OeamtcFinishRequest,
    answer: CaseActionAnswer,
    errors: caseActionErrorCodes,
    limit: "action",
  },
  requestOeamtcTourCallback: {
    on: "POST /extensions/tenants/oeamtc/tours/{id}/callback",
    summary: "Ask the partner to call back about a tour",
    description:
      "Queues `case_callback` for the crew of the tour, within 60 seconds once. The partner calls `phone_number`. Left out, it is the " +
      "same as `requestOeamtcCaseCallback` for the only open case of the partner on the tour, and the partner calls the person who " +
      "reported it; where there is none or are several, the partner learns the tour alone, so ask about the case instead. Without " +
      "an active connector the answer is `ACTION_NOT_AVAILABLE`.",
    grant: "requestOeamtcCallback",
    ...clubOperationDefaults,
    params: IdParams,
    body: OeamtcCallbackRequest,
    bodyOptional: true,
    success: 204,
  },
});
