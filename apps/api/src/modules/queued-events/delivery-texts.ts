/** Texts for the dispatcher about events that could not be delivered to the partner. */
import { formatLocalMinute, type TextReaders } from "@leitstand/contract/core/moment-text";

type Language = "de" | "en";
interface MessageText {
  readonly title: string;
  readonly body: string;
}
export const FAILED_DELIVERY_MESSAGE_KIND = "PARTNER_NOT_TOLD";
export const SILENT_PARTNER_MESSAGE_KIND = "PARTNER_SILENT";

const failedDeliveryTexts: { readonly [language in Language]: MessageText } = {
  en: {
    title: "{about}: the partner was not told",
    body: "Later events wait until it is tried again or skipped ({reason}).",
  },
  de: {
    title: "{about}: der Partner wurde nicht verständigt",
    body: "Alles Weitere wartet, bis jemand darüber entscheidet ({reason}).",
  },
};
const silentPartnerTexts: { readonly [language in Language]: MessageText } = {
  en: {
    title: "The partner's system does not answer",
    body: "Since {since} nothing can be told. It is tried again by itself.",
  },
  de: {
    title: "Das System des Partners antwortet nicht",
    body: "Seit {since} kann nichts gemeldet werden. Es wird von selbst weiter versucht.",
  },
};

const messageLanguageOf = (language: string): Language => (language === "de" ? "de" : "en");

export function failedDeliveryMessageText(
  language: string,
  { about, reason }: { about: string; reason: string },
): MessageText {
  const { title, body } = failedDeliveryTexts[messageLanguageOf(language)];
  return { title: title.replace("{about}", about), body: body.replace("{reason}", reason) };
}

/** @param since the moment at which the partner's silence began */
export function silentPartnerMessageText(readers: TextReaders, since: string): MessageText {
  const { title, body } = silentPartnerTexts[messageLanguageOf(readers.language)];
  return { title, body: body.replace("{since}", formatLocalMinute(since, readers)) };
}
