import { useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { warn } from "#shared/screen/toasts.tsx";
import { type Transfer, transferCase, planTransfer, undoTransfer } from "./transfer.ts";
import type { TimelineTour } from "../grid/timeline-tour.ts";
import type { TimelineBar } from "../grid/tour-rows.ts";
import { putTours, showMoved } from "../tours-live.ts";
import { type Announce, type Shown, useWriteResult } from "./use-moves.ts";

export interface Handover {
  readonly bar: TimelineBar;
  readonly to: TimelineTour;
  readonly toName: string;
}

/** From one tour to another: shown at once, moved back with a message when refused, and with undo. */
export function useHandover(shown: Shown, announce: Announce) {
  const t = useTranslations("tours");
  const { refuse, offerUndo } = useWriteResult(announce);

  const show = ({ bar, to }: Handover) =>
    showMoved(shown, { case_id: bar.job.id, from: bar.tour.id, to: to.id, change: {} });
  const putBack = ({ bar, to }: Handover) =>
    showMoved(shown, { case_id: bar.job.id, from: to.id, to: bar.tour.id, change: {} });

  /** The reason has been asked for before. */
  const hand = async (handover: Handover, transfer: Transfer, reason: string) => {
    const { bar, to, toName } = handover;
    const { job, tour } = bar;
    const { natural_id } = job;
    try {
      await transferCase(transfer, reason);
      offerUndo(natural_id, t("moved", { case: natural_id, tour: toName }), async () => {
        await undoTransfer(transfer, t("undo_reason"));
        await refreshTours(shown, [tour.id, to.id]);
      });
    } catch (error) {
      putBack(handover);
      refuse(natural_id, error);
    }
    await refreshTours(shown, [tour.id, to.id]);
  };

  /** Whether a case can go there, before anybody is asked for a reason; it is shown there at once. */
  const findTransfer = async (handover: Handover) => {
    const { bar, to } = handover;
    const { id, natural_id } = bar.job;
    show(handover);
    try {
      const transfer = await planTransfer({ case_id: id, from: bar.tour.id, to: to.id });
      if (transfer) return transfer;
      warn(`${natural_id}: ${t("not_movable")}`);
      announce(`${natural_id}: ${t("not_movable")}`);
    } catch (error) {
      refuse(natural_id, error);
    }
    putBack(handover);
    return undefined;
  };
  return { hand, findTransfer, putBack };
}

export async function refreshTours(shown: Shown, ids: readonly string[]) {
  const tours = await Promise.all(ids.map((id) => api.getTour({ id }).catch(() => undefined)));
  putTours(
    shown,
    tours.flatMap((tour) => tour ?? []),
  );
}
