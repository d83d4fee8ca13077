import { useTranslations } from "use-intl";
import { type CaseFactsSeen, caseFactsSeenOf } from "@leitstand/client/case-sight";
import { api } from "#shared/api/api.ts";
import { CaseClashError, writeCaseUnlessChanged } from "#live/clash/clash.ts";
import type { UnconfirmedChange } from "#live/unconfirmed-changes.ts";
import { storeAnsweredTour, storeCase } from "#live/store.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { useOptimisticBoardWrite } from "#live/write.ts";
import { showWarning } from "#shared/screen/toasts.tsx";
import type { DraggedTimelineItem } from "../stage.ts";

export type AnnounceFunction = (text: string) => void;
/** Earliest start and deadline of a case. */
export interface CaseWindow {
  readonly not_before: string | null;
  readonly due_at: string | null;
}
type DraggedBar = Extract<DraggedTimelineItem, { is: "bar" }>;
type ShiftPlanChange = Partial<Pick<TimelineTour, "scheduled_start_at" | "scheduled_end_at">>;

/** Changes times of cases and shifts: shown at once, moved back with a message when refused, and with undo. */
export function useCaseAndShiftTimeChanges(announce: AnnounceFunction) {
  const t = useTranslations("tours");
  const carryOut = useOptimisticBoardWrite();

  const retime = async ({ bar, seen }: DraggedBar, change: Partial<CaseWindow>) => {
    const { dispatchCase, tour } = bar;
    const { id, natural_id: name, not_before, due_at } = dispatchCase;
    const showing = (window: Partial<CaseWindow>): UnconfirmedChange => ({
      kind: "assignment",
      case_id: id,
      from: tour.id,
      to: tour.id,
      change: window,
    });
    const onRefused = (error: unknown) => {
      if (!(error instanceof CaseClashError && error.changed.every((point) => point === "window"))) return false;
      const text = `${name}: ${t("window_moved")}`;
      showWarning(text);
      announce(text);
      return true;
    };
    return carryOut(
      {
        shows: showing(change),
        send: () => changeTimeWindow(id, seen, change),
        text: () => t("retimed", { case: name }),
        undo: (answer) => ({
          shows: showing({ not_before, due_at }),
          send: () => changeTimeWindow(id, caseFactsSeenOf(answer), { not_before, due_at }),
        }),
      },
      { name, announce, onRefused },
    );
  };

  const replan = async (tour: TimelineTour, plan: ShiftPlanChange) => {
    const { id, scheduled_start_at, scheduled_end_at } = tour;
    const name = tour.name ?? tour.natural_id;
    const write = (change: ShiftPlanChange, lock_version: number) => ({
      shows: { kind: "plan", tour_id: id, change } as const,
      send: () => saveShiftPlan({ id, lock_version }, change),
    });
    await carryOut(
      {
        ...write(plan, tour.lock_version),
        text: () => t("replanned", { tour: name }),
        undo: ({ lock_version }) => write({ scheduled_start_at, scheduled_end_at }, lock_version),
      },
      { name, announce },
    );
  };
  return { retime, replan };
}

/**
 * Changes the time window of a case, also after another user's change of other fields; a change of what the dispatcher
 * has seen is a clash.
 */
export const changeTimeWindow = (id: string, seen: CaseFactsSeen, change: Partial<CaseWindow>) =>
  writeCaseUnlessChanged({ id, seen }, async (lock_version) => {
    const answer = await api.updateCaseTimeWindow({ id, lock_version, ...change });
    storeCase(answer);
    return answer;
  });

function saveShiftPlan(tour: { id: string; lock_version: number }, { scheduled_start_at, ...rest }: ShiftPlanChange) {
  const start = typeof scheduled_start_at === "string" ? { scheduled_start_at } : {};
  return storeAnsweredTour(api.updateScheduledTour({ ...tour, ...rest, ...start }));
}
