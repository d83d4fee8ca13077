import { useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { warn } from "#shared/screen/toasts.tsx";
import { type Passage, pass, passageOf, passBack } from "./reassign.ts";
import type { TimelineTour } from "../grid/timeline-tour.ts";
import type { TimelineBar } from "../grid/tour-rows.ts";
import { putTours, showMoved } from "../tours-live.ts";
import { type Announce, type Shown, useVerdicts } from "./use-moves.ts";

export interface Handover {
  readonly bar: TimelineBar;
  readonly to: TimelineTour;
  readonly toName: string;
}

/** From one tour to another: shown at once, back with a word when refused, and to be taken back. */
export function useHandover(shown: Shown, announce: Announce) {
  const t = useTranslations("tours");
  const { refuse, offerUndo } = useVerdicts(announce);

  const show = ({ bar, to }: Handover) =>
    showMoved(shown, { case_id: bar.job.id, from: bar.tour.id, to: to.id, change: {} });
  const putBack = ({ bar, to }: Handover) =>
    showMoved(shown, { case_id: bar.job.id, from: to.id, to: bar.tour.id, change: {} });

  /** The reason has been asked for before. */
  const hand = async (wish: Handover, passage: Passage, reason: string) => {
    const { bar, to, toName } = wish;
    const { job, tour } = bar;
    const { natural_id } = job;
    try {
      await pass(passage, reason);
      offerUndo(natural_id, t("moved", { case: natural_id, tour: toName }), async () => {
        await passBack(passage, t("undo_reason"));
        await refreshTours(shown, [tour.id, to.id]);
      });
    } catch (error) {
      putBack(wish);
      refuse(natural_id, error);
    }
    await refreshTours(shown, [tour.id, to.id]);
  };

  /** Whether a case can go there, before anybody is asked for a reason; it is shown there meanwhile. */
  const wayTo = async (wish: Handover) => {
    const { bar, to } = wish;
    const { id, natural_id } = bar.job;
    show(wish);
    try {
      const passage = await passageOf({ case_id: id, from: bar.tour.id, to: to.id });
      if (passage) return passage;
      warn(`${natural_id}: ${t("not_movable")}`);
      announce(`${natural_id}: ${t("not_movable")}`);
    } catch (error) {
      refuse(natural_id, error);
    }
    putBack(wish);
    return undefined;
  };
  return { hand, wayTo, putBack };
}

export async function refreshTours(shown: Shown, ids: readonly string[]) {
  const tours = await Promise.all(ids.map((id) => api.getTour({ id }).catch(() => undefined)));
  putTours(
    shown,
    tours.flatMap((tour) => tour ?? []),
  );
}
