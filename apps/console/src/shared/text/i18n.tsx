import { type ReactNode, useEffect, useState } from "react";
import { IntlProvider } from "use-intl";
import { preferences } from "../state/preferences.ts";
import { tenant } from "../api/session.ts";
import { useStore } from "@leitstand/app/store";
import { type Language, languageNow, type Texts as Messages, textsOf } from "./texts.ts";
import { zone } from "./time.ts";

export function useLanguage(): Language {
  useStore(preferences);
  useStore(tenant);
  return languageNow();
}

export function Texts({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const [loaded, setLoaded] = useState<{ language: Language; messages: Messages }>();
  useEffect(() => {
    let isCurrent = true;
    void textsOf(language).then((messages) => {
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
