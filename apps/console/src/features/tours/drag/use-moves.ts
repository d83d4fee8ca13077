import { useTranslations } from "use-intl";
import { api, isProblem } from "#shared/api/api.ts";
import type { Patch } from "#live/overlays.ts";
import { keepCase, keepTour } from "#live/store.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { useWrite } from "#live/write.ts";
import { warn } from "#shared/screen/toasts.tsx";
import type { TimelineBar } from "../grid/tour-rows.ts";

export type Announce = (text: string) => void;
/** When a case may be started and has to be done. */
interface CaseWindow {
  readonly not_before: string | null;
  readonly due_at: string | null;
}
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
      if (!(error instanceof MovedByOthers)) return false;
      const text = `${name}: ${t("window_moved")}`;
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

class MovedByOthers extends Error {}

/** Somebody may change the case at the same moment: it is tried once more, unless they changed its times. Answers those before. */
async function changeWindow(id: string, change: Partial<CaseWindow>): Promise<CaseWindow> {
  const base = await api.getCase({ id, include_associations: false });
  const write = async ({ lock_version }: typeof base) =>
    keepCase(await api.updateCaseTimeWindow({ id, lock_version, ...change }));
  try {
    await write(base);
  } catch (error) {
    if (!isProblem(error, "LOCK_VERSION_CONFLICT")) throw error;
    const current = await api.getCase({ id, include_associations: false });
    if (current.not_before !== base.not_before || current.due_at !== base.due_at) throw new MovedByOthers();
    await write(current);
  }
  return { not_before: base.not_before, due_at: base.due_at };
}

async function writePlan(tour: { id: string; lock_version: number }, { scheduled_start_at, ...rest }: Plan) {
  const start = typeof scheduled_start_at === "string" ? { scheduled_start_at } : {};
  const answer = await api.updateScheduledTour({ ...tour, ...rest, ...start });
  keepTour(answer);
  return answer;
}
