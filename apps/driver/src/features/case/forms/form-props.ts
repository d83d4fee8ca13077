import type { Case } from "@leitstand/contract/cases/case";
import { useStore } from "@leitstand/app/store";
import type { Link } from "#outbox/state-before.ts";
import { changeField, drafts } from "#work/drafts.ts";

export interface FormProps {
  readonly shown: Case;
  readonly link: Link;
  readonly tour_id: string;
}

/** Field of a form that is stored as it is typed, so that it survives when the phone ends the page. */
export function useField(shown: Case, name: string): [value: string, change: (value: string) => void] {
  const value = useStore(drafts)[shown.id]?.fields?.[name] ?? "";
  return [value, (next) => void changeField(shown.id, name, next)];
}
