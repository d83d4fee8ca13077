import { funeralFormFields, preservedFuneralPaths } from "./funeral-fields.ts";
import { preservedRoadsidePaths, roadsideFormFields } from "./roadside-fields.ts";
import type { FormField, FormValues } from "./field.ts";

export type CaseType = "FUNERAL" | "ROADSIDE";

/** Fields of each type of case in the form, and the paths that the form hands on untouched. */
export const formFieldsByCaseType: Readonly<Record<CaseType, readonly FormField[]>> = {
  FUNERAL: funeralFormFields,
  ROADSIDE: roadsideFormFields,
};
export const preservedPathsByCaseType: Readonly<Record<CaseType, readonly string[]>> = {
  FUNERAL: preservedFuneralPaths,
  ROADSIDE: preservedRoadsidePaths,
};

export const visibleFieldsOf = (type: CaseType, values: FormValues, isNew: boolean): readonly FormField[] =>
  formFieldsByCaseType[type].filter(({ when, onlyEdit }) => (when?.(values) ?? true) && !(isNew && onlyEdit === true));

/** The field that a path belongs to, also within a list: `rsa_data.additional_persons.0.notes`. */
export function findFormFieldOfPath(
  type: CaseType,
  path: string,
): { field: FormField; item?: FormField | undefined } | undefined {
  const field = formFieldsByCaseType[type].find((one) => path === one.path || path.startsWith(`${one.path}.`));
  if (field === undefined) return undefined;
  const inItem = /^\d+\.(.+)$/.exec(path.slice(field.path.length + 1))?.[1];
  return { field, item: field.item?.find((one) => one.path === inItem) };
}
