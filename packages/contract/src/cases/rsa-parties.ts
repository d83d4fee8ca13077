/** Parties of a roadside case: customer, member, partner club, insurance, and what happened to them. */
import { Type } from "typebox";
import { CaseAddress, OptionalNullable } from "../company/address";
import { ContactPhoneNumber, DateTime, CalendarDay, SingleLineText, ClosedObject, FreeText } from "../core/schema";

const personFields = {
  first_name: OptionalNullable(FreeText(255)),
  last_name: OptionalNullable(FreeText(255)),
  phone_number: OptionalNullable(ContactPhoneNumber),
} as const;

export const RsaPerson = ClosedObject(
  { ...personFields, relation: OptionalNullable(FreeText(100)), notes: OptionalNullable(FreeText(500)) },
  { $id: "RsaPerson", examples: [{ first_name: "Eva", last_name: "Muster", relation: "Beifahrerin" }] },
);

export const RsaCustomer = ClosedObject(
  {
    ...personFields,
    company: OptionalNullable(FreeText(255)),
    email: OptionalNullable(FreeText(254)),
    language: OptionalNullable(FreeText(8)),
    address: OptionalNullable(CaseAddress),
  },
  { $id: "RsaCustomer", examples: [{ first_name: "Max", last_name: "Muster", phone_number: "+43664000000" }] },
);

export const RsaMember = ClosedObject(
  {
    number: OptionalNullable(FreeText(64)),
    club: OptionalNullable(FreeText(100)),
    type: OptionalNullable(FreeText(64)),
    status: OptionalNullable(FreeText(64)),
    valid_until: OptionalNullable(CalendarDay),
  },
  { $id: "RsaMember", examples: [{ number: "1234567", type: "Partner", status: "aktiv", valid_until: "2026-12-31" }] },
);

export const RsaArc = ClosedObject(
  {
    partner: OptionalNullable(FreeText(100, { description: "The club or assistance centre that passed the job on." })),
    reference: OptionalNullable(FreeText(100, { description: "Its number of the job." })),
    authorisation: OptionalNullable(FreeText(100)),
    cost_limit_eur: OptionalNullable(Type.Number({ minimum: 0, maximum: 1_000_000 })),
    phone_number: OptionalNullable(ContactPhoneNumber),
    notes: OptionalNullable(FreeText(2000)),
  },
  { $id: "RsaArc", examples: [{ partner: "Partnerclub", reference: "A-2026-778", cost_limit_eur: 450 }] },
);

export const RsaDamage = ClosedObject(
  {
    code: OptionalNullable(FreeText(64)),
    description: OptionalNullable(FreeText(2000)),
    cause: OptionalNullable(FreeText(255)),
    occurred_at: OptionalNullable(DateTime),
    driveable: OptionalNullable(Type.Boolean()),
    accident: OptionalNullable(Type.Boolean()),
    on_motorway: OptionalNullable(Type.Boolean()),
  },
  { $id: "RsaDamage", examples: [{ description: "Springt nicht an", driveable: false, accident: false }] },
);

export const RsaInsurance = ClosedObject(
  {
    company: OptionalNullable(SingleLineText(255)),
    policy_number: OptionalNullable(FreeText(64)),
    claim_number: OptionalNullable(FreeText(64)),
    covers_tow: OptionalNullable(Type.Boolean()),
    notes: OptionalNullable(FreeText(2000)),
  },
  { $id: "RsaInsurance", examples: [{ company: "Versicherung", policy_number: "P-77881", covers_tow: true }] },
);
