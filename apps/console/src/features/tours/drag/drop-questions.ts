import { useEffect, useRef, useState } from "react";
import { createStore, useStore } from "@leitstand/app/store";
import { showWarning } from "#shared/screen/toasts.tsx";
import type { RefusedAssignment } from "../panels/force-prompt.tsx";
import type { PlannedCaseTransfer } from "./use-handover.ts";

/** Question about a drop: for the reason that the API requires, or whether a refused assignment is to be forced. */
type DropQuestion =
  | { readonly is: "reason"; readonly handover: PlannedCaseTransfer }
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

/** Gives a question up without an answer: the case returns to its tour, or the reason for the refusal is shown. */
function withdrawQuestion(question: DropQuestion) {
  if (question.is === "reason") return question.handover.hide();
  const { cases, why } = question.refusal;
  showWarning(`${cases.map(({ natural_id }) => natural_id).join(", ")}: ${why}`);
}
