import { caseFactsSeenOf } from "@leitstand/client/case-sight";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { showWarning } from "#shared/screen/toasts.tsx";
import { shiftPlanAfterDrag, timeWindowAfterDrag } from "./moves.ts";
import type { TimelineDrop } from "../stage.ts";
import { tourForDropAt } from "../grid/tour-rows.ts";
import { type PlannedCaseTransfer, useCaseTransferBetweenTours } from "./use-handover.ts";
import { caseFactsSeenOnBar } from "./sight-of-bar.ts";
import { useTimeChanges } from "./use-time-changes.ts";
import { useQueueDrops } from "./use-queue-drops.ts";

/** Returns the handler of drops on the timeline, which acts by the kind of the dropped item and by its target. */
export function useTimelineDrops(announce: (text: string) => void) {
  const t = useTranslations("tours");
  const moves = useTimeChanges(announce);
  const { hand, plan } = useCaseTransferBetweenTours(announce);
  /** Handover that waits for the reason that the API requires. */
  const [question, setQuestion] = useState<PlannedCaseTransfer>();

  const refuse = (text: string) => {
    showWarning(text);
    announce(text);
  };
  const queueDrops = useQueueDrops({ announce, refuse });
  const drop = async ({ dragged, delta, line }: TimelineDrop) => {
    if (dragged.is === "shift") {
      const shift = shiftPlanAfterDrag(dragged.tour, delta);
      return shift && moves.replan(dragged.tour, shift);
    }
    const { bar } = dragged;
    const change = timeWindowAfterDrag(bar, delta);
    if (line.id === dragged.row.id) {
      if (change) return moves.retime(bar, change);
      if (delta.byMs !== 0) refuse(t("time_stays"));
      return;
    }
    const to = tourForDropAt(line, bar.start);
    if (!to) return refuse(t("no_tour", { row: line.title }));
    const moved = change && (await moves.retime(bar, change));
    if (change && !moved) return;
    const handover = await plan({
      bar,
      to,
      toName: line.title,
      seen: moved ? caseFactsSeenOf(moved) : caseFactsSeenOnBar(bar),
    });
    if (handover) setQuestion(handover);
  };

  const answer = (reason: string | undefined) => {
    setQuestion(undefined);
    if (!question) return;
    if (reason !== undefined) return void hand(question, reason);
    question.hide();
    announce(t("put_back"));
  };
  return { drop: (what: TimelineDrop) => void drop(what), question, answer, ...queueDrops };
}
