import { useStore } from "@leitstand/app/store";
import { type CSSProperties, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { serverTimeOfRow } from "#outbox/outbox-row.ts";
import { undoLastCaseStep } from "#work/act.ts";
import { shiftStore } from "#work/shift.ts";
import { findRunningTour, caseWithOutboxApplied } from "#work/shown-shift.ts";
import { type UndoableStep, undoableStep, UNDO_TOAST_DURATION_MS } from "#work/undoable-step.ts";
import { useStepName } from "#shared/step-word.ts";
import { TapButton } from "#shared/tap-button.tsx";
import { useClockFormat } from "#shared/texts.tsx";

const SECOND_MS = 1_000;

/** Toast that undoes the last step with one tap for ten seconds; afterwards the case itself offers it. */
export function UndoToast() {
  const step = useStore(undoableStep);
  return step && step.action !== "REJECT" ? <UndoCountdown key={step.action_id} step={step} /> : null;
}

function UndoCountdown({ step }: { step: UndoableStep }) {
  const t = useTranslations("case");
  const wordOf = useStepName();
  const clock = useClockFormat();
  const known = useStore(shiftStore);
  const [left, setLeft] = useState(() => undoSecondsLeft(step));
  useEffect(() => {
    const timer = setInterval(() => setLeft(undoSecondsLeft(step)), SECOND_MS);
    return () => clearInterval(timer);
  }, [step]);
  useEffect(() => {
    if (left <= 0) undoableStep.set(null);
  }, [left]);
  const tour = findRunningTour(known);
  // A case that was passed on may have left the phone.
  const passedOn = step.action === "FORWARD" ? step.dispatchCase : undefined;
  const shown = tour && (caseWithOutboxApplied(known, step.case_id, tour.id) ?? passedOn);
  if (left <= 0 || tour === undefined || shown === undefined) return null;
  return (
    <div className="toast" role="status">
      <b
        className="ring"
        aria-hidden
        style={{ "--left": (left * SECOND_MS) / UNDO_TOAST_DURATION_MS } as CSSProperties}
      >
        <span>{left}</span>
      </b>
      <span>
        {wordOf(step.action)}
        <small>
          {step.name} · {clock(serverTimeOfRow(step))}
        </small>
      </span>
      <TapButton className="text-action" onClick={() => undoLastCaseStep(shown, tour.id)}>
        {t("undo")}
      </TapButton>
    </div>
  );
}

const undoSecondsLeft = ({ at }: UndoableStep) => Math.ceil((at + UNDO_TOAST_DURATION_MS - Date.now()) / SECOND_MS);
