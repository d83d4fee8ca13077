/** How a field is typed and shown; components are made for kinds, not for fields. */
export type FieldKind =
  | "text"
  | "long"
  | "phone"
  | "integer"
  | "number"
  | "day"
  | "moment"
  /** Yes, no, or nobody has asked. */
  | "flag"
  /** Yes or no. */
  | "check"
  | "choice"
  | "one"
  | "several"
  | "case"
  | "service"
  | "list";

export const sections = ["call", "source", "target", "subject", "service", "times", "papers"] as const;
export type Section = (typeof sections)[number];
/** What ids in a field stand for. */
export type Reference = "branches" | "brands" | "skills" | "vehicle_types";

export interface Field {
  /** Where the value is in a request, `contact.name`. */
  readonly path: string;
  readonly kind: FieldKind;
  readonly section: Section;
  /** Asked in nearly every call: shown at once. The others are under "Mehr". */
  readonly isFrequent: boolean;
  /** Key of its name in the messages. */
  readonly label: string;
  /** Of twelve columns. */
  readonly width: number;
  /** Rare fields of one group share a legend. */
  readonly group: string;
  readonly options?: readonly string[];
  readonly of?: Reference;
  readonly maxLength?: number;
  /** What lies behind: a time without a day means the last one, not the next one. */
  readonly isPast?: boolean;
  /** The schema wants it. */
  readonly isRequired?: boolean;
  /** Offers what recent cases have in this field. */
  readonly isSuggested?: boolean;
  /** Only where it makes sense; a hidden field is not sent. */
  readonly when?: (values: Values) => boolean;
  /** Only of a case that exists. */
  readonly onlyEdit?: boolean;
  readonly item?: readonly Field[];
}

/** What the form holds: texts as they are typed, under the paths of a request. */
export type Values = { [name: string]: unknown };

type Details = Partial<Omit<Field, "path" | "section" | "kind">>;

/** Makes the fields of one section; rare unless they say otherwise. */
export function fieldsOf(section: Section, group = "more") {
  return (path: string, kind: FieldKind = "text", details: Details = {}): Field => ({
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

export const valueAt = (values: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? (value as Values)[name] : undefined),
      values,
    );

/** Changes the given object; groups on the way are made. */
export function putAt(target: Values, path: string, value: unknown) {
  const names = path.split(".");
  const last = names.pop() as string;
  let group = target;
  for (const name of names) {
    if (typeof group[name] !== "object" || group[name] === null) group[name] = {};
    group = group[name] as Values;
  }
  group[last] = value;
}

/** What a value of a form shows as text; what is no single value shows as nothing. */
export const textIn = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
