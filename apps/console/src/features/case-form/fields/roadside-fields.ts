import { createAddressFormFields } from "../address/address-fields.ts";
import { createCallerFields, createNotesAndHandoverFields, caseTimeFields } from "./common-fields.ts";
import { type FormField, type FormFieldKind, createFormFieldFactory } from "./field.ts";

type FieldRow = readonly [name: string, kind?: FormFieldKind, details?: Partial<FormField>];
const fieldsFromRows = (group: string, rows: readonly FieldRow[], section: FormField["section"] = "subject") =>
  rows.map(([name, kind = "text", details = {}]): FormField => {
    const path = `rsa_data.${group}.${name}`;
    return { ...createFormFieldFactory(section, group)(path, kind), ...details };
  });
const textField = (maxLength: number, details: Partial<FormField> = {}) => ["text", { maxLength, ...details }] as const;
const frequentlyUsed = { isFrequent: true } as const;
const centimetreField = ["integer", { width: 3 }] as const;

const customerAddress = createAddressFormFields({
  prefix: "rsa_data.customer.address",
  section: "subject",
  group: "customer_address",
  isFrequent: false,
  isFuneral: false,
});

const vehicleFields: readonly FormField[] = [
  ...fieldsFromRows("vehicle", [
    ["license_plate", ...textField(32, { ...frequentlyUsed, width: 2 })],
    ["brand", ...textField(100, { ...frequentlyUsed, width: 2, isSuggested: true })],
    ["model", ...textField(100, { ...frequentlyUsed, width: 2, isSuggested: true })],
    ["color", ...textField(64, { ...frequentlyUsed, width: 2, isSuggested: true })],
    [
      "category",
      "choice",
      {
        ...frequentlyUsed,
        width: 2,
        options: ["CAR", "MOTORCYCLE", "VAN", "CAMPER", "TRUCK", "BUS", "BICYCLE", "OTHER"],
      },
    ],
    ["fuel", "choice", { ...frequentlyUsed, width: 2, options: ["BENZIN", "DIESEL", "ELEKTRO", "GAS"] }],
    ["country", ...textField(2, { width: 3 })],
    ["vin", ...textField(32, { width: 6 })],
    ["first_registration", "day", { width: 3, isPast: true }],
  ]),
];

const customerFields = fieldsFromRows("customer", [
  ["last_name", ...textField(255, { ...frequentlyUsed, width: 3 })],
  ["first_name", ...textField(255, { ...frequentlyUsed, width: 3 })],
  ["phone_number", "phone", { ...frequentlyUsed, width: 3, maxLength: 64 }],
  ["company", ...textField(255)],
  ["email", ...textField(254)],
  ["language", ...textField(8, { width: 3, isSuggested: true })],
]);

const vehicleDetailFields: readonly FormField[] = [
  ...fieldsFromRows("vehicle_detail", [
    ["key_available", "flag"],
    ["wheels_blocked", "flag"],
    ["steering_blocked", "flag"],
    ["in_garage", "flag"],
    ["clearance_cm", ...centimetreField],
    ["dangerous_goods", "flag"],
    ["loaded", "flag"],
    ["notes", "long", { maxLength: 2000 }],
  ]),
  ...fieldsFromRows("vehicle_data", [
    ["weight_kg", "integer", { width: 3 }],
    ["length_cm", ...centimetreField],
    ["width_cm", ...centimetreField],
    ["height_cm", ...centimetreField],
    ["gearbox", "choice", { options: ["MANUAL", "AUTOMATIC"], width: 3 }],
    ["drive", "choice", { options: ["FRONT", "REAR", "ALL"], width: 3 }],
    ["seats", "integer", { width: 3 }],
    ["mileage_km", "integer", { width: 3 }],
  ]),
  ...fieldsFromRows("trailer", [
    ["license_plate", ...textField(32, { width: 3 })],
    ["type", ...textField(100, { width: 3 })],
    ["weight_kg", "integer", { width: 3 }],
    ["length_cm", ...centimetreField],
    ["loaded", "flag"],
    ["notes", "long", { maxLength: 2000 }],
  ]),
];

