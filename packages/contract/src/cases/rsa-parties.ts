import { Type } from "typebox";
import { CaseAddress, Maybe } from "../company/address";
import { ContactNumber, DateTime, Day, Line, Shape, Text } from "../core/schema";

/** Parties of a roadside case: customer, member, partner club, insurance, and what happened to them. */

const person = {
  first_name: Maybe(Text(255)),
  last_name: Maybe(Text(255)),
  phone_number: Maybe(ContactNumber),
} as const;

export const RsaPerson = Shape(
  { ...person, relation: Maybe(Text(100)), notes: Maybe(Text(500)) },
  { $id: "RsaPerson", examples: [{ first_name: "Eva", last_name: "Muster", relation: "Beifahrerin" }] },
);

export const RsaCustomer = Shape(
  {
    ...person,
    company: Maybe(Text(255)),
    email: Maybe(Text(254)),
    language: Maybe(Text(8)),
    address: Maybe(CaseAddress),
  },
  { $id: "RsaCustomer", examples: [{ first_name: "Max", last_name: "Muster", phone_number: "+43664000000" }] },
);

export const RsaMember = Shape(
  {
    number: Maybe(Text(64)),
    club: Maybe(Text(100)),
    type: Maybe(Text(64)),
    status: Maybe(Text(64)),
    valid_until: Maybe(Day),
  },
  { $id: "RsaMember", examples: [{ number: "1234567", type: "Partner", status: "aktiv", valid_until: "2026-12-31" }] },
);

export const RsaArc = Shape(
  {
    partner: Maybe(Text(100, { description: "The club or assistance centre that passed the job on." })),
    reference: Maybe(Text(100, { description: "Its number of the job." })),
    authorisation: Maybe(Text(100)),
    cost_limit_eur: Maybe(Type.Number({ minimum: 0, maximum: 1_000_000 })),
    phone_number: Maybe(ContactNumber),
    notes: Maybe(Text(2000)),
  },
  { $id: "RsaArc", examples: [{ partner: "Partnerclub", reference: "A-2026-778", cost_limit_eur: 450 }] },
);

export const RsaDamage = Shape(
  {
    code: Maybe(Text(64)),
    description: Maybe(Text(2000)),
    cause: Maybe(Text(255)),
    occurred_at: Maybe(DateTime),
    driveable: Maybe(Type.Boolean()),
    accident: Maybe(Type.Boolean()),
    on_motorway: Maybe(Type.Boolean()),
  },
  { $id: "RsaDamage", examples: [{ description: "Springt nicht an", driveable: false, accident: false }] },
);

export const RsaInsurance = Shape(
  {
    company: Maybe(Line(255)),
    policy_number: Maybe(Text(64)),
    claim_number: Maybe(Text(64)),
    covers_tow: Maybe(Type.Boolean()),
    notes: Maybe(Text(2000)),
  },
  { $id: "RsaInsurance", examples: [{ company: "Versicherung", policy_number: "P-77881", covers_tow: true }] },
);
