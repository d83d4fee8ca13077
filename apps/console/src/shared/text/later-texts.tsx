import { type ComponentType, use, useMemo } from "react";
import { IntlProvider, useMessages } from "use-intl";
import { untilReached } from "../screen/lazy-part.ts";
import { useLanguage } from "./i18n.tsx";
import { type Language, type Texts, textsReader } from "./texts.ts";
import { zone } from "./time.ts";

export type LaterTexts = Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>>;

/**
 * The component with texts of its own beside those of the whole console. They are loaded when it is first shown, in the
 * current language; a change of language keeps its state.
 */
export function laterTexts<P extends object>(Component: ComponentType<P>, own: LaterTexts) {
  const textsIn = textsReader(async (language) => (await untilReached(own[language])).default);
  return function WithTexts(props: P) {
    const language = useLanguage();
    const [all, later] = [useMessages(), use(textsIn(language))];
    const messages = useMemo(() => ({ ...all, ...later }), [all, later]);
    return (
      <IntlProvider locale={language} messages={messages} timeZone={zone()}>
        <Component {...props} />
      </IntlProvider>
    );
  };
}
