import { cargoTypes, transportTypes } from "@leitstand/contract/cases/funeral-data";
import { addressFields } from "../address/address-fields.ts";
import { callFields, paperFields, timeFields } from "./common-fields.ts";
import { type Field, fieldsOf, type Values, valueAt } from "./field.ts";

const deceased = "funeral_data.cargo_deceased";
const isPerson = (values: Values) => valueAt(values, "funeral_data.cargo_type") !== "ITEM";
const isItem = (values: Values) => !isPerson(values);
const isIn = (container: string) => (values: Values) =>
  isPerson(values) && valueAt(values, `${deceased}.container_type`) === container;

const subject = fieldsOf("subject");
const person = (name: string, kind: Field["kind"] = "text", details: Partial<Field> = {}): Field => ({
  ...subject(`${deceased}.${name}`, kind),
  when: isPerson,
  ...details,
});
const belonging = (name: string, kind: Field["kind"] = "choice", details: Partial<Field> = {}): Field =>
  person(`belongings.${name}`, kind, {
    group: "belongings",
    ...(kind === "choice" ? { options: ["UNKNOWN", "STAYS", "RELOCATED"], width: 3 } : {}),
    ...details,
  });

const subjectFields: readonly Field[] = [
  subject("funeral_data.cargo_type", "choice", { options: cargoTypes, isFrequent: true, isRequired: true, width: 3 }),
  person("last_name", "text", { isFrequent: true, isRequired: true, width: 5, maxLength: 255 }),
  person("first_name", "text", { isFrequent: true, isRequired: true, width: 4, maxLength: 255 }),
  person("date_of_death", "day", { isFrequent: true, isRequired: true, width: 3, isPast: true }),
  person("birthday", "day", { isFrequent: true, width: 3, isPast: true }),
  person("weight_kg", "number", { isFrequent: true, width: 3 }),
  person("infectious", "flag", { isFrequent: true, width: 3 }),
  subject("funeral_data.cargo_item.description", "text", {
    isFrequent: true,
    isRequired: true,
    width: 6,
    maxLength: 1000,
    when: isItem,
  }),
  subject("funeral_data.cargo_item.reduces_vehicle_capacity", "flag", { isFrequent: true, width: 3, when: isItem }),
  person("height_cm", "integer", { width: 3 }),
  person("clothed", "flag"),
  person("cultus", "flag"),
  person("autopsy", "flag"),
  person("police", "flag"),
  person("anatomy", "flag"),
  person("container_type", "choice", { options: ["COFFIN", "URN"], width: 3, group: "container" }),
  person("coffin_type", "integer", { width: 3, group: "container", when: isIn("COFFIN") }),
  person("urn", "text", { width: 6, group: "container", maxLength: 255, when: isIn("URN") }),
  ...["watch", "money", "jewelery", "ring", "necklace"].map((name) => belonging(name)),
  belonging("location", "text", { width: 6, maxLength: 500 }),
  belonging("description", "long", { maxLength: 2000 }),
  ...addressFields({
    prefix: "funeral_data.police_address",
    section: "subject",
    group: "police_address",
    isFrequent: false,
    isFuneral: true,
  }).map((field) => ({ ...field, when: isPerson })),
];

const service = fieldsOf("service");
/** Fields in the order in which they are asked on the phone, which is also the order of the Tab key. */
export const funeralFields: readonly Field[] = [
  ...callFields({ relation: true }),
  ...addressFields({
    prefix: "funeral_data.source_address",
    section: "source",
    group: "more",
    isFrequent: true,
    isFuneral: true,
  }),
  ...addressFields({
    prefix: "funeral_data.target_address",
    section: "target",
    group: "more",
    isFrequent: true,
    isFuneral: true,
  }),
  ...subjectFields,
  service("funeral_data.transport_type", "choice", {
    options: transportTypes,
    isFrequent: true,
    isRequired: true,
    width: 4,
  }),
  service("required_skill_ids", "several", { of: "skills", isFrequent: true, width: 8 }),
  ...timeFields,
  ...paperFields("funeral_data"),
];

/** Paths that only the crew's own actions set; the form leaves them unchanged. */
export const keptFuneralPaths = [
  "funeral_data.handover.signature",
  "funeral_data.handover.signature_state",
  "funeral_data.cargo_deceased.identity_confirmed",
  "funeral_data.cargo_deceased.belongings.confirmation",
] as const;
