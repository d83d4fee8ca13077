import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import { isProblem } from "#shared/api/api.ts";
import { type FaultText, useFaultText } from "#shared/api/faults.ts";
import type { MergeRow, Side } from "#shared/editing/merge.ts";
import { sessionEnded } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import { say } from "#shared/screen/toasts.tsx";
import type { CaseType } from "./fields/case-fields.ts";
import type { CaseDraft } from "./values/case-values.ts";
import { useDraftFaultText } from "./values/fault-text.ts";
import type { Values } from "./fields/field.ts";
import { type Base, saveCase } from "./save-case.ts";
import { faultsOfProblem } from "./values/server-faults.ts";

export interface Conflict {
  readonly rows: readonly MergeRow[];
  readonly settle: (choices: Readonly<Record<string, Side>> | undefined) => void;
}
interface SavingProps {
  readonly id: string;
  readonly type: CaseType;
  readonly form: UseFormReturn<Values>;
  readonly base: Base | undefined;
  readonly draft_id: string;
  readonly requestOf: (values: Values) => CaseDraft;
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
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FaultText>();
  const { conflict, decide } = useConflict();
  const { interrupt, resumeBy } = useInterruption();

  const refuse = (error: unknown, request: CaseDraft) => {
    const { form, type, onFaults } = props;
    const faults = isProblem(error) ? faultsOfProblem(error, { type, request }) : [];
    for (const fault of faults) form.setError(fault.path, { type: fault.rule, message: faultTextOf(fault) });
    if (faults.length > 0) onFaults();
    else if (isProblem(error, "UNREACHABLE")) setProblem({ ...textOf(error), message: t("unreachable") });
    else setProblem(textOf(error));
  };

  const send = async (values: Values, next: boolean) => {
    const { id, base, draft_id, requestOf, onSaved } = props;
    const request = requestOf(values);
    setBusy(true);
    try {
      const saved = await saveCase({ id, request, draft_id, base, decide });
      if (saved === undefined) return;
      const { dispatchCase, isMerged } = saved;
      say(t(base === undefined ? "created" : isMerged ? "merged" : "changed", { case: dispatchCase.natural_id }));
      onSaved(dispatchCase.id, next);
    } catch (error) {
      if (isProblem(error) && error.status === 401) interrupt(next);
      else refuse(error, request);
    } finally {
      setBusy(false);
    }
  };

  const save = async (next: boolean) => {
    if (isBusy) return;
    setProblem(undefined);
    await props.form.handleSubmit(
      (values) => send(values, next),
      () => props.onFaults(),
    )();
  };

  resumeBy(save);
  return { save, isBusy, problem, conflict };
}

/** Fields that both sides have changed, while the dispatcher decides about them. */
function useConflict() {
  const [conflict, setConflict] = useState<Conflict>();
  const decide = (rows: readonly MergeRow[]) =>
    new Promise<Readonly<Record<string, Side>> | undefined>((resolve) => {
      const settle: Conflict["settle"] = (choices) => {
        setConflict(undefined);
        resolve(choices);
      };
      setConflict({ rows, settle });
    });
  return { conflict, decide };
}

/** Resumes a save that the end of the session interrupted, once the dispatcher has signed in again. */
function useInterruption() {
  const interrupted = useRef<{ next: boolean }>(undefined);
  const latest = useRef<(next: boolean) => Promise<void>>(undefined);
  const hasEnded = useStore(sessionEnded);
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
