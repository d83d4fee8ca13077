import { useTranslations } from "use-intl";
import { type CaseSight, sightOf } from "@leitstand/client/case-sight";
import { api } from "#shared/api/api.ts";
import { Clash, sendOnCase } from "#live/clash/clash.ts";
import type { Patch } from "#live/overlays.ts";
import { keepCase, keepTour } from "#live/store.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { useWrite } from "#live/write.ts";
import { warn } from "#shared/screen/toasts.tsx";
import type { TimelineBar } from "../grid/tour-rows.ts";
import { sightOfBar } from "./sight-of-bar.ts";

export type Announce = (text: string) => void;
/** Earliest start and deadline of a case. */
interface CaseWindow {
  readonly not_before: string | null;
  readonly due_at: string | null;
}
type Plan = Partial<Pick<TimelineTour, "scheduled_start_at" | "scheduled_end_at">>;

/** Changes times of cases and shifts: shown at once, moved back with a message when refused, and with undo. */
export function useMoves(announce: Announce) {
  const t = useTranslations("tours");
  const carryOut = useWrite();

  const retime = async (bar: TimelineBar, change: Partial<CaseWindow>) => {
    const { dispatchCase, tour } = bar;
    const { id, natural_id: name, not_before, due_at } = dispatchCase;
    const showing = (window: Partial<CaseWindow>): Patch => ({
      kind: "assignment",
      case_id: id,
      from: tour.id,
      to: tour.id,
      change: window,
    });
    const onRefused = (error: unknown) => {
      if (!(error instanceof Clash && error.changed.every((point) => point === "window"))) return false;
      const text = `${name}: ${t("window_moved")}`;
      warn(text);
      announce(text);
      return true;
    };
    return carryOut(
      {
        shows: showing(change),
        send: () => changeWindow(id, sightOfBar(bar), change),
        text: () => t("retimed", { case: name }),
        undo: (answer) => ({
          shows: showing({ not_before, due_at }),
          send: () => changeWindow(id, sightOf(answer), { not_before, due_at }),
        }),
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

/**
 * Changes the time window of a case, also after another user's change of other fields; a change of what the dispatcher
 * has seen is a clash.
 */
const changeWindow = (id: string, seen: CaseSight, change: Partial<CaseWindow>) =>
  sendOnCase({ id, seen }, async (lock_version) => {
    const answer = await api.updateCaseTimeWindow({ id, lock_version, ...change });
    keepCase(answer);
    return answer;
  });

async function writePlan(tour: { id: string; lock_version: number }, { scheduled_start_at, ...rest }: Plan) {
  const start = typeof scheduled_start_at === "string" ? { scheduled_start_at } : {};
  const answer = await api.updateScheduledTour({ ...tour, ...rest, ...start });
  keepTour(answer);
  return answer;
}
