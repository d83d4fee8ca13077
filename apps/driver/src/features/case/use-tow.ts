import type { Case } from "@leitstand/contract/cases/case";
import { useTranslations } from "use-intl";
import { carryOutCaseStep } from "#work/act.ts";
import { changeDraft, type DamageCause } from "#work/drafts.ts";
import { findingNote, onSiteActionPayload } from "./on-site.ts";
import type { ActionDestination } from "./stored-places.ts";
import { useOnSiteRecord } from "./use-on-site.ts";

interface TowOptions {
  readonly destination?: ActionDestination;
  /** Reason for another destination, when the tow is already under way. */
  readonly reason?: string;
}

export function useDamageCauseName() {
  const t = useTranslations("roadside.causes");
  return (cause: DamageCause): string => t(cause);
}

/** Begins a tow, or changes its destination, and sends the findings. */
export function useBeginTow(shown: Case, tour_id: string) {
  const onSite = useOnSiteRecord(shown.id);
  const wordOf = useDamageCauseName();
  return async ({ destination, reason }: TowOptions = {}) => {
    const action = "TO_TOWING_DESTINATION";
    const payload = { ...onSiteActionPayload(action, onSite, wordOf), ...(destination && { destination }) };
    await carryOutCaseStep({ dispatchCase: shown, tour_id, action, payload, ...(reason !== undefined && { reason }) });
    await changeDraft(shown.id, { told: findingNote(onSite.draft) });
  };
}
