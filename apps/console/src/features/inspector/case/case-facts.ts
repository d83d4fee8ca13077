/** Facts of a case, in groups that are read together. Unknown facts are not shown. */
import type { Case } from "@leitstand/contract/cases/case";

type FactKind =
  | "text"
  | "long"
  | "flag"
  | "choice"
  | "reason"
  | "day"
  | "instant"
  | "phone"
  | "email"
  | "cm"
  | "kg"
  | "km"
  | "minutes"
  | "eur"
  | "count"
  | "list";
export interface CaseFact {
  /** Message key of the label. */
  readonly key: string;
  readonly kind: FactKind;
  readonly value: unknown;
}
export interface CaseFactGroup {
  readonly key: string;
  readonly facts: readonly CaseFact[];
}
type FactValues = Readonly<Record<string, unknown>>;
interface FactGroupRule {
  readonly key: string;
  readonly of: (dispatchCase: Case) => object | null | undefined;
  readonly fields: Readonly<Record<string, FactKind>>;
}

const personFactKinds = { first_name: "text", last_name: "text", phone_number: "phone" } as const;
const factGroupRules: readonly FactGroupRule[] = [
  {
    key: "transport",
    of: ({ funeral_data }) => funeral_data,
    fields: { transport_type: "text", cargo_type: "choice" },
  },
  {
    key: "item",
    of: ({ funeral_data }) => funeral_data?.cargo_item,
    fields: { description: "long", reduces_vehicle_capacity: "flag" },
  },
  {
    key: "deceased",
    of: ({ funeral_data }) => funeral_data?.cargo_deceased,
    fields: {
      first_name: "text",
      last_name: "text",
      date_of_death: "day",
      birthday: "day",
      height_cm: "cm",
      weight_kg: "kg",
      container_type: "choice",
      coffin_type: "count",
      urn: "text",
      infectious: "flag",
      police: "flag",
      autopsy: "flag",
      anatomy: "flag",
      cultus: "flag",
      clothed: "flag",
      identity_confirmed: "flag",
    },
  },
  {
    key: "service",
    of: ({ rsa_data }) => rsa_data?.service,
    fields: { name: "text", key: "text", priority: "count", notes: "long" },
  },
  {
    key: "service",
    of: ({ rsa_data }) => rsa_data,
    fields: { seats_required: "count", outcome: "choice", needs_backoffice: "flag" },
  },
  {
    key: "damage",
    of: ({ rsa_data }) => rsa_data?.damage,
    fields: {
      description: "long",
      code: "text",
      cause: "text",
      occurred_at: "instant",
      driveable: "flag",
      accident: "flag",
      on_motorway: "flag",
    },
  },
  {
    key: "vehicle",
    of: ({ rsa_data }) => rsa_data?.vehicle,
    fields: {
      license_plate: "text",
      country: "text",
      brand: "text",
      model: "text",
      color: "text",
      category: "choice",
      fuel: "choice",
      first_registration: "day",
      vin: "text",
    },
  },
  {
    key: "vehicle",
    of: ({ rsa_data }) => rsa_data?.vehicle_data,
    fields: {
      mileage_km: "km",
      weight_kg: "kg",
      length_cm: "cm",
      width_cm: "cm",
      height_cm: "cm",
      gearbox: "choice",
      drive: "choice",
      seats: "count",
    },
  },
  {
    key: "vehicle",
    of: ({ rsa_data }) => rsa_data?.vehicle_detail,
    fields: {
      key_available: "flag",
      wheels_blocked: "flag",
      steering_blocked: "flag",
      in_garage: "flag",
      clearance_cm: "cm",
      dangerous_goods: "flag",
      loaded: "flag",
      notes: "long",
    },
  },
  {
    key: "trailer",
    of: ({ rsa_data }) => rsa_data?.trailer,
    fields: { license_plate: "text", type: "text", weight_kg: "kg", length_cm: "cm", loaded: "flag", notes: "long" },
  },
  {
    key: "customer",
    of: ({ rsa_data }) => rsa_data?.customer,
    fields: { ...personFactKinds, company: "text", email: "email", language: "text" },
  },
  {
    key: "member",
    of: ({ rsa_data }) => rsa_data?.member,
    fields: { number: "text", club: "text", type: "text", status: "text", valid_until: "day" },
  },
  {
    key: "arc",
    of: ({ rsa_data }) => rsa_data?.arc,
    fields: {
      partner: "text",
      reference: "text",
      authorisation: "text",
      cost_limit_eur: "eur",
      phone_number: "phone",
      notes: "long",
    },
  },
  {
    key: "insurance",
    of: ({ rsa_data }) => rsa_data?.insurance,
    fields: { company: "text", policy_number: "text", claim_number: "text", covers_tow: "flag", notes: "long" },
  },
  {
    key: "repair",
    of: ({ rsa_data }) => rsa_data?.vehicle_repair,
    fields: { repaired: "flag", code: "text", description: "long", duration_minutes: "minutes" },
  },
  {
    key: "contact",
    of: ({ contact }) => contact,
    fields: { name: "text", relation: "text", phone_number: "phone", email: "email", notes: "long" },
  },
  {
    key: "paperwork",
    of: ({ funeral_data, rsa_data }) => funeral_data?.handover ?? rsa_data?.handover,
    fields: { received_by: "text", refusal_reason: "text", delivered_at: "instant" },
  },
  {
    key: "paperwork",
    of: (dispatchCase) => dispatchCase,
    fields: {
      external_id: "text",
      description: "long",
      not_before: "instant",
      due_at: "instant",
      postponed_until: "instant",
      finish_reason: "reason",
      finalized_at: "instant",
    },
  },
];

const isKnownFact = (value: unknown) => value !== undefined && value !== null && value !== "";

/** Groups of facts that are not empty. Rules with one key add to one group. */
export function factGroupsOfCase(dispatchCase: Case): CaseFactGroup[] {
  const groups = new Map<string, CaseFact[]>();
  for (const { key, of, fields } of factGroupRules) {
    const values = of(dispatchCase) as FactValues | null | undefined;
    const facts = Object.entries(fields).flatMap(([name, kind]): CaseFact[] =>
      isKnownFact(values?.[name]) ? [{ key: name, kind, value: values?.[name] }] : [],
    );
    groups.set(key, [...(groups.get(key) ?? []), ...joinFullName(facts)]);
  }
  return [...groups].flatMap(([key, facts]) => (facts.length === 0 ? [] : [{ key, facts }]));
}

/** Joins first and last name to one fact. */
function joinFullName(facts: readonly CaseFact[]): CaseFact[] {
  const parts = facts.filter(({ key }) => key === "first_name" || key === "last_name");
  if (parts.length === 0) return [...facts];
  const name: CaseFact = { key: "name", kind: "text", value: parts.map(({ value }) => value).join(" ") };
  return [name, ...facts.filter((fact) => !parts.includes(fact))];
}

/** Keys of all labels, for the test that none is missing. */
export const caseFactLabelKeys = {
  groups: [...new Set(factGroupRules.map(({ key }) => key))],
  facts: [...new Set(factGroupRules.flatMap(({ fields }) => Object.keys(fields)))],
};
