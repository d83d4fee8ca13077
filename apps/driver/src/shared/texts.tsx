import { createStore, useStore } from "@leitstand/app/store";
import { type ReactNode, useEffect, useState } from "react";
import { IntlProvider } from "use-intl";
import { type Language, languageFor } from "#push/language.ts";
import { company, db } from "#work/phone.ts";

type Messages = Record<string, Record<string, unknown>>;

const KEY = "leitstand-driver.language";
const chosen = createStore(localStorage.getItem(KEY));

export function chooseLanguage(language: Language) {
  localStorage.setItem(KEY, language);
  // The service worker has no other way to know the language.
  void db.meta.put({ name: "language", value: language });
  chosen.set(language);
}

// A language chosen in one window applies to all of them.
window.addEventListener("storage", ({ key, newValue }) => {
  if (key === KEY) chosen.set(newValue);
});

export function useLanguage(): Language {
  const own = useStore(chosen);
  const known = useStore(company);
  return languageFor({ own, browser: navigator.languages, company: known?.language });
}

/** Bundles of texts; only the current language is loaded. */
const bundles = {
  de: async () => (await import("virtual:texts/de")).default,
  en: async () => (await import("virtual:texts/en")).default,
} satisfies Record<Language, () => Promise<Messages>>;

export const useZone = () => useStore(company)?.timezone ?? "Europe/Vienna";

export function Texts({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const zone = useZone();
  const [loaded, setLoaded] = useState<{ language: Language; messages: Messages }>();
  useEffect(() => {
    let isCurrent = true;
    void bundles[language]().then((messages) => {
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
export function useClock() {
  const language = useLanguage();
  const zone = useZone();
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  });
  return (at: string | number | null | undefined) =>
    at === null || at === undefined ? "" : format.format(new Date(at));
}
