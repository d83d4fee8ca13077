import { useMemo } from "react";
import { IntlProvider, useLocale, useMessages } from "use-intl";
import de from "virtual:texts/de/absences";
import en from "virtual:texts/en/absences";
import { useLanguage } from "#shared/text/i18n.tsx";
import { zone } from "#shared/text/time.ts";
import { CalendarReader, type ReaderProps } from "./calendar-reader.tsx";

/** Dozens of words: one file with both languages costs less than a further one. */
const texts = { de, en };

export function Absences(props: ReaderProps) {
  const [all, own] = [useMessages(), texts[useLanguage()]];
  const messages = useMemo(() => ({ ...all, ...own }), [all, own]);
  return (
    <IntlProvider locale={useLocale()} messages={messages} timeZone={zone()}>
      <CalendarReader {...props} />
    </IntlProvider>
  );
}
