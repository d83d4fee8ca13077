import { type FormField, createFormFieldFactory, type FormSectionName } from "../fields/field.ts";

interface AddressPlacement {
  readonly prefix: string;
  readonly section: FormSectionName;
  readonly group: string;
  readonly isFrequent: boolean;
  readonly isFuneral: boolean;
}

/** Fields of one address: first those that are read back to the caller, then those that help the crew, under "Mehr". */
export function createAddressFormFields({
  prefix,
  section,
  group,
  isFrequent,
  isFuneral,
}: AddressPlacement): readonly FormField[] {
  const field = createFormFieldFactory(section, group);
  const at = (name: string, kind: FormField["kind"] = "text", details: Partial<FormField> = {}): FormField => ({
    ...field(`${prefix}.${name}`, kind),
    label: `address_${name.replaceAll(".", "_")}`,
    ...details,
  });
  const first = (name: string, width: number, details: Partial<FormField> = {}) =>
    at(name, "text", { isFrequent, width, ...details });
  return [
    first("name", 3, { maxLength: 255 }),
    first("street", 2, { maxLength: 255 }),
    first("house_number", 1, { maxLength: 32 }),
    first("addition", 2, { maxLength: 255 }),
    first("zip_code", 1, { maxLength: 16 }),
    first("city", 2, { maxLength: 255 }),
    first("country", 1, { maxLength: 2 }),
    first("contact_name", 4, { isFrequent: false, maxLength: 255 }),
    at("phone_number", "phone", { maxLength: 64 }),
    at("floor", "text", { width: 2, maxLength: 32 }),
    at("timeframe.from", "moment", { width: 3 }),
    at("timeframe.to", "moment", { width: 3 }),
    at("lat", "number", { width: 3 }),
    at("lon", "number", { width: 3 }),
    at("elevator", "flag"),
    at("home", "flag"),
    at("elderly_home", "flag"),
    at("public_place", "flag"),
    ...(isFuneral ? [at("cold_storage", "flag")] : []),
    at("excluded_vehicle_type_ids", "several", { of: "vehicle_types", width: 12 }),
    at("notes", "long", { maxLength: 2000 }),
  ];
}
