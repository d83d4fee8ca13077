import { addressFields } from "../address/address-fields.ts";
import { callFields, paperFields, timeFields } from "./common-fields.ts";
import { type Field, type FieldKind, fieldsOf } from "./field.ts";

type Row = readonly [name: string, kind?: FieldKind, details?: Partial<Field>];
const from = (group: string, rows: readonly Row[], section: Field["section"] = "subject") =>
  rows.map(([name, kind = "text", details = {}]): Field => {
    const path = `rsa_data.${group}.${name}`;
    return { ...fieldsOf(section, group)(path, kind), ...details };
  });
const line = (maxLength: number, details: Partial<Field> = {}) => ["text", { maxLength, ...details }] as const;
const frequent = { isFrequent: true } as const;
const centimetres = ["integer", { width: 3 }] as const;

const customerAddress = addressFields({
  prefix: "rsa_data.customer.address",
  section: "subject",
  group: "customer_address",
  isFrequent: false,
  isFuneral: false,
});

const vehicleFields: readonly Field[] = [
  ...from("vehicle", [
    ["license_plate", ...line(32, { ...frequent, width: 2 })],
    ["brand", ...line(100, { ...frequent, width: 2, isSuggested: true })],
    ["model", ...line(100, { ...frequent, width: 2, isSuggested: true })],
    ["color", ...line(64, { ...frequent, width: 2, isSuggested: true })],
    [
      "category",
      "choice",
      {
        ...frequent,
        width: 2,
        options: ["CAR", "MOTORCYCLE", "VAN", "CAMPER", "TRUCK", "BUS", "BICYCLE", "OTHER"],
      },
    ],
    ["fuel", "choice", { ...frequent, width: 2, options: ["BENZIN", "DIESEL", "ELEKTRO", "GAS"] }],
    ["country", ...line(2, { width: 3 })],
    ["vin", ...line(32, { width: 6 })],
    ["first_registration", "day", { width: 3, isPast: true }],
  ]),
];

const customerFields = from("customer", [
  ["last_name", ...line(255, { ...frequent, width: 3 })],
  ["first_name", ...line(255, { ...frequent, width: 3 })],
  ["phone_number", "phone", { ...frequent, width: 3, maxLength: 64 }],
  ["company", ...line(255)],
  ["email", ...line(254)],
  ["language", ...line(8, { width: 3, isSuggested: true })],
]);

const detailFields: readonly Field[] = [
  ...from("vehicle_detail", [
    ["key_available", "flag"],
    ["wheels_blocked", "flag"],
    ["steering_blocked", "flag"],
    ["in_garage", "flag"],
    ["clearance_cm", ...centimetres],
    ["dangerous_goods", "flag"],
    ["loaded", "flag"],
    ["notes", "long", { maxLength: 2000 }],
  ]),
  ...from("vehicle_data", [
    ["weight_kg", "integer", { width: 3 }],
    ["length_cm", ...centimetres],
    ["width_cm", ...centimetres],
    ["height_cm", ...centimetres],
    ["gearbox", "choice", { options: ["MANUAL", "AUTOMATIC"], width: 3 }],
    ["drive", "choice", { options: ["FRONT", "REAR", "ALL"], width: 3 }],
    ["seats", "integer", { width: 3 }],
    ["mileage_km", "integer", { width: 3 }],
  ]),
  ...from("trailer", [
    ["license_plate", ...line(32, { width: 3 })],
    ["type", ...line(100, { width: 3 })],
    ["weight_kg", "integer", { width: 3 }],
    ["length_cm", ...centimetres],
    ["loaded", "flag"],
    ["notes", "long", { maxLength: 2000 }],
  ]),
];

