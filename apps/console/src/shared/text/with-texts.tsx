import type { ComponentType } from "react";
import { IntlProvider, useLocale, useMessages } from "use-intl";
import type { Texts } from "./texts.ts";
import { zone } from "./time.ts";

/** The component with texts of its own, which are fetched with it, beside those of the whole console. */
export function withTexts<P extends object>(Component: ComponentType<P>, own: Texts) {
  return function WithTexts(props: P) {
    const messages = { ...useMessages(), ...own };
    return (
      <IntlProvider locale={useLocale()} messages={messages} timeZone={zone()}>
        <Component {...props} />
      </IntlProvider>
    );
  };
}
