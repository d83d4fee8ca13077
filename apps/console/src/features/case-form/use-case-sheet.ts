import type { Case } from "@leitstand/contract/cases/case";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { useLanguage } from "#shared/text/i18n.tsx";
import { lastSignedInTenantStore } from "#shared/api/session.ts";
import type { AddressFills } from "./address/address-fill.ts";
import { useAddressBook, type useCaseFormLists } from "./case-form.queries.ts";
import { formFieldsByCaseType } from "./fields/case-fields.ts";
import { createCaseFormResolver } from "./values/case-resolver.ts";
import { isEqualInMeaning } from "#shared/editing/merge.ts";
import { type CaseDraft, caseRequestFromForm, formValuesOfCaseDraft } from "./values/case-values.ts";
import { useDraftFaultText } from "./values/fault-text.ts";
import { findFaultyFields } from "./values/faulty-fields.ts";
import type { FormField, FormSectionName, FormValues } from "./fields/field.ts";
import { scrollIntoFormView, focusFieldAfter, focusField } from "./fields/focus.ts";
import { createInitialFormState, caseTypeOfTenant, isFixedOnceClosed } from "./draft/initial-form.ts";
import { type FormFacts, fieldElementId } from "./fields/form-facts.ts";
import { useCopyCallerToCustomer } from "./fields/use-caller-as-customer.ts";
import { useDraftStore, useAutosaveDraft } from "./draft/use-draft.ts";

export interface CaseFormInput {
  readonly id: string;
  /** The case that is edited; undefined for a new one. */
  readonly dispatchCase: Case | undefined;
  readonly lists: ReturnType<typeof useCaseFormLists>;
}

/** The form with its initial values and its draft. */
export function useCaseFormState({ id, dispatchCase, lists }: CaseFormInput) {
  const locale = useLanguage();
  const isNew = dispatchCase === undefined;
  const type =
    dispatchCase?.data_type ?? caseTypeOfTenant(lists.me?.tenant.type ?? lastSignedInTenantStore.get()?.type);
  const { keeper, kept } = useDraftStore(id);
  const [begin] = useState(() =>
    createInitialFormState({
      dispatchCase,
      kept,
      type,
      locale,
      branches: lists.branches,
      recent: lists.recent,
      me: lists.me?.user?.id,
    }),
  );
  const { draft_id, base } = begin;
  const draft = base?.draft;
  const read = useCallback(
    (values: FormValues) => caseRequestFromForm(values, { type, locale, base: draft }),
    [type, locale, draft],
  );
  /** Whether the request says of an edited case what an untouched form would. */
  const isUnchanged = (request: CaseDraft) =>
    draft !== undefined && isEqualInMeaning(request, read(formValuesOfCaseDraft(type, draft, locale)));
  const textOf = useDraftFaultText(type);
  const form = useForm<FormValues>({
    defaultValues: begin.values,
    resolver: createCaseFormResolver({ isNew, requestOf: read, textOf }),
    shouldFocusError: false,
  });
  useAutosaveDraft({ keeper, form, draft_id, base });
  useCopyCallerToCustomer(form, type === "ROADSIDE" && isNew);
  const isTouched = form.formState.isDirty || begin.restored_at !== undefined;
  return {
    id,
    form,
    type,
    isNew,
    keeper,
    draft_id,
    base,
    restoredAt: begin.restored_at,
    requestOf: read,
    isUnchanged,
    isTouched,
    locale,
  };
}

/**
 * Facts that all fields of the form share. A redacted case is read-only, because saving it would lose the hidden data;
 * of a closed case only the papers can be edited.
 */
export function useCaseFormFacts(
  { dispatchCase, lists }: CaseFormInput,
  { type, locale, isNew }: Pick<FormFacts, "type" | "locale" | "isNew">,
) {
  const { references, recent } = lists;
  const book = useAddressBook();
  const [addressFills] = useState<AddressFills>(() => new Map());
  const isBlocked = dispatchCase?.is_redacted ?? false;
  const isFinalized = dispatchCase?.finalized ?? false;
  return useMemo<FormFacts>(() => {
    const isReadOnly = (field: FormField) => isBlocked || (isFinalized && isFixedOnceClosed(field));
    return { type, locale, isNew, recent, book, addressFills, references, isReadOnly };
  }, [type, locale, isNew, recent, book, addressFills, references, isBlocked, isFinalized]);
}

/** Navigation within the form: sections, their rare fields, faults. */
export function useFormNavigation({
  form,
  type,
  isNew,
}: Pick<ReturnType<typeof useCaseFormState>, "form" | "type" | "isNew">) {
  const root = useRef<HTMLFormElement>(null);
  const [open, setOpen] = useState<ReadonlySet<FormSectionName>>(new Set());
  const toggle = useCallback((section: FormSectionName) => {
    setOpen((before) =>
      before.has(section) ? new Set([...before].filter((one) => one !== section)) : new Set([...before, section]),
    );
  }, []);
  const go = (section: FormSectionName) => {
    const first = root.current?.querySelector(`[data-section="${section}"] > header`);
    if (!first) return;
    scrollIntoFormView(first, 0);
    focusFieldAfter(first);
  };
  const more = (section: FormSectionName) => {
    const isOpening = !open.has(section);
    flushSync(() => toggle(section));
    const before = document.getElementById(`case-form.more.${section}`)?.previousElementSibling;
    if (isOpening && before) focusFieldAfter(before);
  };
  /** Moves to the first fault, or to the next one after the focused field. */
  const goToFault = () => {
    const errors = Object.fromEntries(
      formFieldsByCaseType[type].map(({ path }) => [path, form.getFieldState(path).error]),
    );
    const { paths, toOpen } = findFaultyFields(errors, { type, values: form.getValues(), isNew });
    flushSync(() => setOpen((before) => new Set([...before, ...toOpen])));
    const at = paths.findIndex((path) => fieldElementId(path) === document.activeElement?.id);
    const next = paths[at + 1] ?? paths[0];
    if (next !== undefined) focusField(fieldElementId(next));
  };
  useEffect(() => {
    const header = root.current?.querySelector("[data-section] > header");
    if (header) focusFieldAfter(header);
  }, []);
  return { root, open, toggle, go, more, goToFault };
}
