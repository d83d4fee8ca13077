import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { showToast, showUndoToast, showWarning } from "#shared/screen/toasts.tsx";
import { CaseClashError, showClash, type RequestedTour } from "./clash/clash.ts";
import type { UnconfirmedChange } from "./unconfirmed-changes.ts";
import { entityStore } from "./store.ts";

/** Change that a dispatcher makes on the board. */
export interface OptimisticBoardWrite<A> {
  /** Patch that shows it before the server has confirmed it. */
  readonly shows?: UnconfirmedChange | undefined;
  /** Tour that is to get a case: offered again when another dispatcher was faster. */
  readonly wanted?: RequestedTour | undefined;
  /** Sends the change; its answer is in the store before the promise resolves. */
  readonly send: () => Promise<A>;
  /** Text of the confirmation; without it the board alone shows the change. */
  readonly text?: ((answer: A) => string) | undefined;
  /** The opposite change, from the versions in the answer; undefined where undo is not possible. */
  readonly undo?: ((answer: A) => OptimisticBoardWrite<unknown>) | undefined;
}

interface WriteFeedback {
  /** Announces the text to screen readers as well. */
  readonly announce?: ((text: string) => void) | undefined;
  /** Handles a refusal first; returns true when it has shown it itself. */
  readonly onRefused?: ((error: unknown) => boolean) | undefined;
  /** Beginning of a refusal's text, such as the number of the case. */
  readonly name: string;
}

/**
 * Carries out a change: shown at once, sent, and then either confirmed with undo, or refused and reverted to the state
 * known by then. Returns undefined when it was refused.
 */
export function useOptimisticBoardWrite() {
  const t = useTranslations("actions");
  const textOf = useFaultText();
  const carryOut = async <A>(write: OptimisticBoardWrite<A>, feedback: WriteFeedback): Promise<A | undefined> => {
    const hide = write.shows && entityStore.show(write.shows);
    try {
      const answer = await write.send();
      hide?.();
      confirm(write, answer, feedback);
      return answer;
    } catch (error) {
      hide?.();
      if (feedback.onRefused?.(error) === true) return undefined;
      if (error instanceof CaseClashError) showClash(error, write.wanted);
      else announceRefusal(textOf(error).message, feedback);
      return undefined;
    }
  };
  const confirm = <A>({ text, undo }: OptimisticBoardWrite<A>, answer: A, feedback: WriteFeedback) => {
    // A refusal of the undo is not the refusal that the writer handles.
    const ofUndo = { ...feedback, onRefused: undefined };
    if (!text) return;
    const message = text(answer);
    feedback.announce?.(message);
    if (!undo) showToast(message);
    else showUndoToast(message, { label: t("undo"), undo: () => void carryOut(undo(answer), ofUndo) });
  };
  return carryOut;
}

function announceRefusal(why: string, { name, announce }: WriteFeedback) {
  showWarning(`${name}: ${why}`);
  announce?.(`${name}: ${why}`);
}
