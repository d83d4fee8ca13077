import { type ComponentType, use, useMemo } from "react";
import { IntlProvider, useMessages } from "use-intl";
import { retryLoadUntilReached } from "../screen/lazy-part.ts";
import { useLanguage } from "./i18n.tsx";
import { type Language, type TextTree, createCachedTextsLoader } from "./texts.ts";
import { tenantTimeZone } from "./time.ts";

export type TextLoadersByLanguage = Readonly<Record<Language, () => Promise<{ readonly default: TextTree }>>>;

/**
 * The component with texts of its own beside those of the whole console. They are loaded when it is first shown, in the
 * current language; a change of language keeps its state.
 */
export function withLazyTexts<P extends object>(Component: ComponentType<P>, own: TextLoadersByLanguage) {
  const textsIn = createCachedTextsLoader(async (language) => (await retryLoadUntilReached(own[language])).default);
  return function WithTexts(props: P) {
    const language = useLanguage();
    const [all, later] = [useMessages(), use(textsIn(language))];
    const messages = useMemo(() => ({ ...all, ...later }), [all, later]);
    return (
      <IntlProvider locale={language} messages={messages} timeZone={tenantTimeZone()}>
        <Component {...props} />
      </IntlProvider>
    );
  };
}
