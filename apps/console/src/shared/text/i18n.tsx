import { type ReactNode, useEffect, useState } from "react";
import { IntlProvider } from "use-intl";
import { preferencesStore } from "../state/preferences.ts";
import { useShownTenant } from "../api/session.ts";
import { useStore } from "@leitstand/app/store";
import { type Language, currentLanguage, type TextTree as Messages, loadTexts } from "./texts.ts";
import { tenantTimeZone } from "./time.ts";

export function useLanguage(): Language {
  useStore(preferencesStore);
  useShownTenant();
  return currentLanguage();
}

export function TextsProvider({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const [loaded, setLoaded] = useState<{ language: Language; messages: Messages }>();
  useEffect(() => {
    let isCurrent = true;
    void loadTexts(language).then((messages) => {
      document.documentElement.lang = language;
      if (isCurrent) setLoaded({ language, messages });
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  if (!loaded) return null;
  return (
    <IntlProvider locale={loaded.language} messages={loaded.messages} timeZone={tenantTimeZone()}>
      {children}
    </IntlProvider>
  );
}
