import { useTranslations } from "use-intl";
import { type CaseAsSeen, isForcibleRefusal, useAssignCaseWithUndo } from "#live/case-actions.ts";
import { refetchTours } from "#live/store.ts";
import { useFaultText } from "#shared/api/faults.ts";
import type { RefusedAssignment } from "./refused-assignment.ts";
import { tourForDropAt } from "../grid/tour-rows.ts";
import { type QueueDrop, spanOfDroppedCase } from "./queue-drop.ts";

interface DropFeedback {
  readonly announce: (text: string) => void;
  /** Tells why a drop had no effect. */
  readonly refuse: (text: string) => void;
  /** Asks whether a refused assignment is to be forced. */
  readonly ask: (refusal: RefusedAssignment) => void;
}

interface RequestedAssignment extends Pick<RefusedAssignment, "tour"> {
  readonly cases: readonly CaseAsSeen[];
}

/** Assigns cases of the queue that are dropped on a row to its tours, and asks whether a refusal is to be forced. */
export function useQueueDrops({ announce, refuse, ask }: DropFeedback) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  const assign = useAssignCaseWithUndo();

  /**
   * Assigns one case after the other, because each assignment changes the plan that the rules of the next are checked
   * against.
   */
  const assignAll = async ({ cases, tour }: RequestedAssignment, isForced: boolean) => {
    const refused: RefusedAssignment["cases"][number][] = [];
    for (const dispatchCase of cases) {
      const onRefused = (error: unknown) => {
        if (isForced || !isForcibleRefusal(error)) return false;
        refused.push({ ...dispatchCase, why: textOf(error).message });
        return true;
      };
      const done = await assign(dispatchCase, tour, { isForced, onRefused });
      if (done) announce(t("assigned", { case: dispatchCase.natural_id, row: tour.name }));
    }
    if (refused.length > 0) ask({ cases: refused, tour });
    await refetchTours([tour.id]);
  };
  /** Assigns each case to the tour of the row that runs at the time at which the case was shown. */
  const drop = async ({ cases, row, at }: QueueDrop) => {
    const dropped = cases.map(({ case_id: id, ...seen }) => ({
      dispatchCase: { id, ...seen },
      tour: tourForDropAt(row, spanOfDroppedCase(id, at).start),
    }));
    for (const tour of new Set(dropped.map((one) => one.tour))) {
      if (!tour) return refuse(t("no_tour", { row: row.title }));
      const own = dropped.filter((one) => one.tour === tour).map(({ dispatchCase }) => dispatchCase);
      await assignAll({ cases: own, tour: { id: tour.id, name: row.title } }, false);
    }
  };
  return {
    drop: (dropped: QueueDrop) => void drop(dropped),
    force: (refusal: RefusedAssignment) => void assignAll(refusal, true),
  };
}
