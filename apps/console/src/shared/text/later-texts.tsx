import { type ComponentType, use, useMemo } from "react";
import { IntlProvider, useMessages } from "use-intl";
import { untilReached } from "../screen/lazy-part.ts";
import { useLanguage } from "./i18n.tsx";
import type { Language, Texts } from "./texts.ts";
import { zone } from "./time.ts";

type Loaders = Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>>;

/**
 * The component with texts of its own beside those of the whole console. They are fetched when it is first shown, in the language that is
 * shown; a change of language keeps what it holds.
 */
export function laterTexts<P extends object>(Component: ComponentType<P>, loaders: Loaders) {
  const asked = new Map<Language, Promise<Texts>>();
  const textsIn = (language: Language) => {
    const known = asked.get(language) ?? untilReached(async () => (await loaders[language]()).default);
    asked.set(language, known);
    return known;
  };
  return function WithTexts(props: P) {
    const language = useLanguage();
    const [all, own] = [useMessages(), use(textsIn(language))];
    const messages = useMemo(() => ({ ...all, ...own }), [all, own]);
    return (
      <IntlProvider locale={language} messages={messages} timeZone={zone()}>
        <Component {...props} />
      </IntlProvider>
    );
  };
}
