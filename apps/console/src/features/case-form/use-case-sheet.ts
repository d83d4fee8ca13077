import type { Case } from "@leitstand/contract/cases/case";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { useLanguage } from "#shared/text/i18n.tsx";
import { tenant } from "#shared/api/session.ts";
import { useAddressBook, type useFormLists } from "./case-form.queries.ts";
import { fieldsOfCase } from "./fields/case-fields.ts";
import { caseResolver } from "./values/case-resolver.ts";
import { requestOf } from "./values/case-values.ts";
import { useDraftFaultText } from "./values/fault-text.ts";
import { faultyFields } from "./values/faulty-fields.ts";
import type { Field, Section, Values } from "./fields/field.ts";
import { bringIn, focusAfter, focusField } from "./fields/focus.ts";
import { beginOf, caseTypeOf, isDoneField } from "./draft/form-begin.ts";
import { type FormFacts, idOf } from "./fields/form-facts.ts";
import { useCallerAsCustomer } from "./fields/use-caller-as-customer.ts";
import { useDraftKeeper, useKeptDraft } from "./draft/use-draft.ts";

export interface Sheet {
  readonly id: string;
  /** The case that is edited; undefined for a new one. */
  readonly dispatchCase: Case | undefined;
  readonly lists: ReturnType<typeof useFormLists>;
}

/** The form with its initial values and its draft. */
export function useSheetForm({ id, dispatchCase, lists }: Sheet) {
  const locale = useLanguage();
  const isNew = dispatchCase === undefined;
  const type = dispatchCase?.data_type ?? caseTypeOf(lists.me?.tenant.type ?? tenant.get()?.type);
  const { keeper, kept } = useDraftKeeper(id);
  const [begin] = useState(() =>
    beginOf({
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
  const read = useCallback((values: Values) => requestOf(values, { type, locale, base: draft }), [type, locale, draft]);
  const textOf = useDraftFaultText(type);
  const form = useForm<Values>({
    defaultValues: begin.values,
    resolver: caseResolver({ isNew, requestOf: read, textOf }),
    shouldFocusError: false,
  });
  useKeptDraft({ keeper, form, draft_id, base });
  useCallerAsCustomer(form, type === "ROADSIDE" && isNew);
  const isTouched = form.formState.isDirty || begin.restored_at !== undefined;
  return {
    form,
    type,
    isNew,
    keeper,
    draft_id,
    base,
    restoredAt: begin.restored_at,
    requestOf: read,
    isTouched,
    locale,
  };
}

/** Facts for all fields. Saving a redacted case would lose what was not shown; a closed one keeps what was done. */
export function useSheetFacts(
  { dispatchCase, lists }: Sheet,
  { type, locale, isNew }: Pick<FormFacts, "type" | "locale" | "isNew">,
) {
  const { references, recent } = lists;
  const book = useAddressBook();
  const isBlocked = dispatchCase?.is_redacted ?? false;
  const isFinalized = dispatchCase?.finalized ?? false;
  return useMemo<FormFacts>(() => {
    const isReadOnly = (field: Field) => isBlocked || (isFinalized && isDoneField(field));
    return { type, locale, isNew, recent, book, references, isReadOnly };
  }, [type, locale, isNew, recent, book, references, isBlocked, isFinalized]);
}

/** Navigation within the form: sections, their rare fields, faults. */
export function useSheetMoves({ form, type, isNew }: Pick<ReturnType<typeof useSheetForm>, "form" | "type" | "isNew">) {
  const root = useRef<HTMLFormElement>(null);
  const [open, setOpen] = useState<ReadonlySet<Section>>(new Set());
  const toggle = useCallback((section: Section) => {
    setOpen((before) =>
      before.has(section) ? new Set([...before].filter((one) => one !== section)) : new Set([...before, section]),
    );
  }, []);
  const go = (section: Section) => {
    const first = root.current?.querySelector(`[data-section="${section}"] > header`);
    if (!first) return;
    bringIn(first, 0);
    focusAfter(first);
  };
  const more = (section: Section) => {
    const isOpening = !open.has(section);
    flushSync(() => toggle(section));
    const before = document.getElementById(`case-form.more.${section}`)?.previousElementSibling;
    if (isOpening && before) focusAfter(before);
  };
  /** Moves to the first fault, or to the next one after the focused field. */
  const goToFault = () => {
    const errors = Object.fromEntries(fieldsOfCase[type].map(({ path }) => [path, form.getFieldState(path).error]));
    const { paths, toOpen } = faultyFields(errors, { type, values: form.getValues(), isNew });
    flushSync(() => setOpen((before) => new Set([...before, ...toOpen])));
    const at = paths.findIndex((path) => idOf(path) === document.activeElement?.id);
    const next = paths[at + 1] ?? paths[0];
    if (next !== undefined) focusField(idOf(next));
  };
  useEffect(() => {
    const header = root.current?.querySelector("[data-section] > header");
    if (header) focusAfter(header);
  }, []);
  return { root, open, toggle, go, more, goToFault };
}
