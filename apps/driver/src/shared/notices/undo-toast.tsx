import { useStore } from "@leitstand/app/store";
import { type CSSProperties, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { type LastStep, lastStep, UNDO_MS, undo } from "#work/act.ts";
import { shift } from "#work/shift.ts";
import { runningTour, shownCase } from "#work/shown-shift.ts";
import { useStepWord } from "#shared/step-word.ts";
import { useClock } from "#shared/texts.tsx";

const SECOND_MS = 1_000;

/** Toast that undoes the last step with one tap for ten seconds; afterwards the case itself offers it. */
export function UndoToast() {
  const step = useStore(lastStep);
  return step && step.action !== "REJECT" ? <Countdown key={step.action_id} step={step} /> : null;
}

function Countdown({ step }: { step: LastStep }) {
  const t = useTranslations("case");
  const wordOf = useStepWord();
  const clock = useClock();
  const known = useStore(shift);
  const [left, setLeft] = useState(() => leftOf(step));
  useEffect(() => {
    const timer = setInterval(() => setLeft(leftOf(step)), SECOND_MS);
    return () => clearInterval(timer);
  }, [step]);
  useEffect(() => {
    if (left <= 0) lastStep.set(null);
  }, [left]);
  const tour = runningTour(known);
  // A case that was passed on may have left the phone.
  const passedOn = step.action === "FORWARD" ? step.dispatchCase : undefined;
  const shown = tour && (shownCase(known, step.case_id, tour.id) ?? passedOn);
  if (left <= 0 || tour === undefined || shown === undefined) return null;
  return (
    <div className="toast" role="status">
      <b className="ring" aria-hidden style={{ "--left": (left * SECOND_MS) / UNDO_MS } as CSSProperties}>
        <span>{left}</span>
      </b>
      <span>
        {wordOf(step.action)}
        <small>
          {step.name} · {clock(step.at)}
        </small>
      </span>
      <button type="button" className="text-action" onClick={() => void undo(shown, tour.id)}>
        {t("undo")}
      </button>
    </div>
  );
}

const leftOf = ({ at }: LastStep) => Math.ceil((at + UNDO_MS - Date.now()) / SECOND_MS);