const partyFields: readonly Field[] = [
  ...from("member", [
    ["club", ...line(100, { isSuggested: true })],
    ["type", ...line(64)],
    ["status", ...line(64)],
    ["valid_until", "day"],
  ]),
  ...from("insurance", [
    ["company", ...line(255, { isSuggested: true })],
    ["policy_number", ...line(64)],
    ["claim_number", ...line(64)],
    ["covers_tow", "flag"],
    ["notes", "long", { maxLength: 2000 }],
  ]),
  ...from("arc", [
    ["partner", ...line(100, { isSuggested: true })],
    ["reference", ...line(100)],
    ["authorisation", ...line(100)],
    ["cost_limit_eur", "number"],
    ["phone_number", "phone", { maxLength: 64 }],
    ["notes", "long", { maxLength: 2000 }],
  ]),
  {
    ...fieldsOf("subject", "additional_persons")("rsa_data.additional_persons", "list", { width: 12 }),
    item: [
      fieldsOf("subject")("last_name", "text", { width: 3, maxLength: 255, label: "customer_last_name" }),
      fieldsOf("subject")("first_name", "text", { width: 3, maxLength: 255, label: "customer_first_name" }),
      fieldsOf("subject")("phone_number", "phone", { width: 3, maxLength: 64, label: "customer_phone_number" }),
      fieldsOf("subject")("relation", "text", { width: 3, maxLength: 100, label: "contact_relation" }),
      fieldsOf("subject")("notes", "text", { width: 12, maxLength: 500, label: "contact_notes" }),
    ],
  },
];

const service = fieldsOf("service");
const serviceFields: readonly Field[] = [
  service("rsa_data.service.key", "service", { ...frequent, width: 4, maxLength: 64 }),
  service("rsa_data.damage.description", "text", { ...frequent, width: 8, maxLength: 2000, isSuggested: true }),
  service("rsa_data.damage.driveable", "flag", frequent),
  service("rsa_data.damage.accident", "flag", frequent),
  service("rsa_data.damage.on_motorway", "flag", frequent),
  service("rsa_data.seats_required", "integer", { ...frequent, width: 3 }),
  service("required_skill_ids", "several", { ...frequent, of: "skills", width: 12 }),
  service("rsa_data.service.name", "text", { maxLength: 255 }),
  service("rsa_data.service.priority", "integer", { width: 2 }),
  service("rsa_data.damage.code", "text", { width: 3, maxLength: 64 }),
  service("rsa_data.damage.cause", "text", { width: 5, maxLength: 255 }),
  service("rsa_data.damage.occurred_at", "moment", { isPast: true }),
  service("rsa_data.service.notes", "long", { maxLength: 2000 }),
  ...from(
    "vehicle_repair",
    [
      ["repaired", "flag", { onlyEdit: true }],
      ["code", ...line(64, { width: 3, onlyEdit: true })],
      ["duration_minutes", "integer", { width: 3, onlyEdit: true }],
      ["description", "long", { maxLength: 2000, onlyEdit: true }],
    ],
    "service",
  ),
  {
    ...fieldsOf("service", "vehicle_repair")("rsa_data.vehicle_repair.parts", "list", { width: 12, onlyEdit: true }),
    item: [
      service("description", "text", { isRequired: true, width: 6, maxLength: 255, label: "part_description" }),
      service("number", "text", { width: 4, maxLength: 64, label: "part_number" }),
      service("quantity", "number", { width: 2, label: "part_quantity" }),
    ],
  },
];

const outcomeFields = [
  fieldsOf("papers")("rsa_data.needs_backoffice", "flag", { onlyEdit: true }),
  fieldsOf("papers")("rsa_data.outcome", "choice", { options: ["SUCCESS", "GOA", "UNSUCCESSFUL"], onlyEdit: true }),
];

const place = { group: "more", isFrequent: true, isFuneral: false } as const;
/** Fields in the order in which they are asked on the phone, which is also the order of the Tab key. */
export const roadsideFields: readonly Field[] = [
  ...callFields({ relation: false }),
  ...addressFields({ ...place, prefix: "rsa_data.source_address", section: "source" }),
  ...addressFields({ ...place, prefix: "rsa_data.target_address", section: "target" }),
  ...vehicleFields,
  ...customerFields,
  ...from("member", [["number", ...line(64, { ...frequent, width: 3 })]]),
  ...customerAddress,
  ...detailFields,
  ...partyFields,
  ...serviceFields,
  ...timeFields,
  ...paperFields("rsa_data"),
  ...outcomeFields,
];

/** Paths that only the crew's actions or the state of the case set; the form leaves them unchanged. */
export const keptRoadsidePaths = [
  "rsa_data.handover.signature",
  "rsa_data.handover.signature_state",
  "rsa_data.status",
  "rsa_data.source_address.cold_storage",
  "rsa_data.target_address.cold_storage",
  "rsa_data.customer.address.cold_storage",
] as const;
