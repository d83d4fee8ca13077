import { type ReactNode, useEffect, useState } from "react";
import { IntlProvider } from "use-intl";
import { preferences } from "./preferences.ts";
import { tenant } from "./session.ts";
import { useStore } from "./store.ts";
import { zone } from "./time.ts";

export type Language = "de" | "en";
type Messages = Record<string, Record<string, unknown>>;

/** One file for each feature; its name is the namespace. Only the language that is shown is fetched. */
const bundles = {
  de: import.meta.glob<Record<string, unknown>>("../../messages/de/*.json", { import: "default" }),
  en: import.meta.glob<Record<string, unknown>>("../../messages/en/*.json", { import: "default" }),
};

async function load(language: Language): Promise<Messages> {
  const files = Object.entries(bundles[language]);
  const named = await Promise.all(
    files.map(async ([path, read]) => [path.replace(/^.*\/(.+)\.json$/, "$1"), await read()] as const),
  );
  return Object.fromEntries(named);
}

/** What the person has chosen, else what the company speaks, else what the browser asks for. */
export function useLanguage(): Language {
  const own = useStore(preferences).language;
  const company = useStore(tenant)?.language;
  const chosen = own ?? company ?? navigator.language;
  return chosen.startsWith("en") ? "en" : "de";
}

export function Texts({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const [loaded, setLoaded] = useState<{ language: Language; messages: Messages }>();
  useEffect(() => {
    let isCurrent = true;
    void load(language).then((messages) => {
      document.documentElement.lang = language;
      if (isCurrent) setLoaded({ language, messages });
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  if (!loaded) return null;
  return (
    <IntlProvider locale={loaded.language} messages={loaded.messages} timeZone={zone()}>
      {children}
    </IntlProvider>
  );
}
