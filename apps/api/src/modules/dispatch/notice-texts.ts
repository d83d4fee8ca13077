import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { labelForCaseReason } from "#modules/case-states/index";

/** Text of a notice on the phone and in the console. */
export interface NoticeText {
  readonly title: string;
  readonly body: string;
}
type Language = "de" | "en";
export type NoticeTopic =
  | "CASE_ASSIGNED"
  | "CASE_TAKEN_BACK"
  | "CASE_CHANGED"
  | "CASE_CANCELLED"
  | "CASE_REJECTED"
  | "CASE_ALARM"
  | "CASE_ALARM_UNANSWERED"
  | "CASE_POSTPONED_DUE"
  | "CASE_PHOTOS_MISSING";

const noticeTitles: { readonly [topic in NoticeTopic]: { readonly [language in Language]: string } } = {
  CASE_ASSIGNED: { en: "New case {case}", de: "Neuer Fall {case}" },
  CASE_TAKEN_BACK: { en: "{case} was taken back", de: "{case} wurde zurückgenommen" },
  CASE_CHANGED: { en: "{case} was changed", de: "{case} wurde geändert" },
  CASE_CANCELLED: { en: "{case} was cancelled", de: "{case} wurde storniert" },
  CASE_REJECTED: { en: "{case} was rejected", de: "{case} wurde abgelehnt" },
  CASE_ALARM: { en: "{case} waits for your answer", de: "{case} wartet auf Ihre Antwort" },
  CASE_ALARM_UNANSWERED: { en: "{case} was not accepted", de: "{case} wurde nicht angenommen" },
  CASE_POSTPONED_DUE: { en: "{case} is due again", de: "{case} ist wieder fällig" },
  CASE_PHOTOS_MISSING: { en: "Photos of {case} have not come", de: "Fotos zu {case} sind nicht angekommen" },
};

interface CaseInNotice {
  readonly natural_id: string;
  readonly display_name: string;
  readonly language: string;
}

export function noticeTextOf(
  topic: NoticeTopic,
  { natural_id, display_name, language }: CaseInNotice,
  reason: string | null,
): NoticeText {
  const spoken: Language = language === "de" ? "de" : "en";
  const title = noticeTitles[topic][spoken].replace("{case}", natural_id);
  const parts = [display_name, reason === null ? "" : labelForCaseReason(spoken, reason)];
  return { title, body: parts.filter((part) => part !== "").join(": ") };
}

/** Topic of a critical message, by the action that caused it. */
export const criticalMessageTopicOf = (action: CaseAction): NoticeTopic => {
  if (action === "CANCEL") return "CASE_CANCELLED";
  return action === "REJECT" ? "CASE_REJECTED" : "CASE_TAKEN_BACK";
};
