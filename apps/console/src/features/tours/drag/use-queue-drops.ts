import { useState } from "react";
import { useTranslations } from "use-intl";
import { isForcibleRefusal, useAssignCaseWithUndo } from "#live/case-actions.ts";
import { refetchTours } from "#live/store.ts";
import { useFaultText } from "#shared/api/faults.ts";
import type { RefusedAssignment } from "../panels/force-prompt.tsx";
import { tourForDropAt } from "../grid/tour-rows.ts";
import type { QueueDrop } from "./queue-drop.ts";

interface DropFeedback {
  readonly announce: (text: string) => void;
  /** Tells why a drop had no effect. */
  readonly refuse: (text: string) => void;
}

/**
 * Assigns cases of the queue that are dropped on a row to its tour; a refusal waits for the dispatcher to force it or
 * not.
 */
export function useQueueDrops({ announce, refuse }: DropFeedback) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  const assign = useAssignCaseWithUndo();
  const [refusal, setRefusal] = useState<RefusedAssignment>();

  /**
   * Assigns one case after the other, because each assignment changes the plan that the rules of the next are checked
   * against.
   */
  const assignAll = async ({ cases, tour }: Omit<RefusedAssignment, "why">, isForced: boolean) => {
    const refused: RefusedAssignment["cases"][number][] = [];
    let why = "";
    for (const dispatchCase of cases) {
      const onRefused = (error: unknown) => {
        if (isForced || !isForcibleRefusal(error)) return false;
        refused.push(dispatchCase);
        why = textOf(error).message;
        return true;
      };
      const done = await assign(dispatchCase, tour, { isForced, onRefused });
      if (done) announce(t("assigned", { case: dispatchCase.natural_id, row: tour.name }));
    }
    if (refused.length > 0) setRefusal({ cases: refused, tour, why });
    await refetchTours([tour.id]);
  };
  const queueDrop = ({ cases, row, at }: QueueDrop) => {
    const tour = tourForDropAt(row, at);
    if (!tour) return refuse(t("no_tour", { row: row.title }));
    const dispatchCases = cases.map(({ case_id, ...dispatchCase }) => ({ id: case_id, ...dispatchCase }));
    return void assignAll({ cases: dispatchCases, tour: { id: tour.id, name: row.title } }, false);
  };
  const answerRefusal = (isMeant: boolean) => {
    setRefusal(undefined);
    if (refusal && isMeant) return void assignAll(refusal, true);
    announce(t("put_back"));
  };
  return { queueDrop, refusal, answerRefusal };
}
