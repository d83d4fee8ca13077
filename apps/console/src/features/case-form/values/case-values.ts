/** Converts between a case of the contract and the values of its form. */
import type { Case, CaseCreateRequest } from "@leitstand/contract/cases/case";
import { pickWritableCaseFields } from "./case-draft.ts";
import {
  type CaseType,
  formFieldsByCaseType,
  preservedPathsByCaseType,
  visibleFieldsOf,
} from "../fields/case-fields.ts";
import { type FormField, setValueAtPath, type FormValues, valueAtPath } from "../fields/field.ts";
import { parseTypedValue, formatTypedValue } from "../fields/typed-values.ts";

export type CaseDraft = Omit<CaseCreateRequest, "approved"> & { approved: boolean; finish_reason?: string | null };

/**
 * The fields of a case that can be sent back. A case without a name is shown by its number, which is not to be edited
 * as a name.
 */
export const createEditableCaseDraft = (dispatchCase: Case): CaseDraft => ({
  ...(pickWritableCaseFields(dispatchCase) as CaseDraft),
  display_name: dispatchCase.display_name === dispatchCase.natural_id ? null : dispatchCase.display_name,
});

export function formValuesOfCaseDraft(type: CaseType, draft: unknown, locale: string): FormValues {
  const values: FormValues = {};
  for (const field of formFieldsByCaseType[type])
    setValueAtPath(values, field.path, formatFieldValue(field, valueAtPath(draft, field.path), locale));
  return values;
}

const formatFieldValue = (field: FormField, value: unknown, locale: string): unknown =>
  field.item === undefined
    ? formatTypedValue(field, value, locale)
    : ((value ?? []) as readonly unknown[]).map((one) => formValuesOfListItem(field, one, locale));

export function formValuesOfListItem({ item = [] }: FormField, one: unknown, locale: string): FormValues {
  const values: FormValues = {};
  for (const part of item)
    setValueAtPath(values, part.path, formatTypedValue(part, valueAtPath(one, part.path), locale));
  return values;
}

interface FormReadOptions {
  readonly type: CaseType;
  readonly locale: string;
  /** The case as it was when the form opened; undefined for a new one. */
  readonly base: CaseDraft | undefined;
}

/** Request from the form's values. Untouched fields go back exactly as they came. */
export function caseRequestFromForm(values: FormValues, { type, locale, base }: FormReadOptions): CaseDraft {
  const request: FormValues = { data_type: type };
  for (const field of visibleFieldsOf(type, values, base === undefined)) {
    const value = parseFormField(field, valueAtPath(values, field.path), {
      before: valueAtPath(base, field.path),
      locale,
    });
    if (value !== undefined) setValueAtPath(request, field.path, value);
    // The server keeps a branch that the request leaves out; only null removes it.
    else if (base !== undefined && field.path === "branch_id") request["branch_id"] = null;
  }
  for (const path of preservedPathsByCaseType[type]) {
    const value = valueAtPath(base, path);
    if (value !== undefined && value !== null && isGroupKept(request, path)) setValueAtPath(request, path, value);
  }
  if (type === "FUNERAL") {
    const isPerson = valueAtPath(request, "funeral_data.cargo_type") !== "ITEM";
    const cargo = `funeral_data.${isPerson ? "cargo_deceased" : "cargo_item"}`;
    setValueAtPath(request, cargo, valueAtPath(request, cargo) ?? {});
  } else request["rsa_data"] ??= {};
  return request as unknown as CaseDraft;
}

/**
 * Whether a group still holds what its kept facts belong to. A signature belongs to a handover and a release to a
 * person: a group that was emptied takes them with it.
 */
const isGroupKept = (request: FormValues, path: string) =>
  path === "rsa_data.status" ||
  path.endsWith("handover.signature") ||
  valueAtPath(request, path.slice(0, path.lastIndexOf("."))) !== undefined;

function parseFormField(
  field: FormField,
  typed: unknown,
  { before, locale }: { before: unknown; locale: string },
): unknown {
  if (field.item !== undefined) return parseFormItems(field, typed, { before, locale });
  if (before !== undefined && JSON.stringify(formatTypedValue(field, before, locale)) === JSON.stringify(typed))
    return before;
  return parseTypedValue(field, typed);
}

function parseFormItems(
  { item = [] }: FormField,
  typed: unknown,
  { before, locale }: { before: unknown; locale: string },
) {
  const items = (Array.isArray(typed) ? typed : []).map((one, index) => {
    const value: FormValues = {};
    const known = Array.isArray(before) ? (before as unknown[])[index] : undefined;
    for (const part of item) {
      const read = parseFormField(part, valueAtPath(one, part.path), { before: valueAtPath(known, part.path), locale });
      if (read !== undefined) setValueAtPath(value, part.path, read);
    }
    return value;
  });
  const filled = items.filter((one) => Object.keys(one).length > 0);
  return filled.length > 0 ? filled : undefined;
}
