import { useRef } from "react";
import { useTranslations } from "use-intl";
import { showWarning } from "#shared/screen/toasts.tsx";
import { shiftPlanAfterDrag, spanAfterDrag, timeWindowAfterDrag } from "./moves.ts";
import type { TimelineDrop } from "../stage.ts";
import { tourForDropAt } from "../grid/tour-rows.ts";
import { useDropQuestions } from "./drop-questions.ts";
import { type PlannedCaseTransfer, useCaseTransferBetweenTours } from "./use-handover.ts";
import { caseFactsSeenOnBar } from "./sight-of-bar.ts";
import type { RefusedAssignment } from "../panels/force-prompt.tsx";
import { useCaseAndShiftTimeChanges } from "./use-time-changes.ts";
import { useQueueDrops } from "./use-queue-drops.ts";

/** Returns the handler of drops on the timeline, which acts by the kind of the dropped item and by its target. */
export function useTimelineDrops(announce: (text: string) => void) {
  const t = useTranslations("tours");
  const moves = useCaseAndShiftTimeChanges(announce);
  const { hand, plan } = useCaseTransferBetweenTours(announce);
  const { questions, ask, close } = useDropQuestions();

  const refuse = (text: string) => {
    showWarning(text);
    announce(text);
  };
  const queueDrops = useQueueDrops({ announce, refuse, ask: (refusal) => ask({ is: "force", refusal }) });
  /** Cases whose handover is being checked, or waits for its reason. */
  const undecided = useRef(new Set<string>());
  const drop = async ({ dragged, delta, line }: TimelineDrop) => {
    if (dragged.is === "shift") {
      const shift = shiftPlanAfterDrag(dragged.tour, delta);
      return shift && moves.replan(dragged.tour, shift);
    }
    const { bar } = dragged;
    const { id, natural_id } = bar.dispatchCase;
    // The bar shows a place and times that the server does not know yet.
    if (undecided.current.has(id)) return refuse(t("reason_first", { case: natural_id }));
    const change = timeWindowAfterDrag(bar, delta);
    if (line.id === dragged.row.id) {
      if (change) return moves.retime(bar, change);
      if (delta.byMs !== 0) refuse(t("time_stays"));
      return;
    }
    const to = tourForDropAt(line, spanAfterDrag(bar, delta).start);
    if (!to) return refuse(t("no_tour", { row: line.title }));
    undecided.current.add(id);
    const handover = await plan({ bar, to, toName: line.title, change, seen: caseFactsSeenOnBar(bar) });
    if (handover) ask({ is: "reason", handover });
    else undecided.current.delete(id);
  };

  const answerReason = (handover: PlannedCaseTransfer, reason: string | undefined) => {
    close();
    undecided.current.delete(handover.bar.dispatchCase.id);
    if (reason !== undefined) return void hand(handover, reason);
    handover.hide();
    announce(t("put_back"));
  };
  const answerRefusal = (refusal: RefusedAssignment, isForced: boolean) => {
    close();
    if (isForced) return queueDrops.force(refusal);
    announce(t("put_back"));
  };
  return {
    drop: (what: TimelineDrop) => void drop(what),
    queueDrop: queueDrops.drop,
    questions,
    answerReason,
    answerRefusal,
  };
}
