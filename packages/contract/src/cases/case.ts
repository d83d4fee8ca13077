/** A case is one job: a transport for a funeral company, or a vehicle that broke down for a roadside assistance company. */
import { type Static, Type } from "typebox";
import { OptionalNullable } from "../company/address";
import { FuneralData } from "./funeral-data";
import { RsaData } from "./rsa-data";
import {
  ContactPhoneNumber,
  DateTime,
  Enum,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";
import {
  ActiveTour,
  CaseAssets,
  CaseState,
  CaseTodos,
  CaseVehicle,
  CreatedBy,
  HANDOVER_MAILS_SHOWN_MAX,
  HandoverMail,
  LinkedCases,
  TourCaseState,
} from "./case-parts";

export const caseDataTypes = ["FUNERAL", "ROADSIDE"] as const;

export const CaseContact = ClosedObject(
  {
    name: OptionalNullable(FreeText(255)),
    phone_number: OptionalNullable(ContactPhoneNumber),
    email: OptionalNullable(FreeText(254)),
    relation: OptionalNullable(FreeText(100, { description: "To the deceased or to the vehicle." })),
    notes: OptionalNullable(FreeText(2000)),
  },
  { $id: "CaseContact", examples: [{ name: "Anna Muster", phone_number: "+43664000000", relation: "Tochter" }] },
);

const caseDraftFields = {
  approved: Type.Boolean({ description: "Only approved cases can be assigned to a tour." }),
  data_type: Enum(caseDataTypes, {
    description: "FUNERAL for funeral companies, ROADSIDE for roadside assistance companies.",
  }),
  branch_id: OptionalNullable({
    ...Uuid,
    description: "The branch that works on it; left out, the caller's own if that is exactly one.",
  }),
  brand_id: OptionalNullable({ ...Uuid, description: "The name under which the tenant works for this customer." }),
  parent_id: OptionalNullable({
    ...Uuid,
    description: "The case that this one belongs to, e.g. as a second unit or follow-up.",
  }),
  external_id: OptionalNullable(
    SingleLineText(100, { description: "The caller's own number of the case; unique in the tenant." }),
  ),
  display_name: OptionalNullable(FreeText(255, { description: "What boards show; made from the data when left out." })),
  description: OptionalNullable(FreeText(4000)),
  contact: OptionalNullable(CaseContact),
  not_before: OptionalNullable({
    ...DateTime,
    description: "Not to be started earlier; else the start of the source's time frame.",
  }),
  due_at: OptionalNullable({
    ...DateTime,
    description: "To be done by then; else the end of the source's time frame.",
  }),
  required_skill_ids: Type.Optional(Type.Array(Uuid, { maxItems: 50, uniqueItems: true })),
  funeral_data: OptionalNullable(FuneralData),
  rsa_data: OptionalNullable(RsaData),
} as const;

const caseDraftExample = {
  approved: true,
  data_type: "FUNERAL",
  branch_id: "7e6d5c4b-3a29-4817-8605-f4e3d2c1b001",
  external_id: "ERP-4711",
  contact: { name: "Anna Muster", phone_number: "+43664000000", relation: "Tochter" },
  funeral_data: {
    cargo_type: "PERSON",
    transport_type: "Transportauftrag",
    cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01", infectious: false },
    source_address: {
      name: "Landeskrankenhaus",
      street: "Auenbruggerplatz",
      house_number: "1",
      zip_code: "8036",
      city: "Graz",
      country: "AT",
    },
    target_address: { name: "Zentralfriedhof", zip_code: "8020", city: "Graz", country: "AT" },
  },
};

export const CaseCreateRequest = ClosedObject(caseDraftFields, {
  $id: "CaseCreateRequest",
  examples: [caseDraftExample],
});
export type CaseCreateRequest = Static<typeof CaseCreateRequest>;

export const CaseUpdateRequest = ClosedObject(
  { ...caseDraftFields, finish_reason: OptionalNullable(SingleLineText(255)), lock_version: LockVersion },
  { $id: "CaseUpdateRequest", examples: [{ ...caseDraftExample, lock_version: 2 }] },
);
export type CaseUpdateRequest = Static<typeof CaseUpdateRequest>;

const caseAssociationFields = {
  active_tours: Type.Optional(Type.Array(ActiveTour)),
  vehicles: Type.Optional(Type.Array(CaseVehicle)),
  tour_case_states: Type.Optional(Type.Array(TourCaseState)),
  last_assigned_tour: Type.Optional(Nullable(ActiveTour)),
  linked_cases: Type.Optional(LinkedCases),
  todos: Type.Optional(CaseTodos),
  assets: Type.Optional(CaseAssets),
  handover_mails: Type.Optional(
    Type.Array(HandoverMail, {
      maxItems: HANDOVER_MAILS_SHOWN_MAX,
      description:
        "What became of the mails about its handovers, for 30 days, the newest first. Empty for crews, and for callers who only read cases.",
    }),
  ),
} as const;

const caseExample = {
  id: "c0a80101-5a53-4b8e-9a36-1f6f6a1f8f10",
  created_at: "2026-03-02T08:15:00+00:00",
  updated_at: "2026-03-02T08:15:00+00:00",
  lock_version: 0,
  natural_id: "C-2026-000123",
  display_name: "Muster Maria",
  branch_id: caseDraftExample.branch_id,
  brand_id: null,
  parent_id: null,
  external_id: "ERP-4711",
  data_type: "FUNERAL",
  approved: true,
  finalized: false,
  finalized_at: null,
  finish_reason: null,
  description: null,
  contact: caseDraftExample.contact,
  created_by: { id: "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6", name: "Eva Disponentin" },
  not_before: null,
  due_at: null,
  postponed_until: null,
  required_skill_ids: [],
  state: { current: "OPEN", actions: ["ASSIGN", "CANCEL", "DELIVER"] },
  funeral_data: caseDraftExample.funeral_data,
  rsa_data: null,
  is_redacted: false,
  active_tours: [],
  vehicles: [],
  tour_case_states: [],
  last_assigned_tour: null,
  linked_cases: { parent: null, children: [] },
  todos: { pickup: [], delivery: [] },
  assets: { images: [], documents: [], others: [] },
  handover_mails: [],
};

export const Case = ClosedObject(
  {
    ...versionedEntityFields,
    natural_id: Type.String(),
    display_name: Type.String(),
    branch_id: Nullable(Uuid),
    brand_id: Nullable(Uuid),
    parent_id: Nullable(Uuid),
    external_id: Nullable(Type.String()),
    data_type: caseDraftFields.data_type,
    approved: Type.Boolean(),
    finalized: Type.Boolean({ description: "Delivered, finished or cancelled: only its papers can still change." }),
    finalized_at: Nullable(DateTime),
    finish_reason: Nullable(
      Type.String({
        description: "As it was given; `COMPLETED_BY_BACKOFFICE` where the back office closed the case without one.",
      }),
    ),
    description: Nullable(Type.String()),
    contact: Nullable(CaseContact),
    created_by: Nullable(CreatedBy),
    not_before: Nullable(DateTime),
    due_at: Nullable(DateTime),
    postponed_until: Nullable(DateTime),
    required_skill_ids: Type.Array(Uuid),
    state: CaseState,
    funeral_data: Nullable(FuneralData),
    rsa_data: Nullable(RsaData),
    is_redacted: Type.Boolean({
      description:
        "Restricted fields are null here because the caller only reads cases. For the crew of a finished link so are the " +
        "contact, notes and telephone numbers.",
    }),
    ...caseAssociationFields,
  },
  {
    $id: "Case",
    description: "Associations are left out with `include_associations=false`.",
    examples: [caseExample],
  },
);
export type Case = Static<typeof Case>;
