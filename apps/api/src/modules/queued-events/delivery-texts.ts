/** Texts for the dispatcher about events that could not be delivered to the partner. */

type Language = "de" | "en";
interface Text {
  readonly title: string;
  readonly body: string;
}
export const FAILED_KIND = "PARTNER_NOT_TOLD";
export const SILENT_KIND = "PARTNER_SILENT";

const failed: { readonly [language in Language]: Text } = {
  en: {
    title: "{about}: the partner was not told",
    body: "Later events wait until it is tried again or skipped ({reason}).",
  },
  de: {
    title: "{about}: der Partner wurde nicht verständigt",
    body: "Alles Weitere wartet, bis jemand darüber entscheidet ({reason}).",
  },
};
const silent: { readonly [language in Language]: Text } = {
  en: {
    title: "The partner's system does not answer",
    body: "Since {since} nothing can be told. It is tried again by itself.",
  },
  de: {
    title: "Das System des Partners antwortet nicht",
    body: "Seit {since} kann nichts gemeldet werden. Es wird von selbst weiter versucht.",
  },
};

const spoken = (language: string): Language => (language === "de" ? "de" : "en");

export function textOfFailed(language: string, { about, reason }: { about: string; reason: string }): Text {
  const { title, body } = failed[spoken(language)];
  return { title: title.replace("{about}", about), body: body.replace("{reason}", reason) };
}

export function textOfSilent(language: string, since: string): Text {
  const { title, body } = silent[spoken(language)];
  return { title, body: body.replace("{since}", since) };
}
