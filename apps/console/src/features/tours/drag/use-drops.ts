import { useRef } from "react";
import { useTranslations } from "use-intl";
import { showWarning } from "#shared/screen/toasts.tsx";
import { shiftPlanAfterDrag, spanAfterDrag, timeWindowAfterDrag } from "./moves.ts";
import type { TimelineDrop } from "../stage.ts";
import { tourForDropAt } from "../grid/tour-rows.ts";
import { useDropQuestions } from "./drop-questions.ts";
import { type CaseTransferRequest, type PlannedCaseTransfer, useCaseTransferBetweenTours } from "./use-handover.ts";
import type { RefusedAssignment } from "./refused-assignment.ts";
import { useCaseAndShiftTimeChanges } from "./use-time-changes.ts";
import { useQueueDrops } from "./use-queue-drops.ts";

/** Returns the handler of drops on the timeline, which acts by the kind of the dropped item and by its target. */
export function useTimelineDrops(announce: (text: string) => void) {
  const t = useTranslations("tours");
  const moves = useCaseAndShiftTimeChanges(announce);
  const { questions, ask, close } = useDropQuestions();
  const transfers = useTransfersWithReason(announce, { ask, close });

  const refuse = (text: string) => {
    showWarning(text);
    announce(text);
  };
  const queueDrops = useQueueDrops({ announce, refuse, ask: (refusal) => ask({ is: "force", refusal }) });
  const drop = async ({ dragged, delta, line }: TimelineDrop) => {
    if (dragged.is === "shift") {
      const shift = shiftPlanAfterDrag(dragged.tour, delta);
      return shift && moves.replan(dragged.tour, shift);
    }
    const { bar, seen } = dragged;
    const { id, natural_id } = bar.dispatchCase;
    // The bar shows a place and times that the server does not know yet.
    if (transfers.isUndecided(id)) return refuse(t("reason_first", { case: natural_id }));
    const change = timeWindowAfterDrag(bar, delta);
    if (line.id === dragged.row.id) {
      if (change) return moves.retime(dragged, change);
      if (delta.byMs !== 0) refuse(t("time_stays"));
      return;
    }
    const to = tourForDropAt(line, spanAfterDrag(bar, delta).start);
    if (!to) return refuse(t("no_tour", { row: line.title }));
    await transfers.begin({ bar, to, toName: line.title, change, seen });
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
    answerReason: (handover: PlannedCaseTransfer, reason: string | undefined) =>
      void transfers.answer(handover, reason),
    answerRefusal,
  };
}

/**
 * Gives cases to other tours, each once its reason is known; after a refusal the question comes back with that
 * reason, and asks whether the handover is to be forced where it can be.
 */
function useTransfersWithReason(
  announce: (text: string) => void,
  { ask, close }: Pick<ReturnType<typeof useDropQuestions>, "ask" | "close">,
) {
  const t = useTranslations("tours");
  const { hand, plan } = useCaseTransferBetweenTours(announce);
  /** Cases whose handover is being checked, or waits for its reason. */
  const undecided = useRef(new Set<string>());
  const begin = async (request: CaseTransferRequest) => {
    const { id } = request.bar.dispatchCase;
    undecided.current.add(id);
    const handover = await plan(request);
    if (handover) ask({ is: "reason", handover });
    else undecided.current.delete(id);
  };
  const answer = async (handover: PlannedCaseTransfer, reason: string | undefined) => {
    const { id } = handover.bar.dispatchCase;
    close();
    undecided.current.delete(id);
    if (reason === undefined) {
      handover.hide();
      return announce(t("put_back"));
    }
    const refused = await hand(handover, reason);
    if (!refused) return;
    undecided.current.add(id);
    const transfer = { ...handover.transfer, isForced: refused.isForcible };
    ask({ is: "reason", handover: { ...handover, transfer }, refused });
  };
  return { begin, answer, isUndecided: (id: string) => undecided.current.has(id) };
}
