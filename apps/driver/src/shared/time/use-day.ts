import { useLanguage } from "../texts.tsx";

/** Formats a day; days have no time zone. */
export function useDayFormat() {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "long",
    timeZone: "UTC",
  });
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
}
