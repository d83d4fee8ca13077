/** Kinds of fields, by how they are typed and shown; components are made for kinds, not for fields. */
export type FormFieldKind =
  | "text"
  | "long"
  | "phone"
  | "integer"
  | "number"
  | "day"
  | "moment"
  /** Yes, no, or not asked yet. */
  | "flag"
  /** Yes or no. */
  | "check"
  | "choice"
  | "one"
  | "several"
  | "case"
  | "service"
  | "list";

export const formSections = ["call", "source", "target", "subject", "service", "times", "papers"] as const;
export type FormSectionName = (typeof formSections)[number];
/** Kind of object that the ids in a field refer to. */
export type FieldReferenceKind = "branches" | "brands" | "skills" | "vehicle_types";

export interface FormField {
  /** Path of the value in a request, `contact.name`. */
  readonly path: string;
  readonly kind: FormFieldKind;
  readonly section: FormSectionName;
  /** Asked in nearly every call, so shown at once. Other fields are under "Mehr". */
  readonly isFrequent: boolean;
  /** Message key of the field's name. */
  readonly label: string;
  /** Width in columns, of twelve. */
  readonly width: number;
  /** Group of rare fields, which share a legend. */
  readonly group: string;
  readonly options?: readonly string[];
  readonly of?: FieldReferenceKind;
  readonly maxLength?: number;
  /** Whether the value lies in the past: a time without a day then means the previous occurrence and not the next. */
  readonly isPast?: boolean;
  /** Whether the schema requires the field. */
  readonly isRequired?: boolean;
  /** Suggests values that recent cases have in this field. */
  readonly isSuggested?: boolean;
  /** Condition for showing the field; a hidden field is not sent. */
  readonly when?: (values: FormValues) => boolean;
  /** Whether the field is only shown for a case that exists already. */
  readonly onlyEdit?: boolean;
  readonly item?: readonly FormField[];
}

/** Values of the form: texts as they are typed, under the paths of a request. */
export type FormValues = { [name: string]: unknown };

type FieldDetails = Partial<Omit<FormField, "path" | "section" | "kind">>;

/** Makes the fields of one section; a field is rare unless it says otherwise. */
export function createFormFieldFactory(section: FormSectionName, group = "more") {
  return (path: string, kind: FormFieldKind = "text", details: FieldDetails = {}): FormField => ({
    path,
    kind,
    section,
    isFrequent: false,
    label: path.replace(/^(funeral_data|rsa_data)\./, "").replaceAll(".", "_"),
    width: kind === "long" ? 12 : kind === "flag" ? 3 : 4,
    group,
    ...details,
  });
}

export const valueAtPath = (values: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? (value as FormValues)[name] : undefined),
      values,
    );

/** Sets a value by its path in the given object; missing groups on the way are created. */
export function setValueAtPath(target: FormValues, path: string, value: unknown) {
  const names = path.split(".");
  const last = names.pop() as string;
  let group = target;
  for (const name of names) {
    if (typeof group[name] !== "object" || group[name] === null) group[name] = {};
    group = group[name] as FormValues;
  }
  group[last] = value;
}

/** Text of a form value; a list or object gives an empty text. */
export const textOfFormValue = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
