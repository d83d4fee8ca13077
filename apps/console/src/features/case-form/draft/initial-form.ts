import { Temporal } from "#shared/text/temporal.ts";
import type { Case } from "@leitstand/contract/cases/case";
import { tenantTimeZone } from "#shared/text/time.ts";
import { type FormDefaultsInput, createDefaultFormValues } from "../values/case-defaults.ts";
import type { CaseType } from "../fields/case-fields.ts";
import { createEditableCaseDraft, formValuesOfCaseDraft } from "../values/case-values.ts";
import type { StoredDraft } from "./draft-store.ts";
import type { FormField, FormValues } from "../fields/field.ts";
import type { EditedCaseBase } from "../save-case.ts";

/** Start of a form: a draft that was left, the case that is edited, or the usual defaults. */
export interface InitialFormState {
  readonly draft_id: string;
  readonly base: EditedCaseBase | undefined;
  readonly values: FormValues;
  /** Time when the draft was written; undefined when there was none. */
  readonly restored_at: number | undefined;
}
interface InitialFormInput extends Pick<FormDefaultsInput, "type" | "branches" | "recent" | "me"> {
  readonly dispatchCase: Case | undefined;
  readonly kept: StoredDraft | undefined;
  readonly locale: string;
}

export function createInitialFormState({ dispatchCase, kept, locale, ...around }: InitialFormInput): InitialFormState {
  if (kept !== undefined) {
    const { draft_id, base, values, saved_at } = kept;
    return { draft_id, base, values, restored_at: saved_at };
  }
  const draft = dispatchCase
    ? createEditableCaseDraft(dispatchCase)
    : createDefaultFormValues({ ...around, now: Temporal.Now.zonedDateTimeISO(tenantTimeZone()) });
  return {
    draft_id: crypto.randomUUID(),
    base: dispatchCase && { draft: createEditableCaseDraft(dispatchCase), lock_version: dispatchCase.lock_version },
    values: formValuesOfCaseDraft(around.type, draft, locale),
    restored_at: undefined,
  };
}

export const caseTypeOfTenant = (tenantType: string | undefined): CaseType =>
  tenantType === "ROADSIDE_ASSISTANCE" ? "ROADSIDE" : "FUNERAL";

/** Fields that are fixed once a case is closed: only its papers change, what was carried out, where and when stays. */
const fixedOnceClosedPaths = ["approved", "branch_id", "parent_id", "not_before", "due_at", "rsa_data.service.key"];
export const isFixedOnceClosed = ({ path }: FormField) =>
  fixedOnceClosedPaths.includes(path) ||
  /\.(source_address|target_address)\./.test(path) ||
  /funeral_data\.(cargo_type|transport_type)$/.test(path);
