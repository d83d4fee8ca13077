import { useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { showUndoToast, warn } from "#shared/screen/toasts.tsx";
import { type CaseWindow, changeWindow, WindowProblem } from "../grid/case-window.ts";
import type { TimelineTour } from "../grid/timeline-tour.ts";
import type { TimelineBar } from "../grid/tour-rows.ts";
import { putTours, showMoved, showPlanned } from "../tours-live.ts";

export interface Shown {
  readonly day: string;
  readonly days: number;
}
export type Announce = (text: string) => void;
type Plan = Partial<Pick<TimelineTour, "scheduled_start_at" | "scheduled_end_at">>;

/** How the timeline says what became of a change: in a toast, and to who listens. */
export function useWriteResult(announce: Announce) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  const refuse = (name: string, error: unknown) => {
    const why = error instanceof WindowProblem ? t(`window_${error.fault}`) : textOf(error).message;
    warn(`${name}: ${why}`);
    announce(`${name}: ${why}`);
  };
  const offerUndo = (name: string, message: string, undo: () => Promise<unknown>) => {
    announce(message);
    showUndoToast(message, {
      label: t("undo"),
      undo: () => void undo().catch((error: unknown) => refuse(name, error)),
    });
  };
  return { refuse, offerUndo };
}

/** Other times for cases and shifts: shown at once, back with a word when refused, and to be taken back. */
export function useMoves(shown: Shown, announce: Announce) {
  const t = useTranslations("tours");
  const { refuse, offerUndo } = useWriteResult(announce);

  const retime = async ({ job, tour }: TimelineBar, change: Partial<CaseWindow>) => {
    const show = (window: Partial<CaseWindow>) =>
      showMoved(shown, { case_id: job.id, from: tour.id, to: tour.id, change: window });
    const { not_before, due_at, natural_id } = job;
    show(change);
    try {
      const before = await changeWindow(job.id, change);
      offerUndo(natural_id, t("retimed", { case: natural_id }), () => {
        show(before);
        return changeWindow(job.id, before);
      });
    } catch (error) {
      show({ not_before, due_at });
      refuse(natural_id, error);
    }
  };

  const replan = async (tour: TimelineTour, plan: Plan) => {
    const { id, scheduled_start_at, scheduled_end_at, lock_version } = tour;
    const name = tour.name ?? tour.natural_id;
    const before = { scheduled_start_at, scheduled_end_at };
    try {
      const answer = await writePlan(shown, { id, lock_version }, plan);
      const undo = () => writePlan(shown, { id, lock_version: answer.lock_version }, before);
      offerUndo(name, t("replanned", { tour: name }), undo);
    } catch (error) {
      showPlanned(shown, id, before);
      refuse(name, error);
    }
  };
  return { retime, replan };
}

async function writePlan(shown: Shown, tour: { id: string; lock_version: number }, plan: Plan) {
  showPlanned(shown, tour.id, plan);
  const { scheduled_start_at, ...rest } = plan;
  const start = typeof scheduled_start_at === "string" ? { scheduled_start_at } : {};
  const answer = await api.updateScheduledTour({ ...tour, ...rest, ...start });
  putTours(shown, [answer]);
  return answer;
}
