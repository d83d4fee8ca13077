import type { ReactNode } from "react";
import { type UseFormReturn, useFormState } from "react-hook-form";
import type { FaultText } from "#shared/api/faults.ts";
import styles from "./form-frame.module.css";
import type { CaseType } from "../fields/case-fields.ts";
import type { CaseDraft } from "../values/case-values.ts";
import { findFaultyFields } from "../values/faulty-fields.ts";
import type { FormSectionName, FormValues } from "../fields/field.ts";
import { FormSectionIndex } from "./section-index.tsx";
import { SubmitBar } from "./submit-bar.tsx";
import { useFormCompleteness } from "./use-form-completeness.ts";

interface FormFrameProps {
  readonly form: UseFormReturn<FormValues>;
  readonly type: CaseType;
  readonly isNew: boolean;
  readonly isBlocked: boolean;
  readonly saving: { readonly isBusy: boolean; readonly problem: FaultText | undefined };
  readonly requestOf: (values: FormValues) => CaseDraft;
  readonly onGo: (section: FormSectionName) => void;
  readonly onNextFault: () => void;
  readonly onSave: (next: boolean) => void;
  readonly children: ReactNode;
}

/**
 * Frame with section index and submit bar around the fields: it updates with every key, the fields themselves do not.
 */
export function CaseFormFrame({ form, type, isNew, isBlocked, saving, requestOf, children, ...on }: FormFrameProps) {
  const summary = useFormCompleteness({ form, type, isNew, requestOf });
  const { errors } = useFormState({ control: form.control });
  const faulty = findFaultyFields(errors, { type, values: form.getValues(), isNew });
  return (
    <>
      <div className={styles["middle"]}>
        <FormSectionIndex type={type} summary={summary} faults={faulty.count} onGo={on.onGo} />
        {/* Text typed while the case is being saved would be lost once the form closes. */}
        <div className={styles["scroll"]} data-scrolls inert={saving.isBusy}>
          {children}
        </div>
      </div>
      <SubmitBar
        isNew={isNew}
        isBlocked={isBlocked}
        isBusy={saving.isBusy}
        problem={saving.problem}
        faultCount={faulty.paths.length}
        missing={summary.missing}
        onNextFault={on.onNextFault}
        onSave={on.onSave}
      />
    </>
  );
}
