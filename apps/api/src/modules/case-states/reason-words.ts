import type { DefaultCaseReason } from "@leitstand/contract/cases/default-reasons";

const reasonWords: Readonly<Record<DefaultCaseReason, { readonly en: string; readonly de: string }>> = {
  COMPLETED_BY_BACKOFFICE: { en: "Completed by the back office", de: "Von der Nachbearbeitung abgeschlossen" },
  REASSIGNED: { en: "Given to another tour", de: "Einer anderen Tour zugewiesen" },
};

/** Reason for people to read: words for one that the server recorded by itself, and any other as it was given. */
export const labelForCaseReason = (language: "en" | "de", reason: string): string =>
  isDefaultCaseReason(reason) ? reasonWords[reason][language] : reason;
const isDefaultCaseReason = (reason: string): reason is DefaultCaseReason => Object.hasOwn(reasonWords, reason);
