import type { Case } from "@leitstand/contract/cases/case";
import { useStore } from "@leitstand/app/store";
import type { TourLink } from "#outbox/state-before.ts";
import { changeDraftField, draftStore } from "#work/drafts.ts";

export interface CaseActionFormProps {
  readonly shown: Case;
  readonly link: TourLink;
  readonly tour_id: string;
}

/** Field of a form that is stored as it is typed, so that it survives when the phone ends the page. */
export function useCaseDraftField(shown: Case, name: string): [value: string, change: (value: string) => void] {
  const value = useStore(draftStore)[shown.id]?.fields?.[name] ?? "";
  return [value, (next) => void changeDraftField(shown.id, name, next)];
}
