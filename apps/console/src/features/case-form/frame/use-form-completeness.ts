import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type CaseType, visibleFieldsOf } from "../fields/case-fields.ts";
import type { CaseDraft } from "../values/case-values.ts";
import { type FormSectionName, formSections, type FormValues, valueAtPath } from "../fields/field.ts";
import { findMissingCaseFacts, type MissingCaseFact } from "../fields/missing-data.ts";

/** Known and missing data of the form by section; computed a little after the last key and not with every one. */
export interface FormCompleteness {
  readonly missing: readonly MissingCaseFact[];
  readonly filled: Readonly<Record<FormSectionName, number>>;
  /** Sections that lack something the contract requires. */
  readonly unfinished: ReadonlySet<FormSectionName>;
}
const SUMMARY_DELAY_MS = 250;

interface ObservedForm {
  readonly form: UseFormReturn<FormValues>;
  readonly type: CaseType;
  readonly isNew: boolean;
  readonly requestOf: (values: FormValues) => CaseDraft;
}

export function useFormCompleteness({ form, type, isNew, requestOf }: ObservedForm): FormCompleteness {
  const summarise = () => {
    const values = form.getValues();
    const request = requestOf(values);
    const fields = visibleFieldsOf(type, values, isNew);
    const count = (section: FormSectionName) =>
      fields.filter(
        ({ section: own, path }) => own === section && countsAsFilled(path) && hasFormValue(valueAtPath(request, path)),
      ).length;
    const filled = Object.fromEntries(
      formSections.map((section) => [section, count(section)]),
    ) as FormCompleteness["filled"];
    const required = fields.filter(({ isRequired, path }) => isRequired && !hasFormValue(valueAtPath(request, path)));
    return {
      missing: findMissingCaseFacts(request),
      filled,
      unfinished: new Set(required.map(({ section }) => section)),
    };
  };
  const [summary, setSummary] = useState<FormCompleteness>(summarise);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(() => setSummary(summarise()), SUMMARY_DELAY_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [form]);
  return summary;
}

/** Whether a field counts as filled in by the caller: the country is preset. */
const countsAsFilled = (path: string) => !path.endsWith(".country");
const hasFormValue = (value: unknown) => value !== undefined && value !== null && value !== false;
