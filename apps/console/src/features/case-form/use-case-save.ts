import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import { isApiProblem } from "#shared/api/api.ts";
import { type FaultText, useFaultText } from "#shared/api/faults.ts";
import type { MergeConflictRow, MergeSide } from "#shared/editing/merge.ts";
import { sessionEndedStore } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import { showToast } from "#shared/screen/toasts.tsx";
import type { CaseType } from "./fields/case-fields.ts";
import type { CaseDraft } from "./values/case-values.ts";
import type { DraftStore } from "./draft/draft-store.ts";
import { useDraftFaultText } from "./values/fault-text.ts";
import { useHeldFocus } from "#shared/screen/held-focus.ts";
import type { FormValues } from "./fields/field.ts";
import { type EditedCaseBase, saveCase } from "./save-case.ts";
import { draftFaultsOfApiProblem } from "./values/server-faults.ts";

export interface SaveConflict {
  readonly rows: readonly MergeConflictRow[];
  readonly settle: (choices: Readonly<Record<string, MergeSide>> | undefined) => void;
}
interface SavingProps {
  readonly id: string;
  readonly type: CaseType;
  readonly form: UseFormReturn<FormValues>;
  readonly base: EditedCaseBase | undefined;
  readonly draft_id: string;
  readonly requestOf: (values: FormValues) => CaseDraft;
  readonly isUnchanged: (request: CaseDraft) => boolean;
  /** The form, which has the keyboard focus while no field can have it. */
  readonly root: RefObject<HTMLElement | null>;
  readonly keeper: DraftStore;
  /** Called with the saved case, unless the dispatcher has left this form before the answer came. */
  readonly onSaved: (id: string, next: boolean) => void;
  /** Opens the sections that hide faulty fields, and moves to the first. */
  readonly onFaults: () => void;
}

/**
 * Saves the case, with everything that may come between: faults, conflicts, a lost connection, the end of the session.
 */
export function useCaseSave(props: SavingProps) {
  const t = useTranslations("case-form");
  const textOf = useFaultText();
  const faultTextOf = useDraftFaultText(props.type);
  const focus = useHeldFocus(props.root);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FaultText>();
  const { conflict, decide } = useSaveConflict();
  const { interrupt, resumeBy } = useInterruptedSave();

  const showFaults = () => {
    focus.giveBack();
    // The fields of another form have the same ids.
    if (props.root.current !== null) props.onFaults();
  };
  const refuse = (error: unknown, request: CaseDraft) => {
    const { form, type } = props;
    const faults = isApiProblem(error) ? draftFaultsOfApiProblem(error, { type, request }) : [];
    for (const fault of faults) form.setError(fault.path, { type: fault.rule, message: faultTextOf(fault) });
    if (faults.length > 0) showFaults();
    else if (isApiProblem(error, "UNREACHABLE")) setProblem({ ...textOf(error), message: t("unreachable") });
    else setProblem(textOf(error));
  };

  /** Lets the fields be typed into again, at once: the focus is about to move to one of them. */
  const release = () => flushSync(() => setBusy(false));

  const send = async (values: FormValues, next: boolean) => {
    const { id, base, draft_id, requestOf, root, keeper, onSaved } = props;
    const request = requestOf(values);
    if (props.isUnchanged(request)) return leaveUnchanged(props, next);
    setBusy(true);
    try {
      const saved = await saveCase({ id, request, draft_id, base, decide });
      if (saved === undefined) return release();
      const { dispatchCase, isMerged } = saved;
      showToast(t(base === undefined ? "created" : isMerged ? "merged" : "changed", { case: dispatchCase.natural_id }));
      keeper.forget(draft_id);
      // The fields stay inert until the form is gone; where it was left before, the dispatcher may be in another one.
      if (root.current !== null) onSaved(dispatchCase.id, next);
    } catch (error) {
      release();
      if (isApiProblem(error) && error.status === 401) interrupt(next);
      else refuse(error, request);
    }
  };

  const save = async (next: boolean) => {
    if (isBusy) return;
    setProblem(undefined);
    focus.hold();
    await props.form.handleSubmit((values) => send(values, next), showFaults)();
    focus.giveBack();
  };

  resumeBy(save);
  return { save, isBusy, problem, conflict };
}

/** Closes the form of a case in which nothing was changed, as if it had been saved. */
function leaveUnchanged({ id, draft_id, keeper, onSaved }: SavingProps, next: boolean) {
  keeper.forget(draft_id);
  onSaved(id, next);
}

/** Fields that both sides have changed, while the dispatcher decides about them. */
function useSaveConflict() {
  const [conflict, setConflict] = useState<SaveConflict>();
  const decide = (rows: readonly MergeConflictRow[]) =>
    new Promise<Readonly<Record<string, MergeSide>> | undefined>((resolve) => {
      const settle: SaveConflict["settle"] = (choices) => {
        setConflict(undefined);
        resolve(choices);
      };
      setConflict({ rows, settle });
    });
  return { conflict, decide };
}

/** Resumes a save that the end of the session interrupted, once the dispatcher has signed in again. */
function useInterruptedSave() {
  const interrupted = useRef<{ next: boolean }>(undefined);
  const latest = useRef<(next: boolean) => Promise<void>>(undefined);
  const hasEnded = useStore(sessionEndedStore);
  useEffect(() => {
    if (hasEnded || interrupted.current === undefined) return;
    const { next } = interrupted.current;
    interrupted.current = undefined;
    void latest.current?.(next);
  }, [hasEnded]);
  const interrupt = (next: boolean) => {
    interrupted.current = { next };
  };
  const resumeBy = (save: (next: boolean) => Promise<void>) => {
    latest.current = save;
  };
  return { interrupt, resumeBy };
}
