import { useEffect, useRef, useState } from "react";
import { createStore, useStore } from "@leitstand/app/store";
import { showWarning } from "#shared/screen/toasts.tsx";
import { type RefusedAssignment, refusalTextsOf } from "./refused-assignment.ts";
import type { PlannedCaseTransfer, RefusedCaseTransfer } from "./use-handover.ts";

/** Question about a drop: for the reason that the API requires, or whether a refused assignment is to be forced. */
type DropQuestion =
  | { readonly is: "reason"; readonly handover: PlannedCaseTransfer; readonly refused?: RefusedCaseTransfer }
  | { readonly is: "force"; readonly refusal: RefusedAssignment };

interface DropQuestions {
  /** Questions that wait for an answer, the oldest first. */
  readonly waiting: readonly DropQuestion[];
  /** Number of questions that have been answered. */
  readonly answered: number;
}

/** Questions about drops, asked one after another: the next drop does not wait for the answer about the last one. */
export function useDropQuestions() {
  const [store] = useState(() => createStore<DropQuestions>({ waiting: [], answered: 0 }));
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      const { waiting, answered } = store.get();
      for (const question of waiting) withdrawQuestion(question);
      store.set({ waiting: [], answered });
    };
  }, [store]);

  const ask = (question: DropQuestion) => {
    const { waiting, answered } = store.get();
    // A drop may be checked until after the timeline was left.
    if (isOpen.current) store.set({ waiting: [...waiting, question], answered });
    else withdrawQuestion(question);
  };
  /** Removes the question that was asked, so that the next one is. */
  const close = () => {
    const { waiting, answered } = store.get();
    store.set({ waiting: waiting.slice(1), answered: answered + 1 });
  };
  return { questions: useStore(store), ask, close };
}

/** Gives a question up without an answer: the case returns to its tour, or the reasons for the refusal are shown. */
function withdrawQuestion(question: DropQuestion) {
  if (question.is === "reason") {
    const { handover, refused } = question;
    handover.hide();
    if (refused) showWarning(`${handover.bar.dispatchCase.natural_id}: ${refused.why}`);
    return;
  }
  for (const text of refusalTextsOf(question.refusal)) showWarning(text);
}
