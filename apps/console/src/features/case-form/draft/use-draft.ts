import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { createDraftStore, type DraftStore, type StoredDraft } from "./draft-store.ts";
import type { FormValues } from "../fields/field.ts";
import type { EditedCaseBase } from "../save-case.ts";

/** Returns one draft store for as long as the form is open; a stored draft is read before the form is drawn. */
export function useDraftStore(id: string): { keeper: DraftStore; kept: StoredDraft | undefined } {
  const [opened] = useState(() => {
    const keeper = createDraftStore(id);
    return { keeper, kept: keeper.read() };
  });
  useEffect(() => () => opened.keeper.close(), [opened]);
  return opened;
}

interface AutosavedForm {
  readonly keeper: DraftStore;
  readonly form: UseFormReturn<FormValues>;
  readonly draft_id: string;
  readonly base: EditedCaseBase | undefined;
}

/** Stores the typed form as a draft: half a second after the last key, and at once when the page is left. */
export function useAutosaveDraft({ keeper, form, draft_id, base }: AutosavedForm) {
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
