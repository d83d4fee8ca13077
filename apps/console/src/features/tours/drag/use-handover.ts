import type { CaseFactsSeen } from "@leitstand/client/case-sight";
import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import type { ActionAnswer } from "#live/case-actions.ts";
import { CaseClashError, showClash } from "#live/clash/clash.ts";
import { entityStore, refetchTours } from "#live/store.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { planCaseTransfer, type CaseTransfer, transferCase, undoCaseTransfer } from "#live/clash/transfer.ts";
import { useOptimisticBoardWrite } from "#live/write.ts";
import { showWarning } from "#shared/screen/toasts.tsx";
import type { TimelineBar } from "../grid/tour-rows.ts";
import type { AnnounceFunction } from "./use-time-changes.ts";

export interface CaseTransferRequest {
  readonly bar: TimelineBar;
  readonly to: TimelineTour;
  readonly toName: string;
  readonly seen: CaseFactsSeen;
}
/** Handover that is possible, and shown until it is carried out or cancelled. */
export interface PlannedCaseTransfer extends CaseTransferRequest {
  readonly transfer: CaseTransfer;
  readonly hide: () => void;
}

/** Hands a case from one tour to another: shown at once, moved back with a message when refused, and with undo. */
export function useCaseTransferBetweenTours(announce: AnnounceFunction) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  const carryOut = useOptimisticBoardWrite();

  /**
   * Plans a handover: shows the case on its new tour at once, and checks whether it may go there before a reason is
   * asked for.
   */
  const plan = async (handover: CaseTransferRequest): Promise<PlannedCaseTransfer | undefined> => {
    const { bar, to, seen } = handover;
    const { id: case_id, natural_id } = bar.dispatchCase;
    const from = bar.tour.id;
    const hide = entityStore.show({ kind: "assignment", case_id, from, to: to.id, change: {} });
    let why = t("not_movable");
    try {
      const transfer = await planCaseTransfer({ case_id, from, to: to.id, seen });
      if (transfer) return { ...handover, transfer, hide };
    } catch (error) {
      if (error instanceof CaseClashError) {
        hide();
        showClash(error, { id: to.id, name: handover.toName });
        return undefined;
      }
      why = textOf(error).message;
    }
    hide();
    showWarning(`${natural_id}: ${why}`);
    announce(`${natural_id}: ${why}`);
    return undefined;
  };

  /** Carries out a planned handover, once the reason has been given. */
  const hand = async ({ bar, to, toName, transfer, hide }: PlannedCaseTransfer, reason: string) => {
    const name = bar.dispatchCase.natural_id;
    const settled = async (work: Promise<ActionAnswer>) => {
      try {
        return await work;
      } finally {
        await refetchTours([bar.tour.id, to.id]);
      }
    };
    await carryOut(
      {
        wanted: { id: to.id, name: toName },
        send: () => settled(transferCase(transfer, reason)),
        text: () => t("moved", { case: name, tour: toName }),
        undo: (answer) => ({ send: () => settled(undoCaseTransfer(transfer, answer, t("undo_reason"))) }),
      },
      { name, announce },
    );
    hide();
  };
  return { plan, hand };
}
