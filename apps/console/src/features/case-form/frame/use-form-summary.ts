import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type CaseType, shownFields } from "../fields/case-fields.ts";
import type { CaseDraft } from "../values/case-values.ts";
import { type Section, sections, type Values, valueAt } from "../fields/field.ts";
import { findMissing, type Missing } from "../fields/missing-data.ts";

/** Known and missing data of the form by section; computed a little after the last key and not with every one. */
export interface Summary {
  readonly missing: readonly Missing[];
  readonly filled: Readonly<Record<Section, number>>;
  /** Sections that lack something the contract requires. */
  readonly unfinished: ReadonlySet<Section>;
}
const AFTER_MS = 250;

interface ObservedForm {
  readonly form: UseFormReturn<Values>;
  readonly type: CaseType;
  readonly isNew: boolean;
  readonly requestOf: (values: Values) => CaseDraft;
}

export function useFormSummary({ form, type, isNew, requestOf }: ObservedForm): Summary {
  const summarise = () => {
    const values = form.getValues();
    const request = requestOf(values);
    const fields = shownFields(type, values, isNew);
    const count = (section: Section) =>
      fields.filter(({ section: own, path }) => own === section && isTold(path) && isFilled(valueAt(request, path)))
        .length;
    const filled = Object.fromEntries(sections.map((section) => [section, count(section)])) as Summary["filled"];
    const required = fields.filter(({ isRequired, path }) => isRequired && !isFilled(valueAt(request, path)));
    return { missing: findMissing(request), filled, unfinished: new Set(required.map(({ section }) => section)) };
  };
  const [summary, setSummary] = useState<Summary>(summarise);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(() => setSummary(summarise()), AFTER_MS);
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
const isTold = (path: string) => !path.endsWith(".country");
const isFilled = (value: unknown) => value !== undefined && value !== null && value !== false;
