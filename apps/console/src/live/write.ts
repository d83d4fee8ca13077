import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { say, showUndoToast, warn } from "#shared/screen/toasts.tsx";
import { Clash, showClash, type WantedTour } from "./clash/clash.ts";
import type { Patch } from "./overlays.ts";
import { entities } from "./store.ts";

/** A change that somebody makes on the board. */
export interface Write<A> {
  /** What shows it before the server has agreed. */
  readonly shows?: Patch | undefined;
  /** The tour that is to get a case: what is offered when somebody else was faster. */
  readonly wanted?: WantedTour | undefined;
  /** Its answer is in the store before it resolves. */
  readonly send: () => Promise<A>;
  /** Says that it is done; without it the board alone does. */
  readonly text?: ((answer: A) => string) | undefined;
  /** Made with the versions that the answer tells; undefined where nothing can be undone. */
  readonly undo?: ((answer: A) => Write<unknown>) | undefined;
}

interface WriteFeedback {
  /** Also says it to those who listen. */
  readonly announce?: ((text: string) => void) | undefined;
  /** Sees a refusal first; true when it has said it itself. */
  readonly onRefused?: ((error: unknown) => boolean) | undefined;
  /** How a refusal begins, such as the number of the case. */
  readonly name: string;
}

/**
 * Carries out a change: shown at once, sent, and then either confirmed with a way to undo it, or refused, whereupon what is
 * true by then shows again. Answers undefined when it was refused.
 */
export function useWrite() {
  const t = useTranslations("actions");
  const textOf = useFaultText();
  const carryOut = async <A>(write: Write<A>, feedback: WriteFeedback): Promise<A | undefined> => {
    const hide = write.shows && entities.show(write.shows);
    try {
      const answer = await write.send();
      hide?.();
      confirm(write, answer, feedback);
      return answer;
    } catch (error) {
      hide?.();
      if (feedback.onRefused?.(error) === true) return undefined;
      if (error instanceof Clash) showClash(error, write.wanted);
      else refuse(textOf(error).message, feedback);
      return undefined;
    }
  };
  const confirm = <A>({ text, undo }: Write<A>, answer: A, feedback: WriteFeedback) => {
    if (!text) return;
    const message = text(answer);
    feedback.announce?.(message);
    if (!undo) say(message);
    else showUndoToast(message, { label: t("undo"), undo: () => void carryOut(undo(answer), feedback) });
  };
  return carryOut;
}

function refuse(why: string, { name, announce }: WriteFeedback) {
  warn(`${name}: ${why}`);
  announce?.(`${name}: ${why}`);
}
