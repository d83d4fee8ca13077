import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { CaseConflictDialog } from "./draft/case-conflict.tsx";
import styles from "./case-form.module.css";
import { formSections } from "./fields/field.ts";
import { FormFactsContext } from "./fields/form-facts.ts";
import { CaseFormFrame } from "./frame/form-frame.tsx";
import { FormSection } from "./frame/form-section.tsx";
import { LeaveDialog } from "./draft/leave-dialog.tsx";
import { CaseFormHead } from "./frame/sheet-head.tsx";
import { useCaseSave } from "./use-case-save.ts";
import { type CaseFormInput, useCaseFormFacts, useCaseFormState, useFormNavigation } from "./use-case-sheet.ts";
import { useFormKeyboardShortcuts } from "./frame/use-form-keys.ts";

interface CaseSheetProps extends CaseFormInput {
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
  /** Starts over with an empty form. */
  readonly onAgain: () => void;
}

/** The form itself, once all its data has arrived. */
export function CaseFormContent({ onClose, onSaved, onAgain, ...sheet }: CaseSheetProps) {
  const { dispatchCase } = sheet;
  const { restoredAt, isTouched, locale, ...filled } = useCaseFormState(sheet);
  const { form, type, isNew } = filled;
  const facts = useCaseFormFacts(sheet, { type, locale, isNew });
  const { root, open, toggle, go, more, goToFault } = useFormNavigation({ form, type, isNew });
  const [isLeaving, setLeaving] = useState(false);
  const forget = (then: () => void) => {
    filled.keeper.forget(filled.draft_id);
    then();
  };
  const saving = useCaseSave({
    ...filled,
    root,
    onFaults: goToFault,
    onSaved: (saved, next) => (next ? onAgain() : onSaved(saved)),
  });
  const isBlocked = dispatchCase?.is_redacted ?? false;
  const save = (next: boolean) => void (isBlocked || saving.save(next && isNew));
  const leave = () => (isTouched ? setLeaving(true) : forget(onClose));
  useFormKeyboardShortcuts({ root, onSave: save, onLeave: leave, onMore: more, onGo: go });
  return (
    <FormFactsContext value={facts}>
      <FormProvider {...form}>
        <form
          ref={root}
          className={styles["sheet"]}
          aria-labelledby="case-form.title"
          aria-busy={saving.isBusy}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save(false);
          }}
        >
          <CaseFormHead
            dispatchCase={dispatchCase}
            restoredAt={restoredAt}
            onDiscard={() => forget(onAgain)}
            onClose={leave}
          />
          <CaseFormFrame
            {...filled}
            isBlocked={isBlocked}
            saving={saving}
            onGo={go}
            onNextFault={goToFault}
            onSave={save}
          >
            {formSections.map((section) => (
              <FormSection key={section} section={section} isOpen={open.has(section)} onToggle={toggle} />
            ))}
          </CaseFormFrame>
        </form>
      </FormProvider>
      {isLeaving && <LeaveDialog onKeep={onClose} onDiscard={() => forget(onClose)} onStay={() => setLeaving(false)} />}
      {saving.conflict && <CaseConflictDialog conflict={saving.conflict} facts={facts} />}
    </FormFactsContext>
  );
}
