import { createStore, useStore } from "@leitstand/app/store";
import { type ReactNode, useEffect, useState } from "react";
import { IntlProvider } from "use-intl";
import { type Language, chooseLanguageFrom } from "#push/language.ts";
import { phoneCompany, driverDb } from "#work/phone.ts";

type MessageTree = Record<string, Record<string, unknown>>;

const LANGUAGE_KEY = "leitstand-driver.language";
const chosenLanguage = createStore(localStorage.getItem(LANGUAGE_KEY));

export function setAppLanguage(language: Language) {
  localStorage.setItem(LANGUAGE_KEY, language);
  // The service worker has no other way to know the language.
  void driverDb.meta.put({ name: "language", value: language });
  chosenLanguage.set(language);
}

// A language chosen in one window applies to all of them.
window.addEventListener("storage", ({ key, newValue }) => {
  if (key === LANGUAGE_KEY) chosenLanguage.set(newValue);
});

export function useLanguage(): Language {
  const own = useStore(chosenLanguage);
  const known = useStore(phoneCompany);
  return chooseLanguageFrom({ own, browser: navigator.languages, company: known?.language });
}

/** Bundles of texts; only the current language is loaded. */
const textBundles = {
  de: async () => (await import("virtual:texts/de")).default,
  en: async () => (await import("virtual:texts/en")).default,
} satisfies Record<Language, () => Promise<MessageTree>>;

export const useTimeZone = () => useStore(phoneCompany)?.timezone ?? "Europe/Vienna";

export function TextsProvider({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const zone = useTimeZone();
  const [loaded, setLoaded] = useState<{ language: Language; messages: MessageTree }>();
  useEffect(() => {
    let isCurrent = true;
    void textBundles[language]().then((messages) => {
      if (isCurrent) setLoaded({ language, messages });
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  useEffect(() => {
    if (loaded) document.documentElement.lang = loaded.language;
  }, [loaded]);
  if (!loaded) return null;
  return (
    <IntlProvider locale={loaded.language} messages={loaded.messages} timeZone={zone}>
      {children}
    </IntlProvider>
  );
}

/** Formats times of day in the company's zone, wherever the phone is. */
export function useClockFormat() {
  const language = useLanguage();
  const zone = useTimeZone();
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  });
  return (at: string | number | null | undefined) =>
    at === null || at === undefined ? "" : format.format(new Date(at));
}
