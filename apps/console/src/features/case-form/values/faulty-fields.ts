import { type CaseType, findFormFieldOfPath, visibleFieldsOf } from "../fields/case-fields.ts";
import { type FormSectionName, formSections, type FormValues } from "../fields/field.ts";

/** Paths of all faults in a tree of errors. */
function errorLeafPaths(errors: unknown, path = ""): readonly string[] {
  if (typeof errors !== "object" || errors === null) return [];
  if (typeof (errors as { type?: unknown }).type === "string") return [path];
  return Object.entries(errors).flatMap(([name, inner]) =>
    name === "ref" || name === "root" ? [] : errorLeafPaths(inner, path === "" ? name : `${path}.${name}`),
  );
}

export interface FaultyFields {
  readonly paths: readonly string[];
  readonly count: Readonly<Partial<Record<FormSectionName, number>>>;
  /** Sections with a fault among their rare fields, which have to be opened. */
  readonly toOpen: readonly FormSectionName[];
}

/** Faults in the order in which the fields stand on the page. */
export function findFaultyFields(
  errors: unknown,
  shape: { type: CaseType; values: FormValues; isNew: boolean },
): FaultyFields {
  const { type, values, isNew } = shape;
  const shown = visibleFieldsOf(type, values, isNew);
  const rankOf = (path: string) => {
    const field = findFormFieldOfPath(type, path)?.field;
    if (field === undefined) return Number.POSITIVE_INFINITY;
    return formSections.indexOf(field.section) * 1000 + (field.isFrequent ? 0 : 500) + shown.indexOf(field);
  };
  const paths = errorLeafPaths(errors).toSorted((one, other) => rankOf(one) - rankOf(other));
  const count: Partial<Record<FormSectionName, number>> = {};
  const toOpen = new Set<FormSectionName>();
  for (const path of paths) {
    const field = findFormFieldOfPath(type, path)?.field;
    if (field === undefined) continue;
    count[field.section] = (count[field.section] ?? 0) + 1;
    if (!field.isFrequent) toOpen.add(field.section);
  }
  return { paths, count, toOpen: [...toOpen] };
}
