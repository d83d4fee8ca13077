import type { Case, CaseCreateRequest } from "@leitstand/contract/cases/case";
import { draftOfCase } from "./case-draft.ts";
import { type CaseType, fieldsOfCase, keptPaths, shownFields } from "../fields/case-fields.ts";
import { type Field, putAt, type Values, valueAt } from "../fields/field.ts";
import { readTyped, showTyped } from "../fields/typed-values.ts";

/** Converts between a case of the contract and the values of its form. */
export type CaseDraft = Omit<CaseCreateRequest, "approved"> & { approved: boolean; finish_reason?: string | null };

/**
 * The fields of a case that can be sent back. A case without a name is shown by its number, which is not to be edited
 * as a name.
 */
export const draftOf = (dispatchCase: Case): CaseDraft => ({
  ...(draftOfCase(dispatchCase) as CaseDraft),
  display_name: dispatchCase.display_name === dispatchCase.natural_id ? null : dispatchCase.display_name,
});

export function valuesOf(type: CaseType, draft: unknown, locale: string): Values {
  const values: Values = {};
  for (const field of fieldsOfCase[type]) putAt(values, field.path, shown(field, valueAt(draft, field.path), locale));
  return values;
}

const shown = (field: Field, value: unknown, locale: string): unknown =>
  field.item === undefined
    ? showTyped(field, value, locale)
    : ((value ?? []) as readonly unknown[]).map((one) => itemValues(field, one, locale));

export function itemValues({ item = [] }: Field, one: unknown, locale: string): Values {
  const values: Values = {};
  for (const part of item) putAt(values, part.path, showTyped(part, valueAt(one, part.path), locale));
  return values;
}

interface Reading {
  readonly type: CaseType;
  readonly locale: string;
  /** The case as it was when the form opened; undefined for a new one. */
  readonly base: CaseDraft | undefined;
}

/** Request from the form's values. Untouched fields go back exactly as they came. */
export function requestOf(values: Values, { type, locale, base }: Reading): CaseDraft {
  const request: Values = { data_type: type };
  for (const field of shownFields(type, values, base === undefined)) {
    const value = readField(field, valueAt(values, field.path), { before: valueAt(base, field.path), locale });
    if (value !== undefined) putAt(request, field.path, value);
    // A branch that is left out would stay; null removes it.
    else if (base !== undefined && field.path === "branch_id") request["branch_id"] = null;
  }
  for (const path of keptPaths[type]) {
    const value = valueAt(base, path);
    if (value !== undefined && value !== null && isGroupThere(request, path)) putAt(request, path, value);
  }
  if (type === "FUNERAL") {
    const isPerson = valueAt(request, "funeral_data.cargo_type") !== "ITEM";
    const cargo = `funeral_data.${isPerson ? "cargo_deceased" : "cargo_item"}`;
    putAt(request, cargo, valueAt(request, cargo) ?? {});
  } else request["rsa_data"] ??= {};
  return request as unknown as CaseDraft;
}

/**
 * Whether a group still holds what its kept facts belong to. A signature belongs to a handover and a release to a
 * person: a group that was emptied takes them with it.
 */
const isGroupThere = (request: Values, path: string) =>
  path === "rsa_data.status" ||
  path.endsWith("handover.signature") ||
  valueAt(request, path.slice(0, path.lastIndexOf("."))) !== undefined;

function readField(field: Field, typed: unknown, { before, locale }: { before: unknown; locale: string }): unknown {
  if (field.item !== undefined) return readItems(field, typed, { before, locale });
  if (before !== undefined && JSON.stringify(showTyped(field, before, locale)) === JSON.stringify(typed)) return before;
  return readTyped(field, typed);
}

function readItems({ item = [] }: Field, typed: unknown, { before, locale }: { before: unknown; locale: string }) {
  const items = (Array.isArray(typed) ? typed : []).map((one, index) => {
    const value: Values = {};
    const known = Array.isArray(before) ? (before as unknown[])[index] : undefined;
    for (const part of item) {
      const read = readField(part, valueAt(one, part.path), { before: valueAt(known, part.path), locale });
      if (read !== undefined) putAt(value, part.path, read);
    }
    return value;
  });
  const filled = items.filter((one) => Object.keys(one).length > 0);
  return filled.length > 0 ? filled : undefined;
}
