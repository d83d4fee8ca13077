import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { createDraftKeeper, type DraftStore, type KeptDraft } from "./draft-store.ts";
import type { Values } from "../fields/field.ts";
import type { Base } from "../save-case.ts";

/** One draft keeper for as long as the form is open; a stored draft is read before the form is drawn. */
export function useDraftKeeper(id: string): { keeper: DraftStore; kept: KeptDraft | undefined } {
  const [opened] = useState(() => {
    const keeper = createDraftKeeper(id);
    return { keeper, kept: keeper.read() };
  });
  useEffect(() => () => opened.keeper.close(), [opened]);
  return opened;
}

interface WatchedForm {
  readonly keeper: DraftStore;
  readonly form: UseFormReturn<Values>;
  readonly draft_id: string;
  readonly base: Base | undefined;
}

/** Stores the typed form as a draft: half a second after the last key, and at once when the page is left. */
export function useKeptDraft({ keeper, form, draft_id, base }: WatchedForm) {
  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values, type }) => {
        // Values that the form fills in by itself are no draft.
        if (type === undefined && !form.formState.isDirty) return;
        keeper.keep({ draft_id, values: structuredClone(values), ...(base === undefined ? {} : { base }) });
      },
    });
    const flush = () => keeper.flush();
    window.addEventListener("pagehide", flush);
    return () => {
      stop();
      window.removeEventListener("pagehide", flush);
    };
  }, [keeper, form, draft_id, base]);
}
