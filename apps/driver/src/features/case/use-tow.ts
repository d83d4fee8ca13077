import type { Case } from "@leitstand/contract/cases/case";
import { useTranslations } from "use-intl";
import { act } from "#work/act.ts";
import { changeDraft, type DamageCause } from "#work/drafts.ts";
import { noteOf, payloadOf } from "./on-site.ts";
import type { ActionPlace } from "./stored-places.ts";
import { useOnSite } from "./use-on-site.ts";

interface TowOptions {
  readonly destination?: ActionPlace;
  /** Reason for another destination, when the tow is already under way. */
  readonly reason?: string;
}

export function useCauseWord() {
  const t = useTranslations("roadside.causes");
  return (cause: DamageCause): string => t(cause);
}

/** Begins a tow, or changes its destination, and sends the findings. */
export function useTow(shown: Case, tour_id: string) {
  const onSite = useOnSite(shown.id);
  const wordOf = useCauseWord();
  return async ({ destination, reason }: TowOptions = {}) => {
    const action = "TO_TOWING_DESTINATION";
    const payload = { ...payloadOf(action, onSite, wordOf), ...(destination && { destination }) };
    await act({ dispatchCase: shown, tour_id, action, payload, ...(reason !== undefined && { reason }) });
    await changeDraft(shown.id, { told: noteOf(onSite.draft) });
  };
}