const involvedPartyFields: readonly FormField[] = [
  ...fieldsFromRows("member", [
    ["club", ...textField(100, { isSuggested: true })],
    ["type", ...textField(64)],
    ["status", ...textField(64)],
    ["valid_until", "day"],
  ]),
  ...fieldsFromRows("insurance", [
    ["company", ...textField(255, { isSuggested: true })],
    ["policy_number", ...textField(64)],
    ["claim_number", ...textField(64)],
    ["covers_tow", "flag"],
    ["notes", "long", { maxLength: 2000 }],
  ]),
  ...fieldsFromRows("arc", [
    ["partner", ...textField(100, { isSuggested: true })],
    ["reference", ...textField(100)],
    ["authorisation", ...textField(100)],
    ["cost_limit_eur", "number"],
    ["phone_number", "phone", { maxLength: 64 }],
    ["notes", "long", { maxLength: 2000 }],
  ]),
  {
    ...createFormFieldFactory("subject", "additional_persons")("rsa_data.additional_persons", "list", { width: 12 }),
    item: [
      createFormFieldFactory("subject")("last_name", "text", { width: 3, maxLength: 255, label: "customer_last_name" }),
      createFormFieldFactory("subject")("first_name", "text", {
        width: 3,
        maxLength: 255,
        label: "customer_first_name",
      }),
      createFormFieldFactory("subject")("phone_number", "phone", {
        width: 3,
        maxLength: 64,
        label: "customer_phone_number",
      }),
      createFormFieldFactory("subject")("relation", "text", { width: 3, maxLength: 100, label: "contact_relation" }),
      createFormFieldFactory("subject")("notes", "text", { width: 12, maxLength: 500, label: "contact_notes" }),
    ],
  },
];

const serviceField = createFormFieldFactory("service");
const serviceFields: readonly FormField[] = [
  serviceField("rsa_data.service.key", "service", { ...frequentlyUsed, width: 4, maxLength: 64 }),
  serviceField("rsa_data.damage.description", "text", {
    ...frequentlyUsed,
    width: 8,
    maxLength: 2000,
    isSuggested: true,
  }),
  serviceField("rsa_data.damage.driveable", "flag", frequentlyUsed),
  serviceField("rsa_data.damage.accident", "flag", frequentlyUsed),
  serviceField("rsa_data.damage.on_motorway", "flag", frequentlyUsed),
  serviceField("rsa_data.seats_required", "integer", { ...frequentlyUsed, width: 3 }),
  serviceField("required_skill_ids", "several", { ...frequentlyUsed, of: "skills", width: 12 }),
  serviceField("rsa_data.service.name", "text", { maxLength: 255 }),
  serviceField("rsa_data.service.priority", "integer", { width: 2 }),
  serviceField("rsa_data.damage.code", "text", { width: 3, maxLength: 64 }),
  serviceField("rsa_data.damage.cause", "text", { width: 5, maxLength: 255 }),
  serviceField("rsa_data.damage.occurred_at", "moment", { isPast: true }),
  serviceField("rsa_data.service.notes", "long", { maxLength: 2000 }),
  ...fieldsFromRows(
    "vehicle_repair",
    [
      ["repaired", "flag", { onlyEdit: true }],
      ["code", ...textField(64, { width: 3, onlyEdit: true })],
      ["duration_minutes", "integer", { width: 3, onlyEdit: true }],
      ["description", "long", { maxLength: 2000, onlyEdit: true }],
    ],
    "service",
  ),
  {
    ...createFormFieldFactory("service", "vehicle_repair")("rsa_data.vehicle_repair.parts", "list", {
      width: 12,
      onlyEdit: true,
    }),
    item: [
      serviceField("description", "text", { isRequired: true, width: 6, maxLength: 255, label: "part_description" }),
      serviceField("number", "text", { width: 4, maxLength: 64, label: "part_number" }),
      serviceField("quantity", "number", { width: 2, label: "part_quantity" }),
    ],
  },
];

const outcomeFields = [
  createFormFieldFactory("papers")("rsa_data.needs_backoffice", "flag", { onlyEdit: true }),
  createFormFieldFactory("papers")("rsa_data.outcome", "choice", {
    options: ["SUCCESS", "GOA", "UNSUCCESSFUL"],
    onlyEdit: true,
  }),
];

const addressPlacement = { group: "more", isFrequent: true, isFuneral: false } as const;
/** Fields in the order in which they are asked on the phone, which is also the order of the Tab key. */
export const roadsideFormFields: readonly FormField[] = [
  ...createCallerFields({ relation: false }),
  ...createAddressFormFields({ ...addressPlacement, prefix: "rsa_data.source_address", section: "source" }),
  ...createAddressFormFields({ ...addressPlacement, prefix: "rsa_data.target_address", section: "target" }),
  ...vehicleFields,
  ...customerFields,
  ...fieldsFromRows("member", [["number", ...textField(64, { ...frequentlyUsed, width: 3 })]]),
  ...customerAddress,
  ...vehicleDetailFields,
  ...involvedPartyFields,
  ...serviceFields,
  ...caseTimeFields,
  ...createNotesAndHandoverFields("rsa_data"),
  ...outcomeFields,
];

/** Paths that only the crew's actions or the state of the case set; the form leaves them unchanged. */
export const preservedRoadsidePaths = [
  "rsa_data.handover.signature",
  "rsa_data.handover.signature_state",
  "rsa_data.status",
  "rsa_data.source_address.cold_storage",
  "rsa_data.target_address.cold_storage",
  "rsa_data.customer.address.cold_storage",
] as const;
