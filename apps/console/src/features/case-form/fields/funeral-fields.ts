import { cargoTypes, transportTypes } from "@leitstand/contract/cases/funeral-data";
import { createAddressFormFields } from "../address/address-fields.ts";
import { createCallerFields, createNotesAndHandoverFields, caseTimeFields } from "./common-fields.ts";
import { type FormField, createFormFieldFactory, type FormValues, valueAtPath } from "./field.ts";

const deceasedPath = "funeral_data.cargo_deceased";
const isPersonTransport = (values: FormValues) => valueAtPath(values, "funeral_data.cargo_type") !== "ITEM";
const isItemTransport = (values: FormValues) => !isPersonTransport(values);
const isInContainer = (container: string) => (values: FormValues) =>
  isPersonTransport(values) && valueAtPath(values, `${deceasedPath}.container_type`) === container;

const subjectField = createFormFieldFactory("subject");
const deceasedField = (
  name: string,
  kind: FormField["kind"] = "text",
  details: Partial<FormField> = {},
): FormField => ({
  ...subjectField(`${deceasedPath}.${name}`, kind),
  when: isPersonTransport,
  ...details,
});
const belongingField = (
  name: string,
  kind: FormField["kind"] = "choice",
  details: Partial<FormField> = {},
): FormField =>
  deceasedField(`belongings.${name}`, kind, {
    group: "belongings",
    ...(kind === "choice" ? { options: ["UNKNOWN", "STAYS", "RELOCATED"], width: 3 } : {}),
    ...details,
  });

const subjectFields: readonly FormField[] = [
  subjectField("funeral_data.cargo_type", "choice", {
    options: cargoTypes,
    isFrequent: true,
    isRequired: true,
    width: 3,
  }),
  deceasedField("last_name", "text", { isFrequent: true, isRequired: true, width: 5, maxLength: 255 }),
  deceasedField("first_name", "text", { isFrequent: true, isRequired: true, width: 4, maxLength: 255 }),
  deceasedField("date_of_death", "day", { isFrequent: true, isRequired: true, width: 3, isPast: true }),
  deceasedField("birthday", "day", { isFrequent: true, width: 3, isPast: true }),
  deceasedField("weight_kg", "number", { isFrequent: true, width: 3 }),
  deceasedField("infectious", "flag", { isFrequent: true, width: 3 }),
  subjectField("funeral_data.cargo_item.description", "text", {
    isFrequent: true,
    isRequired: true,
    width: 6,
    maxLength: 1000,
    when: isItemTransport,
  }),
  subjectField("funeral_data.cargo_item.reduces_vehicle_capacity", "flag", {
    isFrequent: true,
    width: 3,
    when: isItemTransport,
  }),
  deceasedField("height_cm", "integer", { width: 3 }),
  deceasedField("clothed", "flag"),
  deceasedField("cultus", "flag"),
  deceasedField("autopsy", "flag"),
  deceasedField("police", "flag"),
  deceasedField("anatomy", "flag"),
  deceasedField("container_type", "choice", { options: ["COFFIN", "URN"], width: 3, group: "container" }),
  deceasedField("coffin_type", "integer", { width: 3, group: "container", when: isInContainer("COFFIN") }),
  deceasedField("urn", "text", { width: 6, group: "container", maxLength: 255, when: isInContainer("URN") }),
  ...["watch", "money", "jewelery", "ring", "necklace"].map((name) => belongingField(name)),
  belongingField("location", "text", { width: 6, maxLength: 500 }),
  belongingField("description", "long", { maxLength: 2000 }),
  ...createAddressFormFields({
    prefix: "funeral_data.police_address",
    section: "subject",
    group: "police_address",
    isFrequent: false,
    isFuneral: true,
  }).map((field) => ({ ...field, when: isPersonTransport })),
];

const serviceField = createFormFieldFactory("service");
/** Fields in the order in which they are asked on the phone, which is also the order of the Tab key. */
export const funeralFormFields: readonly FormField[] = [
  ...createCallerFields({ relation: true }),
  ...createAddressFormFields({
    prefix: "funeral_data.source_address",
    section: "source",
    group: "more",
    isFrequent: true,
    isFuneral: true,
  }),
  ...createAddressFormFields({
    prefix: "funeral_data.target_address",
    section: "target",
    group: "more",
    isFrequent: true,
    isFuneral: true,
  }),
  ...subjectFields,
  serviceField("funeral_data.transport_type", "choice", {
    options: transportTypes,
    isFrequent: true,
    isRequired: true,
    width: 4,
  }),
  serviceField("required_skill_ids", "several", { of: "skills", isFrequent: true, width: 8 }),
  ...caseTimeFields,
  ...createNotesAndHandoverFields("funeral_data"),
];

/** Paths that only the crew's own actions set; the form leaves them unchanged. */
export const preservedFuneralPaths = [
  "funeral_data.handover.signature",
  "funeral_data.handover.signature_state",
  "funeral_data.cargo_deceased.identity_confirmed",
  "funeral_data.cargo_deceased.belongings.confirmation",
] as const;
