import { useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import type { Patch } from "#live/overlays.ts";
import { keepTour } from "#live/store.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { useWrite } from "#live/write.ts";
import { warn } from "#shared/screen/toasts.tsx";
import { type CaseWindow, changeWindow, WindowProblem } from "../grid/case-window.ts";
import type { TimelineBar } from "../grid/tour-rows.ts";

export type Announce = (text: string) => void;
type Plan = Partial<Pick<TimelineTour, "scheduled_start_at" | "scheduled_end_at">>;

/** Other times for cases and shifts: shown at once, back with a message when refused, and with undo. */
export function useMoves(announce: Announce) {
  const t = useTranslations("tours");
  const carryOut = useWrite();

  const retime = async ({ job, tour }: TimelineBar, change: Partial<CaseWindow>) => {
    const { id, natural_id: name } = job;
    const showing = (window: Partial<CaseWindow>): Patch => ({
      kind: "assignment",
      case_id: id,
      from: tour.id,
      to: tour.id,
      change: window,
    });
    const onRefused = (error: unknown) => {
      if (!(error instanceof WindowProblem)) return false;
      const text = `${name}: ${t(`window_${error.fault}`)}`;
      warn(text);
      announce(text);
      return true;
    };
    await carryOut(
      {
        shows: showing(change),
        send: () => changeWindow(id, change),
        text: () => t("retimed", { case: name }),
        undo: (before) => ({ shows: showing(before), send: () => changeWindow(id, before) }),
      },
      { name, announce, onRefused },
    );
  };

  const replan = async (tour: TimelineTour, plan: Plan) => {
    const { id, scheduled_start_at, scheduled_end_at } = tour;
    const name = tour.name ?? tour.natural_id;
    const write = (change: Plan, lock_version: number) => ({
      shows: { kind: "plan", tour_id: id, change } as const,
      send: () => writePlan({ id, lock_version }, change),
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

async function writePlan(tour: { id: string; lock_version: number }, { scheduled_start_at, ...rest }: Plan) {
  const start = typeof scheduled_start_at === "string" ? { scheduled_start_at } : {};
  const answer = await api.updateScheduledTour({ ...tour, ...rest, ...start });
  keepTour(answer);
  return answer;
}
