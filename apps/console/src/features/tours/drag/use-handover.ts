import { type CaseFactsSeen, caseFactsSeenOf } from "@leitstand/client/case-sight";
import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { type ActionAnswer, isForcibleRefusal } from "#live/case-actions.ts";
import { CaseClashError, showClash } from "#live/clash/clash.ts";
import { entityStore, refetchTours } from "#live/store.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { planCaseTransfer, type CaseTransfer, transferCase, undoCaseTransfer } from "#live/clash/transfer.ts";
import type { UnconfirmedChange } from "#live/unconfirmed-changes.ts";
import { useOptimisticBoardWrite } from "#live/write.ts";
import { showWarning } from "#shared/screen/toasts.tsx";
import type { TimelineBar } from "../grid/tour-rows.ts";
import { type AnnounceFunction, type CaseWindow, changeTimeWindow } from "./use-time-changes.ts";

export interface CaseTransferRequest {
  readonly bar: TimelineBar;
  readonly to: TimelineTour;
  readonly toName: string;
  /** New times that the case gets with the handover; undefined when it keeps its own. */
  readonly change: Partial<CaseWindow> | undefined;
  readonly seen: CaseFactsSeen;
}
/** Handover that is possible, and shown until it is carried out or cancelled. */
export interface PlannedCaseTransfer extends CaseTransferRequest {
  readonly transfer: CaseTransfer;
  readonly hide: () => void;
}
/**
 * Handover that the server has refused: the reason that was given for it, why it was refused, and whether it can be carried
 * out in spite of that.
 */
export interface RefusedCaseTransfer {
  readonly reason: string;
  readonly why: string;
  readonly isForcible: boolean;
}

/** Hands a case from one tour to another: shown at once, moved back when refused, and with undo. */
export const useCaseTransferBetweenTours = (announce: AnnounceFunction) => ({
  plan: usePlanningOfTransfers(announce),
  hand: useSendingOfTransfers(announce),
});

/**
 * Plans a handover: shows the case on its new tour and at its new times at once, and checks whether it may go there
 * before a reason is asked for.
 */
function usePlanningOfTransfers(announce: AnnounceFunction) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  return async (handover: CaseTransferRequest): Promise<PlannedCaseTransfer | undefined> => {
    const { bar, to, seen } = handover;
    const { id: case_id, natural_id } = bar.dispatchCase;
    const from = bar.tour.id;
    const hide = entityStore.show(shownTransferOf(handover));
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
}

/**
 * Carries out a planned handover, once the reason has been given. Returns the refusal, unless it is a clash, which
 * asks in a dialog of its own.
 */
function useSendingOfTransfers(announce: AnnounceFunction) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  const carryOut = useOptimisticBoardWrite();
  return async (planned: PlannedCaseTransfer, reason: string): Promise<RefusedCaseTransfer | undefined> => {
    let refused: RefusedCaseTransfer | undefined;
    const { bar, to, toName, change, hide } = planned;
    const name = bar.dispatchCase.natural_id;
    const settled = async <A>(work: Promise<A>) => {
      try {
        return await work;
      } finally {
        await refetchTours([bar.tour.id, to.id]);
      }
    };
    await carryOut(
      {
        // One that is sent again after a refusal is no longer shown.
        shows: shownTransferOf(planned),
        wanted: { id: to.id, name: toName },
        send: () => settled(retimeAndTransfer(planned, reason, () => showWarning(t("retimed", { case: name })))),
        text: () => {
          const moved = t("moved", { case: name, tour: toName });
          return change ? `${t("retimed", { case: name })} ${moved}` : moved;
        },
        undo: (answer) => ({ send: () => settled(undoBoth(planned, answer, t("undo_reason"))) }),
      },
      {
        name,
        announce,
        onRefused: (error) => {
          if (error instanceof CaseClashError) return false;
          const isForcible = planned.transfer.isForced !== true && isForcibleRefusal(error);
          refused = { reason, why: textOf(error).message, isForcible };
          return true;
        },
      },
    );
    hide();
    return refused;
  };
}

const shownTransferOf = ({ bar, to, change = {} }: CaseTransferRequest): UnconfirmedChange => ({
  kind: "assignment",
  case_id: bar.dispatchCase.id,
  from: bar.tour.id,
  to: to.id,
  change,
});

/**
 * Changes the times, then hands the case over; a case that is refused by the tour gets its old times again.
 * `onTimesKept` is called where they could not be written back.
 */
async function retimeAndTransfer(
  { transfer, change }: PlannedCaseTransfer,
  reason: string,
  onTimesKept: () => void,
): Promise<ActionAnswer> {
  if (!change) return transferCase(transfer, reason);
  const seen = caseFactsSeenOf(await changeTimeWindow(transfer.case_id, transfer.seen, change));
  try {
    return await transferCase({ ...transfer, seen }, reason);
  } catch (error) {
    // Times that others have changed meanwhile stay, too.
    await changeTimeWindow(transfer.case_id, seen, windowBefore(transfer)).catch(onTimesKept);
    throw error;
  }
}

async function undoBoth({ transfer, change }: PlannedCaseTransfer, answer: ActionAnswer, reason: string) {
  const undone = await undoCaseTransfer(transfer, answer, reason);
  return change ? changeTimeWindow(transfer.case_id, caseFactsSeenOf(undone), windowBefore(transfer)) : undone;
}

const windowBefore = ({ seen: { not_before = null, due_at = null } }: CaseTransfer): CaseWindow => ({
  not_before,
  due_at,
});
